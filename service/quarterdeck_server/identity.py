"""Who may come in: keys, tokens and certificates, put together out of the settings."""

import datetime as dt
from collections.abc import Mapping
from pathlib import Path

from quarterdeck_server.api import certificates, jwks
from quarterdeck_server.api.certificates import CertificateError, Certificates, Files
from quarterdeck_server.api.health import Trust
from quarterdeck_server.api.jwks import KeySet
from quarterdeck_server.api.keys import ISSUER, LocalKeys
from quarterdeck_server.api.tokens import Claims, Source, Tokens
from quarterdeck_server.application.caller import Role
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings
from quarterdeck_server.key_folder import KeyFileError, KeyFolder

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


def certificates_of(settings: Settings) -> Certificates | None:
    """The certificates that are set, nothing for a port that is not encrypted; SettingError if they cannot be used."""
    if not settings.tls_certificate and not settings.tls_key:
        if settings.tls_client_ca:
            raise SettingError("clients show certificates to an encrypted port: set tls_certificate", "tls_client_ca")
        return None
    if not (settings.tls_certificate and settings.tls_key):
        missing = "tls_certificate" if settings.tls_key else "tls_key"
        raise SettingError("tls_certificate and tls_key are set together", missing)
    client_ca = Path(settings.tls_client_ca) if settings.tls_client_ca else None
    files = Files(Path(settings.tls_certificate), Path(settings.tls_key), client_ca)
    names = {files.certificate: "tls_certificate", files.key: "tls_key", files.client_ca: "tls_client_ca"}
    try:
        return certificates.read(files, dt.datetime.now(dt.UTC))
    except OSError as error:
        name = next((name for file, name in names.items() if str(file) == str(error.filename)), "tls_certificate")
        raise SettingError(f"{error.filename}: {problems.of_file(error)}", name) from None
    except CertificateError as error:
        raise SettingError(str(error), error.name) from None


def trust_of(settings: Settings) -> Trust | None:
    """How a client of this machine reaches the port that is set; nothing if it is not encrypted; SettingError."""
    own = certificates_of(settings)
    if own is None:
        return None
    shown, key = settings.tls_health_certificate, settings.tls_health_key
    if not shown and not key:
        return Trust(own.certificate, own.certificate, own.key, own.host)
    if not (shown and key):
        missing = "tls_health_certificate" if key else "tls_health_key"
        raise SettingError("tls_health_certificate and tls_health_key are set together", missing)
    try:
        return Trust(own.certificate, Path(shown).read_bytes(), Path(key).read_bytes(), own.host)
    except OSError as error:
        raise SettingError(f"{error.filename}: {problems.of_file(error)}", "tls_health_certificate") from None


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


def seals_of(settings: Settings) -> SealKeys:
    """The keys that seal games, which makes the first of them; SettingError if one cannot be used."""
    folder = KeyFolder(settings.seal_folder)
    try:
        folder.new_if_none()
        seals = SealKeys(folder)
        seals.published()
    except OSError as error:
        raise SettingError(f"{error.filename or settings.data}: {problems.of_file(error)}", "data") from None
    except KeyFileError as error:
        raise SettingError(str(error), "data") from None
    return seals


def local_keys_of(settings: Settings) -> LocalKeys:
    """The keys of the server with the data folder that is set; SettingError if one cannot be used."""
    folder = key_folder_of(settings)
    try:
        return LocalKeys(folder)
    except OSError as error:
        raise SettingError(f"{error.filename or settings.data}: {problems.of_file(error)}", "data") from None
    except KeyFileError as error:
        raise SettingError(str(error), "data") from None
