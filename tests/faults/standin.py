"""An embedding model that costs nothing and answers alike in every process, so that vectors can be compared too."""

from __future__ import annotations

import hashlib

import numpy as np

DIMENSION = 384


class Standin:
    """Goes for the default model on the server that all tests share: its name and dimension, no weights."""

    name = "bge-small"

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, drawn with a seed that the text gives."""
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a text."""
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
        drawn: list[float] = np.random.default_rng(seed).normal(size=DIMENSION).tolist()
        return drawn
