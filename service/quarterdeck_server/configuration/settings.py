"""Settings of the server: from the command line, else from environment variables, else from a file, else defaults."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

PREFIX = "QUARTERDECK_"
"""What the names of environment variables begin with."""


class StoreKind(StrEnum):
    """Where games are kept."""

    MEMORY = "memory"
    SQLITE = "sqlite"


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of an address such as `127.0.0.1:9464` or `[::1]:9464`; ValueError."""
    host, _, port = address.rpartition(":")
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise ValueError(f"{address!r} is not HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _address(address: str) -> str:
    # gRPC also listens on a socket in the file system.
    if not address.startswith("unix:"):
        host_and_port(address)
    return address


def _address_or_nothing(address: str) -> str:
    if address:
        host_and_port(address)
    return address


class Settings(BaseSettings):
    """Each setting has its name in a config file, and in capitals behind `QUARTERDECK_` as an environment variable.

    None of them is a secret: keys are files in the data folder.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid", use_attribute_docstrings=True
    )

    address: Annotated[str, AfterValidator(_address)] = "127.0.0.1:50051"
    """Where the server listens; port 0 takes a free one."""
    metrics_address: Annotated[str, AfterValidator(_address_or_nothing)] = ""
    """Where Prometheus reads metrics, without a token, for example 127.0.0.1:9464; empty: nowhere."""
    data: Path = Path("quarterdeck-data")
    """Folder of the log and of the key that signs tokens."""
    store: StoreKind = StoreKind.SQLITE
    """Where games are kept: memory or sqlite.  Games in memory are gone with the process."""
    components: dict[str, Path] = Field(default_factory=dict)
    """By title, a TOML file whose entries replace those with the same id, for games created from now on."""
    reflection: bool = True
    """Whether clients may ask for the protos."""

    message_bytes: int = Field(default=256 * 1024, ge=1024)
    """The largest request."""
    calls: int = Field(default=512, ge=1)
    """Unary calls that run at once."""
    streams: int = Field(default=1000, ge=1)
    """Streams that run at once."""
    streams_per_connection: int = Field(default=1024, ge=1)
    """Calls of any sort that one connection has open at once."""
    keepalive_seconds: int = Field(default=60, ge=10)
    """After how much silence a connection is tested."""
    heartbeat_seconds: float = Field(default=15.0, gt=0)
    """After how much silence a stream says that it is alive."""
    watch_queue: int = Field(default=256, ge=1)
    """How many revisions a reader may be behind before its stream ends."""
    games_in_memory: int = Field(default=256, ge=1)
    """How many games are kept ready."""
    drain_seconds: float = Field(default=10.0, ge=0)
    """How long the end waits for calls that run."""

    @property
    def key_file(self) -> Path:
        """The key that signs tokens."""
        return self.data / "tokens.key"

    @property
    def log_file(self) -> Path:
        """The log, if it is in SQLite."""
        return self.data / "quarterdeck.sqlite"

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The sources, the strongest first; the file is that of `model_config`, see `configuration`."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)
