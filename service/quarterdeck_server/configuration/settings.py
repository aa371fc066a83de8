"""Settings of the server: what can be set, with defaults, bounds and meaning."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

PREFIX = "QUARTERDECK_"
"""What the names of environment variables begin with."""

DEFAULT_ADDRESS = "127.0.0.1:50051"
"""Where a server listens if nobody says otherwise."""

UNIX = "unix:"
"""What the address of a socket in the file system begins with."""

_MOST_NUMBER = 2**31 - 1
"""The largest number that gRPC takes."""
_MOST_AT_ONCE = 1_000_000
_DAY = 24 * 60 * 60


class StoreKind(StrEnum):
    """Where games are kept."""

    MEMORY = "memory"
    SQLITE = "sqlite"
    POSTGRES = "postgres"


class SettingError(ValueError):
    """A setting whose value cannot be used, as the start of the server shows: which, and what is wrong with it.

    Where its value comes from is for the configuration to say.
    """

    def __init__(self, problem: str, name: str, *below: str) -> None:
        """`below` is the entry, if the setting is a table."""
        super().__init__(problem)
        self.problem = problem
        self.name = name
        self.below = below


def host_and_port(address: str) -> tuple[str, int]:
    """The two parts of an address such as `127.0.0.1:9464` or `[::1]:9464`; ValueError."""
    host, _, port = address.rpartition(":")
    if not host or not (port.isascii() and port.isdecimal()) or int(port) > 65535:
        raise ValueError(f"{address!r} is not HOST:PORT")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _address(address: str) -> str:
    # gRPC also listens on a socket in the file system.
    if not address.startswith(UNIX):
        host_and_port(address)
    elif address == UNIX:
        raise ValueError(f"{address!r} is not {UNIX}PATH")
    return address


def _address_or_nothing(address: str) -> str:
    if address:
        host_and_port(address)
    return address


def _path(path: Path) -> Path:
    if "\0" in str(path):
        raise ValueError("a path has no zero bytes")
    return path


def _path_text(path: str) -> str:
    _path(Path(path))
    return path


def _claim(name: str) -> str:
    if not name:
        raise ValueError("a claim has a name")
    return name


SomePath = Annotated[Path, AfterValidator(_path)]


class Settings(BaseSettings):
    """Each setting has its name in a config file, and in capitals behind `QUARTERDECK_` as an environment variable.

    One of them is a secret, and may be read from a file instead: the database_url.  Keys are files in the data folder.
    """

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, frozen=True, extra="forbid", use_attribute_docstrings=True
    )

    address: Annotated[str, AfterValidator(_address)] = DEFAULT_ADDRESS
    """Where the server listens; port 0 takes a free one."""
    tls_certificate: Annotated[str, AfterValidator(_path_text)] = ""
    """A file with the server's certificate, and those that vouch for it (PEM); with it the port is encrypted."""
    tls_key: Annotated[str, AfterValidator(_path_text)] = ""
    """A file with the key of that certificate (PEM, without a password)."""
    tls_client_ca: Annotated[str, AfterValidator(_path_text)] = ""
    """A file with certificates (PEM); with it only clients are let in that show one which these vouch for."""
    tls_health_certificate: Annotated[str, AfterValidator(_path_text)] = ""
    """What the command `health` shows where clients have to show a certificate; without it, the server's own."""
    tls_health_key: Annotated[str, AfterValidator(_path_text)] = ""
    """The key of that certificate."""
    metrics_address: Annotated[str, AfterValidator(_address_or_nothing)] = ""
    """Where Prometheus reads metrics, without a token, for example 127.0.0.1:9464; empty: nowhere."""
    data: SomePath = Path("quarterdeck-data")
    """Folder of the log and of the keys that sign tokens."""
    jwks: Annotated[str, AfterValidator(_path_text)] = ""
    """Keys of an issuer of your own whose tokens are taken as well: a JSON web key set, a file or an https address."""
    token_issuer: str = ""
    """The claim `iss` of tokens of that issuer."""
    token_audience: str = ""
    """The claim `aud` of its tokens that are for this service."""
    token_player_claim: Annotated[str, AfterValidator(_claim)] = "sub"
    """The claim that names the player."""
    token_role_claim: Annotated[str, AfterValidator(_claim)] = "role"
    """The claim that names the role (player, spectator, director, admin), or a list with it; without one: player."""
    jwks_seconds: float = Field(default=300.0, ge=1, le=_DAY)
    """After how long the key set is fetched anew; a key that was taken out of it counts for that long."""
    jwks_keep_seconds: float = Field(default=3600.0, ge=1, le=7 * _DAY)
    """How long the last key set counts while it cannot be fetched."""
    store: StoreKind = StoreKind.SQLITE
    """Where games are kept: memory, gone with the process; sqlite; or postgres, which a database_url means, too."""
    database_url: SecretStr = SecretStr("")
    """The PostgreSQL database, as postgresql://user:password@host:5432/name.  A secret: better in a file."""
    database_url_file: Annotated[str, AfterValidator(_path_text)] = ""
    """A file that holds the database_url and nothing else."""
    components: dict[str, SomePath] = Field(default_factory=dict)
    """By title, a TOML file whose entries replace those with the same id, for games created from now on."""
    reflection: bool = True
    """Whether clients may ask for the protos."""

    message_bytes: int = Field(default=256 * 1024, ge=1024, le=_MOST_NUMBER)
    """The largest request."""
    calls: int = Field(default=512, ge=1, le=_MOST_AT_ONCE)
    """Unary calls that run at once."""
    streams: int = Field(default=1000, ge=1, le=_MOST_AT_ONCE)
    """Streams that run at once."""
    calls_per_second: float = Field(default=5000.0, ge=0, le=_MOST_AT_ONCE)
    """Calls a second of one player, or of one address without a token, on average; 0: no limit."""
    calls_burst: int = Field(default=10_000, ge=1, le=_MOST_AT_ONCE)
    """Calls that one player, or one address without a token, may make at once before `calls_per_second` counts."""
    streams_per_player: int = Field(default=250, ge=0, le=_MOST_AT_ONCE)
    """Streams of one player, or of one address without a token, at once; 0: no limit."""
    streams_per_connection: int = Field(default=1024, ge=1, le=_MOST_NUMBER)
    """Calls of any sort that one connection has open at once."""
    keepalive_seconds: int = Field(default=60, ge=10, le=_DAY)
    """After how much silence a connection is tested."""
    heartbeat_seconds: float = Field(default=15.0, gt=0, le=_DAY)
    """After how much silence a stream says that it is alive."""
    watch_queue: int = Field(default=256, ge=1, le=_MOST_NUMBER)
    """How many revisions a reader may be behind before its stream ends."""
    games_in_memory: int = Field(default=256, ge=1, le=_MOST_NUMBER)
    """How many games are kept ready."""
    proposal_seconds: int = Field(default=600, ge=1, le=100 * _DAY)
    """How long a proposal, to take moves back or to end a game, waits for the agreement of others."""
    checkpoint_seconds: float = Field(default=10.0, gt=0, le=_DAY)
    """After how long at most the tree of all heads is signed when a game has gone on."""
    drain_seconds: float = Field(default=10.0, ge=0, le=_DAY)
    """How long the end waits for calls that run."""

    @model_validator(mode="before")
    @classmethod
    def _follow_database(cls, given: Any) -> Any:
        """Who names a database wants the games there."""
        if isinstance(given, dict) and (given.get("database_url") or given.get("database_url_file")):
            return {"store": StoreKind.POSTGRES, **given}
        return given

    @property
    def key_folder(self) -> Path:
        """The keys that sign tokens."""
        return self.data / "keys"

    @property
    def seal_folder(self) -> Path:
        """The keys that seal games; below the others, so that whoever keeps those keeps these."""
        return self.key_folder / "seals"

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
        """The sources, the strongest first; the file is that of `model_config`, see `sources`."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls)
