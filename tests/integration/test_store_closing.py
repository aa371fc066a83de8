"""A store that closes while somebody still asks it something."""

import threading

import pytest

from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import StoreError
from quarterdeck_server.store.sqlite import SqliteStore


@pytest.fixture(params=["memory", "sqlite"])
def store(request, tmp_path):
    made = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "log.sqlite")
    yield made
    made.close()


@pytest.fixture
def asked(store, monkeypatch):
    """Someone who asks, and waits in the middle of it until told to go on; what came of it is in the list."""
    recorder, inside, goes_on, found = store.recorder, threading.Event(), threading.Event(), []
    listed = recorder.list_due

    def slowly(*given):
        inside.set()
        goes_on.wait(10)
        return listed(*given)

    monkeypatch.setattr(recorder, "list_due", slowly)
    asking = threading.Thread(target=lambda: found.append(store.due(1, 1)))
    asking.start()
    assert inside.wait(10)
    yield goes_on, found
    goes_on.set()
    asking.join(10)


def test_it_closes_when_the_last_call_has_ended(store, asked):
    goes_on, found = asked
    closing = threading.Thread(target=store.close)
    closing.start()
    closing.join(0.2)
    assert closing.is_alive(), "SQLite would take the process along"
    with pytest.raises(StoreError):
        store.answered("ann", "late")
    goes_on.set()
    closing.join(10)
    assert not closing.is_alive()
    assert found == [[]]


def test_a_closed_store_says_so(store):
    store.close()
    for ask in (lambda: store.read("game"), lambda: store.games(0, 1), lambda: store.append([])):
        with pytest.raises(StoreError):
            ask()
