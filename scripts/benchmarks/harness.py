"""What the benchmarks share: the project's environment, a store of their own, and one JSON line a figure."""

from __future__ import annotations

import hashlib
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


class CheapVectors:
    """Vectors at no cost, in the shape of the local models'; a text has the same one always."""

    name = "cheap"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        import numpy as np

        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
        return [float(one) for one in np.random.default_rng(seed).normal(size=384)]


@contextmanager
def own_store(kept: Path | None = None) -> Iterator[Any]:
    """Settings of an embedded server: an empty one in a folder that goes when the benchmark ends, or that of a folder
    which is kept."""
    from kgmem import Settings, local

    with tempfile.TemporaryDirectory(prefix="kgmem-benchmark-") as folder:
        home = kept or Path(folder)
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
