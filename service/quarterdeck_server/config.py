"""Settings of the server: from the command line, else from environment variables, else defaults."""

from enum import StrEnum
from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class StoreKind(StrEnum):
    """Where games are kept."""

    MEMORY = "memory"
    SQLITE = "sqlite"


class Settings(BaseSettings):
    """Each setting can be given as an environment variable: `QUARTERDECK_` and its name."""

    model_config = SettingsConfigDict(env_prefix="QUARTERDECK_", frozen=True, extra="forbid")

    address: str = "127.0.0.1:50051"
    """Where the server listens; port 0 takes a free one."""
    data: Path = Path("quarterdeck-data")
    """Folder of the log and of the key that signs tokens."""
    store: StoreKind = StoreKind.SQLITE
    """Games in memory are gone with the process."""
    components: dict[str, Path] = Field(default_factory=dict)
    """By title, a TOML file whose entries replace those with the same id, for games created from now on."""
    reflection: bool = True
    """Whether clients may ask for the protos."""

    message_bytes: int = Field(256 * 1024, ge=1024)
    """The largest request."""
    calls: int = Field(512, ge=1)
    """Unary calls that run at once."""
    streams: int = Field(1000, ge=1)
    """Streams that run at once."""
    streams_per_connection: int = Field(1024, ge=1)
    """Calls of any sort that one connection has open at once."""
    keepalive_seconds: int = Field(60, ge=10)
    """After how much silence a connection is tested."""
    heartbeat_seconds: float = Field(15.0, gt=0)
    """After how much silence a stream says that it is alive."""
    watch_queue: int = Field(256, ge=1)
    """How many revisions a reader may be behind before its stream ends."""
    games_in_memory: int = Field(256, ge=1)
    """How many games are kept ready."""
    drain_seconds: float = Field(10.0, ge=0)
    """How long the end waits for calls that run."""

    @property
    def key_file(self) -> Path:
        """The key that signs tokens."""
        return self.data / "tokens.key"

    @property
    def log_file(self) -> Path:
        """The log, if it is in SQLite."""
        return self.data / "quarterdeck.sqlite"
