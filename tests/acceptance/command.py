"""The command line as a person or a program calls it, with what holds for every call: one JSON document on stdout where
one is asked for, no stack trace, no password, no colours in a pipe."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jsonschema
import support

from kgmem import schemas


def fits_its_schema(arguments: Sequence[str], printed: str) -> None:
    """The one document on stdout is what kgmem/schemas says of the command, or of one that failed."""
    document = json.loads(printed)
    named = next((n for n in (" ".join(arguments[:2]), arguments[0]) if n in schemas.RESULTS), None)
    assert named or "error" in document, f"no schema for {arguments}"
    jsonschema.validate(document, schemas.published(schemas.ERROR if "error" in document else str(named)))


@dataclass(frozen=True)
class Command:
    """`kgmem` in a folder of its own, on a store and as a tenant."""

    cwd: Path
    environment: Mapping[str, str]
    tenant: str
    secrets: tuple[str, ...]

    def __call__(
        self, *arguments: str, code: int = 0, tenant: str | None = None, timeout: float = 120, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """Run it; the exit code must be `code`. Variables are further settings, such as KGMEM_URI."""
        env = {"KGMEM_TENANT": tenant or self.tenant, **self.environment, **variables}
        done = support.kgmem(*arguments, env=env, cwd=self.cwd, timeout=timeout)
        told = f"kgmem {' '.join(arguments)}\n--- stdout\n{done.stdout}\n--- stderr\n{done.stderr}"
        assert "Traceback" not in done.stdout + done.stderr, told
        assert "\x1b" not in done.stdout + done.stderr, "colours, where there is no terminal"
        for secret in (*self.secrets, *(value for name, value in variables.items() if name == "KGMEM_PASSWORD")):
            assert secret not in done.stdout + done.stderr, "a password is printed"
        assert done.returncode == code, f"exit code {done.returncode}, not {code}\n{told}"
        if "--json" in arguments:
            fits_its_schema(arguments, done.stdout)
        return done

    def json(self, *arguments: str, **options: Any) -> Any:
        """What it answers with --json: exactly one document on stdout."""
        return json.loads(self(*arguments, "--json", **options).stdout)

    def error(self, *arguments: str, code: int, **options: Any) -> str:
        """What it says on stderr when it fails with `code`; a person gets words, and nothing on stdout."""
        done = self(*arguments, code=code, **options)
        assert done.stdout == ""
        return done.stderr

    def file(self, name: str, content: Any) -> str:
        """A file in its folder: text and bytes as they are, a list of sessions as JSONL, anything else as JSON."""
        path = self.cwd / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        elif isinstance(content, str):
            path.write_text(content, encoding="utf-8")
        elif name.endswith(".jsonl"):
            path.write_text("".join(json.dumps(one) + "\n" for one in content), encoding="utf-8")
        else:
            path.write_text(json.dumps(content), encoding="utf-8")
        return name
