"""Which Neo4j is run, down to the content of each of its jars.

`neo4j.lock` holds one line a jar: sha256, size in bytes, Maven coordinate. So a first run asks for no POM files (360
of them, a minute of round trips), and a file that a mirror has changed is noticed. After a change of the versions
below, `python -m kgmem.local.lock` writes it anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

NEO4J_VERSION = "2026.09.0"  # Community; the newest that was tried with the queries
BROWSER_VERSION = "5.24.0"  # Neo4j Browser; on the class path, the server serves it at /browser/

SERVER = f"org.neo4j:neo4j:{NEO4J_VERSION}"
BROWSER = f"org.neo4j.client:neo4j-browser:{BROWSER_VERSION}"

_FILE = Path(__file__).with_name("neo4j.lock")


class Locked(NamedTuple):
    """One jar: what it is called and what it must hold."""

    sha256: str
    size: int
    coordinate: str

    @property
    def path(self) -> Path:
        """Below the folder of fetched artifacts, as Maven lays it out."""
        group, artifact, version, *classifier = self.coordinate.split(":")
        return Path(*group.split("."), artifact, version, f"{'-'.join((artifact, version, *classifier))}.jar")


@cache
def locked() -> tuple[Locked, ...]:
    """The server's class path, in order of coordinate."""
    lines = (line.split() for line in _FILE.read_text(encoding="ascii").splitlines())
    return tuple(Locked(sha256, int(size), coordinate) for sha256, size, coordinate in lines)


def rewrite(repository: Path) -> int:
    """Resolves the versions above anew and writes the file. Returns how many jars it names."""
    from kgmem.local.maven import asked_for, sha256_of

    server = asked_for(SERVER, repository)
    itself, below = server.context.resolver.resolve([server])
    wanted = [dependency.artifact for dependency in (*itself, *below, asked_for(BROWSER, repository))]
    lines = []
    for artifact in wanted:
        jar = artifact.resolve()
        parts = [artifact.groupId, artifact.artifactId, artifact.version, artifact.classifier]
        lines.append(f"{sha256_of(jar)} {jar.stat().st_size} {':'.join(filter(None, parts))}")
    lines.sort(key=lambda line: line.split()[2])
    _FILE.write_text("\n".join(lines) + "\n", encoding="ascii")
    return len(lines)


if __name__ == "__main__":
    from kgmem.local.artifacts import default_cache

    rewrite(default_cache() / "maven")
