"""What integration tests share."""

import os

import pytest

from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import Desk


@pytest.fixture(params=["memory", "sqlite"])
def any_store(request, tmp_path):
    store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "log.sqlite")
    yield store
    store.close()


@pytest.fixture
async def desk(any_store):
    opened = Desk(any_store)
    yield opened
    await opened.close()


@pytest.fixture
def no_variables(monkeypatch):
    """An environment without any variable of ours."""
    for name in os.environ:
        if name.startswith("QUARTERDECK_"):
            monkeypatch.delenv(name)


@pytest.fixture
def config(tmp_path):
    """Writes a config file with this text, and gives its path."""

    def write(text):
        path = tmp_path / "quarterdeck.toml"
        path.write_text(text, encoding="utf-8")
        return path

    return write
