"""What integration tests share."""

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
