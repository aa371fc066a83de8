"""Who may come in: keys and tokens, put together out of the settings."""

from quarterdeck_server.api.keys import KeyFileError, KeyFolder, LocalKeys
from quarterdeck_server.api.tokens import Tokens
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings


def tokens_of(settings: Settings) -> Tokens:
    """The tokens that a server takes, which makes its first key; SettingError if a key cannot be used."""
    key_folder_of(settings, make=True)
    return Tokens(local_keys_of(settings))


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
