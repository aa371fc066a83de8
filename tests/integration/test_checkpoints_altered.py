"""Logs that were altered behind the back of the server: found when it starts, and by whoever has kept a checkpoint."""

import json
import sqlite3
from contextlib import closing

import psycopg
import pytest
import structlog

from quarterdeck_rules.book.checkpoints import goes_on
from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.application.rejection import Kind, Rejection
from quarterdeck_server.audit.checkpoints import Checkpoints
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.key_folder import KeyFolder
from tests.desk import ANN, BOB, Desk

STORES = ("sqlite", "postgres")
PLACE = {"sqlite": "rowid", "postgres": "notification_id"}


class Intruder:
    """Somebody who writes to the tables."""

    def __init__(self, any_store, tmp_path, url):
        self.is_postgres = url is not None
        self.place = PLACE["postgres" if url else "sqlite"]
        self._connect = (lambda: psycopg.connect(url)) if url else (lambda: sqlite3.connect(tmp_path / "log.sqlite"))

    def do(self, statement, *values):
        """What a statement gives, if anything."""
        with closing(self._connect()) as connection:
            done = connection.execute(statement if not self.is_postgres else statement.replace("?", "%s"), values)
            found = done.fetchall() if done.description else []
            connection.commit()
            return found

    def closings(self):
        """Places of the last records of commands, with game and number, in the order of the log."""
        return self.do(
            f"SELECT {self.place}, originator_id, originator_version FROM stored_events "
            f"WHERE topic = 'quarterdeck.closed.v1' ORDER BY {self.place}"
        )

    def swap(self, one, other):
        for place, to in ((one, -1), (other, one), (-1, other)):
            self.do(f"UPDATE stored_events SET {self.place} = ? WHERE {self.place} = ?", to, place)


@pytest.fixture
def intruder(any_store, tmp_path, request):
    is_postgres = "postgres" in request.node.callspec.params.values()
    return Intruder(any_store, tmp_path, request.getfixturevalue("kept_database") if is_postgres else None)


@pytest.fixture
def seals(tmp_path):
    folder = KeyFolder(tmp_path / "seals")
    folder.new_if_none()
    return SealKeys(folder)


class Process:
    """A process that has just started, as far as the tree is concerned."""

    def __init__(self, desk, seals):
        desk.restart()
        self.checkpoints = Checkpoints(desk.store, seals, utc_now, 3600)
        self.proofs = Proofs(desk.store, desk.reads, self.checkpoints)
        with structlog.testing.capture_logs() as self.logs:
            self.checkpoints.make()

    async def __aenter__(self):
        return self

    async def __aexit__(self, *_):
        await self.checkpoints.stop()


async def signed_games(desk: Desk, seals):
    """Two games that went on by turns, and the checkpoint of their ten commands."""
    games = [await desk.started(), await desk.started()]
    for game in games:
        await desk.move(ANN, game, "make_bid 1")
    async with Process(desk, seals) as process:
        return games, await process.proofs.checkpoint(10)


def alter_a_link(intruder):
    place, _, _ = intruder.closings()[2]
    ((state,),) = intruder.do(f"SELECT state FROM stored_events WHERE {intruder.place} = ?", place)
    row = json.loads(bytes(state))
    row["link"] = row["link"][::-1]
    written = json.dumps(row, separators=(",", ":")).encode()
    intruder.do(f"UPDATE stored_events SET state = ? WHERE {intruder.place} = ?", written, place)


def drop_the_last_command(intruder):
    place, _, _ = intruder.closings()[-1]
    intruder.do(f"DELETE FROM stored_events WHERE {intruder.place} = ?", place)


def drop_a_command_in_the_middle(intruder):
    place, _, _ = intruder.closings()[1]
    intruder.do(f"DELETE FROM stored_events WHERE {intruder.place} = ?", place)


def drop_a_game(intruder):
    intruder.do("DELETE FROM stored_events WHERE originator_id = ?", intruder.closings()[0][1])


def swap_two_games(intruder):
    """The last commands of both: each game has all its revisions in order."""
    (one, game, _), (other, another, _) = intruder.closings()[-2:]
    assert game != another
    intruder.swap(one, other)


def swap_within_a_game(intruder):
    (one, game, _), (other, same, _) = intruder.closings()[:2]
    assert game == same
    intruder.swap(one, other)


def spoil_a_row(intruder):
    place, _, _ = intruder.closings()[3]
    intruder.do(f"UPDATE stored_events SET state = ? WHERE {intruder.place} = ?", b"nothing", place)


ALTERATIONS = {
    alter_a_link: "the log has another root",
    drop_the_last_command: "the log has only 9 commands",
    drop_a_command_in_the_middle: "after revision 1 of game",
    drop_a_game: "the log has only 5 commands",
    swap_two_games: "the log has another root",
    swap_within_a_game: "after revision 0 of game",
    spoil_a_row: "is not readable",
}


@pytest.mark.parametrize("alter", ALTERATIONS, ids=lambda alter: alter.__name__)
async def test_what_was_altered_is_found_at_the_start_and_nothing_is_signed_any_more(desk, seals, intruder, alter):
    games, kept = await signed_games(desk, seals)
    alter(intruder)
    async with Process(desk, seals) as process:
        (log,) = process.logs
        assert (log["event"], log["log_level"], log["size"]) == ("log_altered", "error", 10)
        assert ALTERATIONS[alter] in log["problem"]
        # Games go on; the log grows, and no checkpoint follows.
        await desk.started()
        process.checkpoints.make()
        assert desk.store.checkpoint() == kept
        for game in games:
            with pytest.raises(Rejection) as caught:
                await process.proofs.head(game, None, 1, None)
            # Of a game that cannot be read itself that is told first.
            assert caught.value.kind in (Kind.LOG_ALTERED, Kind.GAME_NOT_FOUND, Kind.GAME_UNREADABLE)
        # What was signed before is still given: whoever asks sees that the rest does not fit.
        assert await process.proofs.checkpoint(None) == kept


async def test_a_log_that_was_altered_has_no_proof_under_the_checkpoint_that_somebody_kept(desk, seals, intruder):
    games, kept = await signed_games(desk, seals)
    alter_a_link(intruder)
    async with Process(desk, seals) as process:
        held = []
        for game in games:
            for revision in range(1, 6):
                proven = await process.proofs.head(game, None, revision, 10)
                held.append(proven.proof.signed == kept and proven.proof.holds(proven.head.statement()))
        assert held == [False] * 10


@pytest.mark.parametrize(
    "alter", [alter_a_link, drop_the_last_command, drop_a_game, swap_two_games], ids=lambda alter: alter.__name__
)
async def test_who_alters_the_log_and_signs_it_anew_cannot_show_that_it_goes_on(desk, seals, intruder, alter):
    _, kept = await signed_games(desk, seals)
    alter(intruder)
    intruder.do("DELETE FROM checkpoints")
    async with Process(desk, seals) as process:
        assert process.logs == []
        while process.checkpoints.heads.tree.size < 10:
            await desk.new_game()
            process.checkpoints.make()
        forged = await process.proofs.checkpoint(10)
        assert forged.checkpoint.root != kept.checkpoint.root
        await desk.started()
        process.checkpoints.make()
        shown = await process.proofs.going_on(10, None)
        assert goes_on(forged.checkpoint, shown.to.checkpoint, shown.path)
        assert not goes_on(kept.checkpoint, shown.to.checkpoint, shown.path)


@pytest.mark.parametrize("column", ["root", "time", "signature"])
async def test_a_stored_checkpoint_that_was_altered_is_found(desk, seals, intruder, column):
    await signed_games(desk, seals)
    intruder.do(f"UPDATE checkpoints SET {column} = substr({column}, 2) || substr({column}, 1, 1)")
    async with Process(desk, seals) as process:
        (log,) = process.logs
        assert log["event"] == "log_altered"
        assert log["problem"] == ("the log has another root" if column == "root" else "the signature is wrong")


async def test_what_is_altered_while_a_server_runs_is_found_by_the_next_one(desk, seals, intruder):
    _, kept = await signed_games(desk, seals)
    async with Process(desk, seals) as process:
        swap_two_games(intruder)
        await desk.move(BOB, (await desk.started()), "make_bid 1")
        process.checkpoints.make()
        assert process.checkpoints.altered is None
        assert (await process.proofs.checkpoint(None)).checkpoint.size == 15
    async with Process(desk, seals) as process:
        assert process.checkpoints.altered == "the log has another root"
    assert kept == desk.store.checkpoint(10)
