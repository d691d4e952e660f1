"""`kgmem`, made to die. It is the real command line in a process of its own, but for a cheap embedding model, and that
something happens to it at one of the points that an ingest passes.

Usage: victim.py ACT POINT NTH ARGUMENT...
ACT is kill (SIGKILL, from which nothing recovers), interrupt (Ctrl-C), or none; POINT and NTH say when; the arguments
are those of kgmem. `victim.py serve` reads orders, one JSON object a line, and runs each in a process forked off, since
half of a start is loading modules; it answers with the exit code, below zero for a signal.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import kgmem.__main__  # noqa: E402
import kgmem.ingest  # noqa: E402
import kgmem.memory  # noqa: E402
from faults.data import small_windows  # noqa: E402
from faults.standin import Standin  # noqa: E402

ACTS = {"kill": signal.SIGKILL, "interrupt": signal.SIGINT, "none": None}


def doom(act: str, point: str, nth: int) -> None:
    """Let every memory of this process be struck at the nth passing of the point."""
    passed = 0
    real = kgmem.memory.AsyncMemory

    def trace(passing: str) -> None:
        nonlocal passed
        passed += passing == point
        if passing == point and passed == nth and ACTS[act]:
            os.kill(os.getpid(), ACTS[act])

    class Doomed(real):  # type: ignore[misc, valid-type]
        def __init__(self, *given: Any, **options: Any) -> None:
            super().__init__(*given, **{**options, "trace": trace, "embeddings": Standin()})

    kgmem.memory.AsyncMemory = Doomed  # type: ignore[misc]


def run(act: str, point: str, nth: str, *arguments: str) -> None:
    """The command line, doomed."""
    small_windows()
    doom(act, point, int(nth))
    sys.argv = ["kgmem", *arguments]
    kgmem.__main__.main()


def serve() -> None:
    """One process a line; each has its output in the files that the line names."""
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child == 0:
            for number, name in ((1, order["stdout"]), (2, order["stderr"])):
                os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), number)
            os.environ.update(order["environment"])
            run(*order["arguments"])
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    run(*sys.argv[1:]) if sys.argv[1:] != ["serve"] else serve()
