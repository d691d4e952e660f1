"""Sample sessions, a JSONL file a subject: `plant` (agents at work on an imaginary plant), `team` (people talking).

Each brings its own claims, so that no model is called. `plant` opens with the story of the design: three sessions read
drawing PID-7 and conclude that P-101A feeds V-12; weeks later work order WO-881 says that P-104 does.
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["paths"]


def paths() -> list[Path]:
    """The packaged sample files, in order of name; the sessions in each are in order of time."""
    return sorted(Path(__file__).parent.glob("*.jsonl"))
