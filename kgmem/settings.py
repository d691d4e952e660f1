"""Settings, from `KGMEM_*` in the environment or in a `.env` file. Every one has a default that works."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import platformdirs
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from kgmem.anchors import DateOrder
from kgmem.errors import InputError
from kgmem.recall.families import FAMILIES, chosen


class Settings(BaseSettings):
    """What a `Memory` runs with. Without `uri` the embedded Neo4j is used; the password never shows in a repr."""

    model_config = SettingsConfigDict(env_prefix="KGMEM_", env_file=".env", extra="ignore", frozen=True)

    uri: str | None = Field(None, description="neo4j:// or neo4j+s:// address; unset starts the embedded server")
    user: str = Field("neo4j", description="user at that address")
    password: SecretStr | None = Field(None, description="password at that address")
    database: str | None = Field(None, description="database; unset takes the user's home database")
    tenant: str = Field("default", description="whose memory; every id and every query holds it")
    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("kgmem", appauthor=False)),
        description="folder of the embedded server: its data, its log and its password",
    )
    model: str | None = Field(
        None, description="chat model that reads sessions, such as openai:gpt-4.1-mini; unset reads by rules"
    )
    model_timeout: float = Field(120.0, gt=0, description="seconds that one call of the chat model may take")
    model_attempts: int = Field(5, ge=1, description="how often a call is sent while the model's provider is busy")
    concurrency: int = Field(4, ge=1, description="sessions that the chat model reads at once")
    part_chars: int = Field(
        24_000, ge=1_000, description="characters of a session that the chat model reads in one call"
    )
    ontology: Path | None = Field(None, description="TOML file of kinds and predicates, added to those of the package")
    embedding: str = Field("bge-small", description="local embedding model: bge-small or minilm")
    timezone: str | None = Field(None, description="zone of date-times that name none, such as Europe/Oslo")
    date_order: DateOrder | None = Field(
        None, description="what comes first in 03/04/2024, dmy or mdy; unset, such a date is left unread and flagged"
    )
    update_confidence: float = Field(
        0.3, ge=0, le=1, description="least confidence of a reason that ends a rival (law T3)"
    )
    token_budget: int = Field(10_000, ge=0, description="tokens of context that a recall may fill")
    max_hops: int = Field(3, ge=0, le=4, description="relations of an evidence path at most; 0 looks for none")
    beam: int = Field(50, ge=1, description="paths of each hop that the search goes on with")
    weight_ns: float = Field(0.4, ge=0, description="of the relevance of its notes in the score of a path")
    weight_pc: float = Field(0.3, ge=0, description="of the confidence of its relations")
    weight_tc: float = Field(0.15, ge=0, description="of its order in time")
    weight_uv: float = Field(0.15, ge=0, description="of the least validity of its claims")
    discount_causes: float = Field(1.0, ge=0, le=1, description="what a CAUSES leaves of a path's confidence")
    discount_enables: float = Field(0.5, ge=0, le=1, description="what an ENABLES leaves of it")
    discount_prevents: float = Field(1.0, ge=0, le=1, description="what a PREVENTS leaves of it")
    discount_before: float = Field(1.0, ge=0, le=1, description="what a BEFORE leaves of it")
    discount_updates: float = Field(1.0, ge=0, le=1, description="what an UPDATES leaves of it")
    discount_contradicts: float = Field(
        1.0, ge=0, le=1, description="what a CONTRADICTS leaves of it, beside the half that the first one takes"
    )
    answer_bar: float = Field(
        0.6, ge=0, le=1, description="share of a question's content that evidence must speak of to answer it"
    )
    plans: bool = Field(True, description="whether a question's shape decides how it is answered (law P5)")
    seeds: Annotated[tuple[str, ...], NoDecode] = Field(
        FAMILIES, description="families of seeds that a search starts from (law P1), with commas between them"
    )
    link: bool = Field(True, description="whether ingest links what it stores; if not, `kgmem link` does")
    gate_overlap: float = Field(
        0.5, ge=0, le=1, description="least share of common participants between claims of different sessions"
    )
    gate_topic: float = Field(0.75, ge=-1, le=1, description="least cosine of sessions of different topics")
    gate_candidates: int = Field(8, ge=0, description="claims that each new claim is compared with, at most")
    topic_join: float = Field(0.8, ge=-1, le=1, description="least cosine of a session and a topic that it joins")
    mcp_token: SecretStr | None = Field(None, description="token that `kgmem mcp --http` asks for; unset makes one")
    timeout: float = Field(120.0, gt=0, description="seconds a transaction may run before the server ends it")

    @field_validator("seeds", mode="before")
    @classmethod
    def _families(cls, value: Any) -> tuple[str, ...]:
        return chosen(value.split(",") if isinstance(value, str) else value)


def load() -> Settings:
    """The settings of this process. Raises InputError naming the variable that is wrong, never with its value."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        name = "KGMEM_" + ".".join(str(part) for part in first["loc"]).upper()
        message = first["msg"].removeprefix("Value error, ")
        raise InputError(message[0].lower() + message[1:], field=name) from None
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 (byte {error.start}: {error.reason})", file=".env") from None
