"""A drawing as one HTML page that asks no network for anything, and reads on paper. Pure."""

from __future__ import annotations

import html
import json
from importlib import resources

from kgmem.picture.drawing import Drawing, rows

_PARTS = ("picture.css", "picture.js")


def page(drawing: Drawing, library: str, licence: str) -> str:
    """The page; `library` is the script of Cytoscape, whose `licence` stays with it.

    What people said is data: as text in the table, and in the picture as JSON in which no tag can be closed.
    """
    style, script = (resources.files("kgmem.picture").joinpath(name).read_text(encoding="utf-8") for name in _PARTS)
    elements = [
        {"data": {"id": one.id, "label": one.label, "kind": one.kind, "state": one.state}}
        for one in drawing.nodes.values()
    ] + [{"data": {"source": one.start, "target": one.end, "label": one.label}} for one in drawing.edges.values()]
    data = json.dumps(elements, ensure_ascii=False).replace("<", "\\u003c").replace("\u2028", "\\u2028")
    table = "\n".join(
        f"<tr><td>{html.escape(kind)}</td><td>{html.escape(label)}</td><td>{html.escape(says)}</td></tr>"
        for kind, label, says in rows(drawing)
    )
    title = html.escape(drawing.title)
    closed = library.replace("</script", "<\\/script")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<h1>{title}</h1>
<div id="picture" role="img" aria-label="What this rests on; the table below says the same"></div>
<table>
<thead><tr><th>what</th><th>in the picture</th><th>in words</th></tr></thead>
<tbody>
{table}
</tbody>
</table>
<script type="application/json" id="elements">{data}</script>
<script>
/*
{licence.replace("*/", "* /")}
*/
{closed}
</script>
<script>
{script}</script>
</body>
</html>
"""


_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:"
"""Whatever stands in the page, it reaches no network."""
