"""Vectors for texts: the default local model for real, and what is asked of any other."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from kgmem.embedding import LOCAL, Embeddings, label, resolve, vectors_of, window_vectors
from kgmem.errors import ModelError, UsageError

TEXTS = [
    "P-101A feeds V-12.", "Anna moved to Oslo.", "", " ", "飲み物を買いに行く", "مرحبا", "😀", "word " * 2_000, "a\nb",
    *(f"Sentence number {i} about pumps and people, with a tail {'x ' * (i % 17)}" for i in range(30)),
]  # fmt: skip


@pytest.fixture(scope="module")
def vectors(embeddings: Embeddings) -> Any:
    return np.array(embeddings.embed_documents(TEXTS))


def test_every_vector_has_length_one_and_the_dimension_of_the_model(embeddings: Embeddings, vectors: Any) -> None:
    """So that their product is the cosine; also for empty, long and foreign texts."""
    assert vectors.shape == (len(TEXTS), 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(len(TEXTS)), abs=1e-5)
    assert np.linalg.norm(embeddings.embed_query("Which pump?")) == pytest.approx(1, abs=1e-5)


def test_a_text_has_one_vector_whatever_it_comes_with(embeddings: Embeddings, vectors: Any) -> None:
    """I3: in any order and company, alone, and as often as asked; quantised weights would see their batch."""
    assert embeddings.embed_documents(TEXTS[::-1]) == vectors[::-1].tolist()
    assert [embeddings.embed_documents([text])[0] for text in TEXTS[:10]] == vectors[:10].tolist()
    assert embeddings.embed_documents([TEXTS[0], TEXTS[0]]) == [vectors[0].tolist()] * 2
    assert embeddings.embed_query(TEXTS[0]) == embeddings.embed_query(TEXTS[0])


def test_texts_of_one_meaning_are_closer_than_others(embeddings: Embeddings) -> None:
    """The model is the one it says: a question finds its answer."""
    question = np.array(embeddings.embed_query("Which pump supplies the vessel?"))
    answer, other = (
        np.array(v) for v in embeddings.embed_documents(["P-101A feeds vessel V-12.", "Lena prefers tea."])
    )
    assert question @ answer > question @ other + 0.1


def test_no_texts_have_no_vectors(embeddings: Embeddings) -> None:
    assert embeddings.embed_documents([]) == []


def test_an_unknown_name_is_an_error_that_lists_the_known() -> None:
    for name in ("bge", "", "../jar"):
        with pytest.raises(UsageError, match=", ".join(LOCAL)) as error:
            resolve(name, lambda message: None)
        assert error.value.field == "KGMEM_EMBEDDING"


class Fake:
    def __init__(self, returned: Any, **fields: Any) -> None:
        self.returned = returned
        for name, value in fields.items():
            setattr(self, name, value)

    def embed_documents(self, texts: list[str]) -> Any:
        return self.returned

    def embed_query(self, text: str) -> Any:
        return self.returned[0]


@pytest.mark.parametrize(
    "returned",
    [
        None,
        [],
        [[1.0, 2.0]],
        [[1.0], [1.0, 2.0]],
        [["a"], ["b"]],
        [1.0, 2.0],
        [[1.0, float("nan")], [1.0, 2.0]],
        [[], []],
    ],
)
def test_a_model_that_returns_something_else_is_told_so(returned: Any) -> None:
    """Any LangChain `Embeddings` may be passed in; a wrong reply is an error, never a wrong vector."""
    with pytest.raises(ModelError, match="Fake:some-model"):
        vectors_of(Fake(returned, model="some-model"), ["a", "b"])


def test_what_a_model_returns_is_one_row_a_text() -> None:
    assert vectors_of(Fake([[1, 0], [0, 1]]), ["a", "b"]).tolist() == [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("fields", "name"),
    [({"name": "bge-small"}, "bge-small"), ({"model": "m"}, "Fake:m"), ({"model_name": "m"}, "Fake:m"),
     ({"model": ""}, "Fake"), ({"model": 7}, "Fake"), ({}, "Fake")],
)  # fmt: skip
def test_a_model_is_known_by_its_name(fields: dict[str, Any], name: str) -> None:
    """Kept with the index, so that vectors of another model are refused."""
    assert label(Fake([], **fields)) == name


def test_a_window_is_the_mean_of_a_message_and_its_neighbours() -> None:
    """P1: of length 1; a message without text has none and lends none."""
    x, y, z = (np.eye(3, dtype=np.float32)[i] for i in range(3))
    found = window_vectors([x, y, None, z])
    assert found[2] is None
    half = np.sqrt(0.5)
    assert [list(map(float, v)) for v in found if v is not None] == [
        pytest.approx([half, half, 0]), pytest.approx([half, half, 0]), pytest.approx([0, 0, 1])
    ]  # fmt: skip
    third = window_vectors([x, y, z])[1]
    assert third == pytest.approx([3**-0.5] * 3)
    assert window_vectors([x, -x])[0] == pytest.approx([0, 0, 0])
    assert window_vectors([]) == []
