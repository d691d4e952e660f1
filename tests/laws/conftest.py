"""An embedding model that costs nothing, for tests that embed much and search nothing."""

import pytest

from kgmem.embedding import LocalEmbeddings


class Constant:
    """Passes for the model that the store was made with, and spends no time on five thousand wordings."""

    def __init__(self, model: LocalEmbeddings) -> None:
        self.name, self.fingerprint, self.vector = model.name, model.fingerprint, model.embed_query("so")

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.vector] * len(texts)

    def embed_query(self, text: str) -> list[float]:
        return self.vector


@pytest.fixture(scope="session")
def constant(embeddings) -> Constant:
    return Constant(embeddings)
