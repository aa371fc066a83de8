"""Reading the settings: where each comes from, which source wins, and how they are shown.

The command line wins over the environment, that over a file, and that over the defaults.
"""

import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import ValidationError
from pydantic_settings import SettingsConfigDict, SettingsError

from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import PREFIX, SettingError, Settings

CONFIG = f"{PREFIX}CONFIG"
"""The environment variable that names the config file."""

CLIENT_VARIABLES = frozenset(
    f"{PREFIX}{name}"
    for name in (
        "CA_FILE", "CERTIFICATE_FILE", "COLOUR", "DEADLINE", "GAME", "KEY_FILE", "LANGUAGE", "PATIENCE", "TLS",
        "TOKEN", "TOKEN_FILE", "WAIT",
    )
)  # fmt: skip
"""Environment variables that only clients read; a server started from the same shell passes over them."""


SECRETS = frozenset({"database_url"})
"""Settings whose values are never shown."""


class ConfigurationError(ValueError):
    """Settings that cannot be used: which, where they come from, and what is wrong with them."""


class Sources(Struct, frozen=True):
    """All that settings were read from."""

    given: Mapping[str, Any]
    """Settings of the command line."""
    variables: Mapping[str, tuple[str, str]]
    """Environment variables by the name of their setting: how each is written, and its text."""
    file: Path | None
    in_file: Mapping[str, Any]
    """Settings that the file has."""

    def origins(self, name: str, *below: str) -> Iterator[str]:
        """What gives a setting, or this entry of one that is a table; the strongest first."""
        if name in self.given and _has(self.given[name], below):
            yield f"--{name.replace('_', '-')}"
        if name in self.variables:
            variable, text = self.variables[name]
            if _has(_json(text), below):
                yield variable
        if name in self.in_file and _has(self.in_file[name], below):
            yield f"{self.file}: {name}"

    def blamed(self, problem: str, name: str, *below: str) -> str:
        """A problem with a setting, or with an entry of a table, behind what gives it."""
        origin = next(self.origins(name, *below), name)
        # On the command line an entry of a table stands behind its option.
        return f"{(' ' if origin.startswith('--') else '.').join((origin, *below))}: {problem}"


class Configuration(Struct, frozen=True):
    """The settings, with what they were read from."""

    settings: Settings
    sources: Sources

    def shown(self) -> str:
        """Every setting as a config file that says the same, each with what it means and where it comes from.

        A setting that is a secret is shown as asterisks.
        """
        values = self.settings.model_dump(mode="json")
        return "\n".join(
            f"# {Settings.model_fields[name].description}\n{name} = {_toml(value)}  # {self._origin(name)}\n"
            for name, value in values.items()
        )

    def told(self, error: SettingError) -> str:
        """What the start of the server has found wrong with a setting, behind what gives it."""
        return self.sources.blamed(error.problem, error.name, *error.below)

    def _origin(self, name: str) -> str:
        # A table is put together out of all that gives a part of it.
        origins = list(self.sources.origins(name))
        is_table = isinstance(getattr(self.settings, name), dict)
        return ", ".join(origins if is_table else origins[:1]) or "default"


def configure(given: Mapping[str, Any], file: Path | None = None) -> Configuration:
    """The settings of the command line, of the environment, and of the file named there or by the environment.

    ConfigurationError names everything that is wrong at once.
    """
    # As for all settings, an empty variable is one that is not set: container tools pass many on like that.
    named = os.environ.get(CONFIG, "")
    file = file if file is not None else Path(named) if named else None
    sources = Sources(given, _variables(), file, _in_file(file))
    wrong = list(_unknown(sources))

    class FromHere(Settings):
        """The settings with this file beside them."""

        model_config = SettingsConfigDict(toml_file=file, extra="ignore")

    settings: Settings | None = None
    try:
        settings = FromHere(**given)
    except ValidationError as error:
        wrong += (
            sources.blamed(
                # A value that is no good may still be a secret.
                "has to be text" if one["loc"][0] in SECRETS else problems.of_value(one),
                *map(str, one["loc"]),
            )
            for one in error.errors(include_url=False)
        )
    except SettingsError as error:
        # A table is written as JSON in the environment; the library names the field in its text alone.
        name = next((name for name in Settings.model_fields if f'"{name}"' in str(error)), "")
        wrong.append(sources.blamed(f"not JSON: {error.__cause__}", name))
    if wrong or settings is None:
        raise ConfigurationError("; ".join(wrong))
    return Configuration(settings, sources)


def _variables() -> Mapping[str, tuple[str, str]]:
    prefix = PREFIX.lower()
    return {
        key.lower().removeprefix(prefix): (key, text)
        for key, text in os.environ.items()
        if key.lower().startswith(prefix) and text and key not in CLIENT_VARIABLES | {CONFIG}
    }


def _in_file(file: Path | None) -> Mapping[str, Any]:
    if file is None:
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigurationError(f"{file}: {problems.of_file(error)}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file}: not TOML: {error}") from None


def _unknown(sources: Sources) -> Iterator[str]:
    """What is wrong with names that no setting has."""
    known = Settings.model_fields
    for name, (variable, _) in sources.variables.items():
        if name not in known:
            beside = (one.removeprefix(PREFIX).lower() for one in (CONFIG, *CLIENT_VARIABLES))
            yield f"{variable}: {problems.of_name(name, sorted([*known, *beside]), PREFIX)}"
    for name in sources.in_file:
        if name not in known:
            yield sources.blamed(problems.of_name(name, known), name)


def _has(value: Any, below: tuple[str, ...]) -> bool:
    return not below or (isinstance(value, Mapping) and below[0] in value)


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(name)} = {_toml(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    # Of text, numbers and truth values TOML and JSON have the same notion.
    return json.dumps(value, ensure_ascii=False)
