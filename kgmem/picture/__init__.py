"""One page that shows why something is believed: a picture of provenance, with what each part says below it."""

from kgmem.picture.drawing import Drawing, Edge, Node, of_answer, of_claim
from kgmem.picture.page import page

__all__ = ["Drawing", "Edge", "Node", "of_answer", "of_claim", "page"]
