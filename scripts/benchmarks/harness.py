"""What the benchmarks share: the project's environment, a store of their own, and one JSON line a figure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent


def ensure_environment() -> None:
    """Run the script again with the project's own Python where this one has no kgmem."""
    try:
        import kgmem  # noqa: F401
    except ImportError:
        subprocess.run(["bash", str(ROOT / "scripts" / "setup"), "dev"], check=True)
        python = str(ROOT / ".venv" / "bin" / "python")
        os.execv(python, [python, *sys.argv])


@contextmanager
def own_store() -> Iterator[Any]:
    """Settings of an empty embedded server in a folder that goes when the benchmark ends."""
    from kgmem import Settings, local

    with tempfile.TemporaryDirectory(prefix="kgmem-benchmark-") as folder:
        home = Path(folder)
        local.ensure_running(home, say=note)
        try:
            yield Settings(_env_file=None, uri=None, home=home)
        finally:
            local.stop(home)


def figure(name: str, **values: Any) -> None:
    """One result as a JSON line on stdout."""
    print(json.dumps({"benchmark": name, **values}), flush=True)


def note(message: str) -> None:
    """What people want to see while it runs."""
    print(message, file=sys.stderr, flush=True)
