"""A disk that is full: SQLite's own fault, in the middle of what is appended."""

from functools import partial

import pytest

from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.store.sqlite import SqliteStore
from tests.desk import ANN, BOB, Desk, heard, request

MOST_PAGES = 1_000_000


def limit(store, pages):
    """Let the log's file grow to so many pages; SQLite takes no fewer than there are."""
    with store.recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute(f"PRAGMA max_page_count = {pages}")


@pytest.fixture
async def desk(tmp_path):
    store = SqliteStore(tmp_path / "log.sqlite")
    opened = Desk(store)
    yield opened
    await opened.close()
    store.close()


async def test_a9_a_full_disk_shows_nobody_anything_and_the_retry_works_when_there_is_room(desk):
    game_id = await desk.started(options=(("length", "long"),))
    limit(desk.store, 1)
    lost = await fill(desk)
    created = len(await desk.reads.games(0, 1000, "", ""))
    with desk.hub.watching(game_id) as watcher:
        command, before = await play_until_refused(desk, game_id)
        seen = [await heard(watcher, 0.02) for _ in range(before - 3)]
    assert seen == [*range(5, before + 1), None]
    kept = [entry.command.revision for entry in desk.store.read(game_id) if entry.command is not None]
    assert kept == list(range(1, before + 1))
    assert (await desk.games.get(game_id)).game.revision == before
    limit(desk.store, MOST_PAGES)
    assert (await command()).revision.number == before + 1
    await desk.commands.create(ANN, lost, desk.wanted())
    assert len(await desk.reads.games(0, 1000, "", "")) == created + 1


async def play_until_refused(desk, game_id):
    """Make moves until there is no room for one more; that move, and the revision before it."""
    for number in range(14):
        player, line = (ANN, BOB)[number % 2], "make_bid 1" if number < 2 else "take_coins gold"
        live = await desk.games.get(game_id)
        move = partial(desk.move, player, game_id, line, desk.decision_of(live, player), request())
        before = live.game.revision
        try:
            await move()
        except Rejection as rejection:
            if rejection.kind is not Kind.TRY_AGAIN:
                raise
            return move, before
    raise AssertionError("the disk is never full")


async def fill(desk):
    """Create games until there is no room for one more; the request that failed, of which nothing is kept."""
    for _ in range(1000):
        identity = request()
        try:
            await desk.commands.create(ANN, identity, desk.wanted())
        except Rejection as rejection:
            if rejection.kind is not Kind.TRY_AGAIN:
                raise
            break
    else:
        raise AssertionError("the disk is never full")
    assert desk.store.answered("ann", identity.id) is None
    return identity
