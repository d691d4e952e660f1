"""Law P2: what Cypher cannot repeat is written out, each time in the same words."""

import re

from kgmem.graph.queries import catalogue

HOP = re.compile(r"^CALL \(front\d\) \{\n  UNWIND CASE.*?^\}$", re.MULTILINE | re.DOTALL)
REASONS = re.compile(r"MATCH \(m\)-\[:ASSERTED_BY\].*?ELSE m\.validity END AS validity", re.DOTALL)


def test_each_hop_of_the_path_search_is_the_first_with_other_numbers() -> None:
    hops = [re.sub(r"(front|cut|hops >= )\d", r"\1N", hop) for hop in HOP.findall(catalogue()["recall.paths"].text)]
    assert len(hops) == 4
    assert len(set(hops)) == 1


def test_each_claim_of_a_path_is_asked_in_the_same_words() -> None:
    asked = [" ".join(one.split()) for one in REASONS.findall(catalogue()["recall.paths"].text)]
    assert len(set(asked)) == 1
    assert asked
