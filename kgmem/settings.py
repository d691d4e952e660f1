"""Settings, from `KGMEM_*` in the environment or in a `.env` file. Every one has a default that works."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


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
    embedding: str = Field("bge-small", description="local embedding model: bge-small or minilm")
    timezone: str | None = Field(None, description="zone of date-times that name none, such as Europe/Oslo")
    token_budget: int = Field(10_000, ge=0, description="tokens of context that a recall may fill")
    timeout: float = Field(120.0, gt=0, description="seconds a transaction may run before the server ends it")
