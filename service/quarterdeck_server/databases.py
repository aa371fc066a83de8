"""The database that is set: its URL, its tables, and the store in it."""

from pathlib import Path

from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind
from quarterdeck_server.store.port import Store, StoreError

MISSING = "psycopg is not installed; install quarterdeck[server,postgres]"


def database_of(settings: Settings) -> str:
    """The URL of the database; SettingError if there is none and has to be, or one and must not be."""
    url = settings.database_url.get_secret_value()
    name = "database_url"
    if settings.database_url_file:
        file = Path(settings.database_url_file)
        if url:
            raise SettingError("database_url is set too; one of the two is enough", "database_url_file")
        name = "database_url_file"
        try:
            url = file.read_text(encoding="utf-8").strip()
        except OSError as error:
            raise SettingError(f"{file}: {problems.of_file(error)}", name) from None
        except UnicodeDecodeError:
            raise SettingError(f"{file} is not text", name) from None
        if not url:
            raise SettingError(f"{file} is empty", name)
    if settings.store is StoreKind.POSTGRES and not url:
        raise SettingError("postgres needs a database_url, or a database_url_file", "store")
    if settings.store is not StoreKind.POSTGRES and url:
        raise SettingError(f"{settings.store} keeps no games in a database, and {name} is set", "store")
    return url


def open_database(url: str) -> Store:
    """The store in a database whose tables are there; SettingError says what is wrong, or what to run."""
    try:
        # Imported when it is wanted: the driver is an extra.
        from quarterdeck_server.store.postgres import PostgresStore  # noqa: PLC0415
    except ImportError:
        raise SettingError(MISSING, "store") from None
    try:
        return PostgresStore(url)
    except StoreError as error:
        raise SettingError(f"the database cannot be used: {error}", "store") from None


def migrate_database(settings: Settings) -> bool:
    """Make the tables that are missing; whether any were; SettingError."""
    if settings.store is not StoreKind.POSTGRES:
        raise SettingError(f"{settings.store} has no tables to make; set a database_url", "store")
    url = database_of(settings)
    try:
        from quarterdeck_server.store.schema import migrate  # noqa: PLC0415
    except ImportError:
        raise SettingError(MISSING, "store") from None
    try:
        return migrate(url)
    except StoreError as error:
        raise SettingError(f"the database cannot be used: {error}", "store") from None
