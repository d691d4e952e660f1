"""kgmem graph: a page of a claim's provenance, and of an answer's evidence."""

from __future__ import annotations

from .command import Command


def test_a_page_shows_what_a_claim_and_an_answer_rest_on(plant: Command) -> None:
    question = "Which pump feeds V-12?"
    answer = plant.json("ask", question)
    written = plant.json("graph", answer["citations"][0], "--html", "claim.html")
    assert written == {"files": ["claim.html"]}
    for arguments in ([answer["citations"][0], "--html", "claim.html"], ["--ask", question, "--html", "answer.html"]):
        assert "nodes drawn in" in plant("graph", *arguments).stdout
    for name in ("claim.html", "answer.html"):
        page = (plant.cwd / name).read_text(encoding="utf-8")
        assert "P-203" in page or "P-101A" in page
        assert "cytoscape" in page
        assert "Permission is hereby granted" in page
        assert "<link" not in page
        assert "src=" not in page.split("<script>")[0]


def test_what_cannot_be_drawn_is_said(plant: Command) -> None:
    assert "one of the two" in plant.error("graph", "--html", "x.html", code=2)
    assert "one of the two" in plant.error("graph", "clm-1", "--ask", "who?", "--html", "x.html", code=2)
    assert "clm-0" in plant.error("graph", "clm-0", "--html", "x.html", code=3)
    assert "cannot be written" in plant.error("graph", "--ask", "Which pump feeds V-12?", "--html", ".", code=2)
    assert not (plant.cwd / "x.html").exists()
