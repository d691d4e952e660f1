"""What makes any Neo4j Browser ready, as files: for a server in Docker, a cluster or Aura."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping

from kgmem.browse.pages import contents
from kgmem.browse.scripts import Script, scripts

SCRIPTS = "kgmem-saved-scripts.zip"
"""In the form in which Browser exports its saved scripts and takes them back."""

STYLE, GUIDE = "style.grass", "guide.html"
_EPOCH = (1980, 1, 1, 0, 0, 0)
"""What a zip file can date earliest: the same scripts are the same bytes."""


def files(tenant: str) -> Mapping[str, bytes]:
    """Every file by its name: the style, the guide, the saved scripts, and what to do with them."""
    pages = contents()
    return {
        STYLE: pages[STYLE].encode(),
        GUIDE: pages[GUIDE].encode(),
        SCRIPTS: archive(scripts(tenant)),
        "README.txt": _README.encode(),
    }


def archive(found: list[Script]) -> bytes:
    """A zip file with a folder for each folder of Browser's, a `.cypher` file for each script."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as into:
        for script in found:
            name = re.sub(r"[^\w.-]+", "_", script.name)
            entry = zipfile.ZipInfo(f"{script.folder}/{name}.cypher", _EPOCH)
            into.writestr(entry, script.content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


_README = f"""\
kgmem in Neo4j Browser

Open Neo4j Browser on your server, and drop {STYLE} and then {SCRIPTS} anywhere on its window.

{STYLE} makes nodes differ by what they are and by their state. The saved scripts are in two folders under the star
on the left. First run "Parameters that most of these take", which names your tenant. Where a query takes others, a
script beside it sets them as an example: change it, and run it before the query.

{GUIDE} walks through the graph with queries to run. Open it in any web browser and copy from it. Inside Neo4j
Browser, :play shows it from a host that sends the header Access-Control-Allow-Origin and that the server allows, in
neo4j.conf: browser.remote_content_hostname_whitelist=localhost
"""
