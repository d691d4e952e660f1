"""python -m kgmem.schemas writes the schemas of all commands."""

from kgmem import schemas

for command in schemas.RESULTS:
    schemas.file(command).write_text(schemas.text(command), encoding="utf-8")
