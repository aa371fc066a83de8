"""Who may come in: keys and tokens, put together out of the settings."""

from collections.abc import Mapping
from pathlib import Path

from quarterdeck_server.api import jwks
from quarterdeck_server.api.jwks import KeySet
from quarterdeck_server.api.keys import ISSUER, KeyFileError, KeyFolder, LocalKeys
from quarterdeck_server.api.tokens import Claims, Source, Tokens
from quarterdeck_server.application.caller import Role
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings

_FILE_SECONDS = 1.0
"""How often a file of keys is read again."""


def tokens_of(settings: Settings) -> Tokens:
    """The tokens that a server takes, which makes its first key; SettingError if a key cannot be used."""
    key_folder_of(settings, make=True)
    return Tokens(local_keys_of(settings), issuers_of(settings))


def issuers_of(settings: Settings) -> Mapping[str, tuple[Source, Claims]]:
    """The issuer that is set beside this server itself; SettingError if it cannot be used.

    A file has to be there at the start.  An address may be away for a while, and the service is not.
    """
    for name in ("token_issuer", "token_audience"):
        if bool(settings.jwks) != bool(getattr(settings, name)):
            raise SettingError("jwks, token_issuer and token_audience are set together", name)
    if not settings.jwks:
        return {}
    if settings.token_issuer == ISSUER:
        raise SettingError(f"{ISSUER} is the issuer of this server's own tokens", "token_issuer")
    is_address = jwks.is_url(settings.jwks)
    if is_address and (problem := jwks.problem_of(settings.jwks)):
        raise SettingError(problem, "jwks")
    load = jwks.from_url(settings.jwks) if is_address else jwks.from_file(Path(settings.jwks))
    seconds = settings.jwks_seconds if is_address else _FILE_SECONDS
    keys = KeySet(settings.token_issuer, settings.token_audience, load, seconds, settings.jwks_keep_seconds)
    if not is_address:
        try:
            keys.load_now()
        except OSError as error:
            raise SettingError(f"{settings.jwks}: {problems.of_file(error)}", "jwks") from None
        except (ValueError, RecursionError):
            raise SettingError(f"{settings.jwks}: no JSON web key set", "jwks") from None
    claims = Claims(settings.token_player_claim, settings.token_role_claim, Role.PLAYER)
    return {settings.token_issuer: (keys, claims)}


def key_folder_of(settings: Settings, make: bool = False) -> KeyFolder:
    """The folder of keys that is set, with a key in it if one is to be made; SettingError if it cannot be used."""
    if settings.data.exists() and not settings.data.is_dir():
        raise SettingError(f"{settings.data} is no folder", "data")
    folder = KeyFolder(settings.key_folder)
    try:
        if make:
            folder.new_if_none()
        folder.ids()
    except OSError as error:
        raise SettingError(f"{error.filename or settings.data}: {problems.of_file(error)}", "data") from None
    return folder


def local_keys_of(settings: Settings) -> LocalKeys:
    """The keys of the server with the data folder that is set; SettingError if one cannot be used."""
    folder = key_folder_of(settings)
    try:
        return LocalKeys(folder)
    except OSError as error:
        raise SettingError(f"{error.filename or settings.data}: {problems.of_file(error)}", "data") from None
    except KeyFileError as error:
        raise SettingError(str(error), "data") from None
