"""Reading the settings: where each comes from, what is wrong with it, and how it is shown."""

import difflib
import json
import os
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import SettingsConfigDict, SettingsError

from quarterdeck_server.config import PREFIX, Settings

CONFIG = f"{PREFIX}CONFIG"
"""The environment variable that names the config file."""


class ConfigurationError(ValueError):
    """Settings that cannot be used: which, where they come from, and what is wrong with them."""


class Configuration(Struct, frozen=True):
    """The settings, with what they were read from."""

    settings: Settings
    given: Mapping[str, Any]
    """Settings of the command line."""
    variables: Mapping[str, str]
    """Names of environment variables by setting."""
    file: Path | None
    in_file: frozenset[str]
    """Settings that the file has."""

    def shown(self) -> str:
        """Every setting as a config file that says the same, each with what it means and where it comes from.

        A setting that is a secret would be shown as asterisks.
        """
        values = self.settings.model_dump(mode="json")
        return "\n".join(
            f"# {Settings.model_fields[name].description}\n{name} = {_toml(value)}  # {self._origin(name)}\n"
            for name, value in values.items()
        )

    def _origin(self, name: str) -> str:
        # A table is put together out of all that gives a part of it.
        origins = list(_origins(name, self.given, self.variables, self.file, self.in_file))
        is_table = isinstance(getattr(self.settings, name), dict)
        return ", ".join(origins if is_table else origins[:1]) or "default"


def configure(given: Mapping[str, Any], file: Path | None = None) -> Configuration:
    """The settings of the command line, of the environment, and of the file named there or by the environment.

    ConfigurationError names everything that is wrong at once.
    """
    # As for all settings, an empty variable is one that is not set: container tools pass many on like that.
    named = os.environ.get(CONFIG, "")
    file = file if file is not None else Path(named) if named else None
    in_file = _names_in(file)
    prefix = PREFIX.lower()
    variables = {
        key.lower().removeprefix(prefix): key
        for key, value in os.environ.items()
        if key.lower().startswith(prefix) and value
    }

    class FromHere(Settings):
        """The settings with this file beside them."""

        model_config = SettingsConfigDict(toml_file=file)

    try:
        settings = FromHere(**given)
    except ValidationError as error:
        problems = (_problem(one, given, variables, file, in_file) for one in error.errors())
        raise ConfigurationError("; ".join(problems)) from None
    except SettingsError as error:
        # A table is written as JSON in the environment; the library names the field in its text alone.
        name = next((name for name in Settings.model_fields if f'"{name}"' in str(error)), "")
        raise ConfigurationError(f"{variables.get(name, PREFIX)}: not JSON: {error.__cause__}") from None
    return Configuration(settings, given, variables, file, in_file)


def _names_in(file: Path | None) -> frozenset[str]:
    if file is None:
        return frozenset()
    try:
        return frozenset(tomllib.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise ConfigurationError(f"{file}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{file}: not TOML: {error}") from None


def _problem(
    error: ErrorDetails,
    given: Mapping[str, Any],
    variables: Mapping[str, str],
    file: Path | None,
    in_file: frozenset[str],
) -> str:
    name, *below = map(str, error["loc"])
    origin = next(_origins(name, given, variables, file, in_file), name)
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(name, Settings.model_fields, n=1)
        return f"{origin}: there is no such setting{f', did you mean {near[0]}?' if near else ''}"
    # Of our own checks the text alone, without pydantic's mark.
    problem = error["msg"].removeprefix("Value error, ")
    return f"{'.'.join((origin, *below))}: {problem}"


def _origins(
    name: str, given: Mapping[str, Any], variables: Mapping[str, str], file: Path | None, in_file: frozenset[str]
) -> Iterator[str]:
    """What gives a setting, the strongest first."""
    if name in given:
        yield f"--{name.replace('_', '-')}"
    if name in variables:
        yield variables[name]
    if name in in_file:
        yield f"{file}: {name}"


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(name)} = {_toml(one)}" for name, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    # Of text, numbers and truth values TOML and JSON have the same notion.
    return json.dumps(value, ensure_ascii=False)
