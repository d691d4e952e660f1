"""What commands print with --json is published, and the published files are what the models say.

tests/acceptance/command.py holds every document that a test gets from a command against its schema.
"""

from __future__ import annotations

import jsonschema
import pytest
from test_readme import commands

from kgmem import schemas
from kgmem.cli import app, register


def test_every_command_has_a_schema() -> None:
    register(app)
    assert set(commands(app)) == schemas.RESULTS.keys() - {schemas.ERROR}


@pytest.mark.parametrize("command", schemas.RESULTS)
def test_a_published_schema_is_valid_and_as_the_models_are(command: str) -> None:
    """`python -m kgmem.schemas` writes those that are not."""
    jsonschema.Draft202012Validator.check_schema(schemas.published(command))
    assert schemas.file(command).read_text(encoding="utf-8") == schemas.text(command)


def test_no_file_is_of_no_command() -> None:
    assert {one.name for one in schemas.FOLDER.glob("*.json")} == {schemas.file(one).name for one in schemas.RESULTS}
