"""Checkpoints: the tree of heads follows from the log, is signed as it grows, and tells of a log that was altered."""

import asyncio
from contextlib import asynccontextmanager

import pytest
import structlog

from quarterdeck_rules.book.checkpoints import goes_on
from quarterdeck_rules.book.records import Envelope
from quarterdeck_rules.book.signatures import Outcome, outcome
from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.audit.checkpoints import Checkpoints
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.audit.seals import SealKeys, Trust
from quarterdeck_server.key_folder import KeyFolder
from quarterdeck_server.store.port import StoreError
from tests.desk import ANN, BOB, rejected
from tests.unit.test_tree import mth

STORES = ("memory", "sqlite", "postgres")


@pytest.fixture
def seals(tmp_path):
    folder = KeyFolder(tmp_path / "seals")
    folder.new_if_none()
    return SealKeys(folder)


class Tree:
    """What one process has of the tree."""

    def __init__(self, desk, seals, seconds=0.05):
        self.checkpoints = Checkpoints(desk.store, seals, utc_now, seconds)
        self.proofs = Proofs(desk.store, desk.reads, self.checkpoints)


@asynccontextmanager
async def running(desk, seals, seconds=0.05):
    tree = Tree(desk, seals, seconds)
    await tree.checkpoints.start()
    try:
        yield tree
    finally:
        await tree.checkpoints.stop()


def leaves(store):
    """The statements of all heads, out of the rows of the log alone."""
    every = store.recorder.select_notifications(None, 10_000)
    entries = [store._log.mapper.to_domain_event(row) for row in every]
    return [
        b'quarterdeck.head.v1\n{"game":"%s","revision":%d,"number":%d,"link":"%s"}'
        % (entry.game.encode(), entry.command.revision, entry.number, entry.link.encode())
        for entry in entries
        if isinstance(entry.command, Envelope)
    ]


async def signed(proofs, size, seconds=20):
    """The newest checkpoint, once it has so many leaves."""
    async with asyncio.timeout(seconds):
        while True:
            found = await asyncio.to_thread(proofs._store.checkpoint)
            if found is not None and found.checkpoint.size >= size:
                return found
            await asyncio.sleep(0.01)


async def two_games(desk):
    """Two games that go on by turns; how many commands that were."""
    first, second = await desk.started(), await desk.started()
    for player in (ANN, BOB):
        for game in (first, second):
            await desk.move(player, game, "make_bid 1")
    return first, second


async def test_a_checkpoint_is_the_signed_root_of_all_heads_in_the_order_of_the_log(desk, seals):
    games = await two_games(desk)
    async with running(desk, seals) as tree:
        one = await signed(tree.proofs, 12)
    wanted = leaves(desk.store)
    assert [(await desk.games.get(game)).game.revision for game in games] == [6, 6]
    assert one.checkpoint.size == len(wanted) == 12
    assert one.checkpoint.root == mth(wanted).hex()
    statement = b'quarterdeck.checkpoint.v1\n{"size":12,"root":"%s","time":"%s"}' % (
        one.checkpoint.root.encode(),
        one.checkpoint.time.encode(),
    )
    (key,) = seals.published()
    assert outcome(Trust([key]).check, one.key, statement, one.signature) is Outcome.RIGHT


async def test_every_head_of_every_game_is_proven_and_the_proof_is_of_no_other(desk, seals):
    games = await two_games(desk)
    async with running(desk, seals) as tree:
        await signed(tree.proofs, 12)
        wanted, places = leaves(desk.store), []
        for game in games:
            for revision in range(1, 7):
                proven = await tree.proofs.head(game, None, revision, None)
                assert proven.head.statement() == wanted[proven.proof.place]
                places.append(proven.proof.place)
                held = [place for place, leaf in enumerate(wanted) if proven.proof.holds(leaf)]
                assert held == [proven.proof.place]
        assert sorted(places) == list(range(12))


async def test_each_checkpoint_goes_on_from_every_one_before(desk, seals):
    async with running(desk, seals) as tree:
        game, made = await desk.started(), []
        made.append(await signed(tree.proofs, 4))
        for player in (ANN, BOB):
            await desk.move(player, game, "make_bid 1")
            made.append(await signed(tree.proofs, made[-1].checkpoint.size + 1))
        assert [one.checkpoint.size for one in made] == [4, 5, 6]
        for first in made:
            for second in made:
                old, new = first.checkpoint, second.checkpoint
                if old.size > new.size:
                    await rejected(tree.proofs.going_on(old.size, new.size), Kind.FIELD_INVALID)
                    continue
                shown = await tree.proofs.going_on(old.size, new.size)
                assert shown.to == second
                assert goes_on(old, new, shown.path)
                others = [one for one in made if one != first and goes_on(one.checkpoint, new, shown.path)]
                assert others == []
        assert (await tree.proofs.going_on(4, None)).to == made[-1]
        for first, second, size in ((3, 4, 3), (4, 9, 9)):
            rejection = await rejected(tree.proofs.going_on(first, second), Kind.CHECKPOINT_NOT_AVAILABLE)
            assert rejection.details == (("size", str(size)),)
        assert await tree.proofs.checkpoint(None) == made[-1]
        assert await tree.proofs.checkpoint(5) == made[1]


async def test_a_revision_that_is_newer_than_the_last_checkpoint_has_one_made_at_once(desk, seals):
    game = await desk.started()
    async with running(desk, seals, seconds=3600) as tree:
        async with asyncio.timeout(20):
            assert (await tree.proofs.head(game, None, None, None)).proof.signed.checkpoint.size == 4
            for size, player in enumerate((ANN, BOB), start=5):
                await desk.move(player, game, "make_bid 1")
                proof = (await tree.proofs.head(game, None, None, None)).proof
                assert (proof.place, proof.signed.checkpoint.size) == (size - 1, size)
        assert await tree.proofs.checkpoint(5) != await tree.proofs.checkpoint(6)


async def test_nothing_is_signed_while_the_log_does_not_grow(desk, seals):
    await desk.started()
    tree = Tree(desk, seals)
    for _ in range(3):
        tree.checkpoints.make()
    first = desk.store.checkpoint()
    assert first is not None
    assert all(desk.store.checkpoint(size) is None for size in (0, 1, 2, 3, 5))
    assert desk.store.checkpoint(4) == first
    await tree.checkpoints.stop()


async def test_of_an_empty_log_there_is_no_checkpoint(desk, seals):
    tree = Tree(desk, seals)
    tree.checkpoints.make()
    for size in (None, 0, 1, 2**63 - 1, 2**64 - 1):
        rejection = await rejected(tree.proofs.checkpoint(size), Kind.CHECKPOINT_NOT_AVAILABLE)
        assert rejection.details == (() if size is None else (("size", str(size)),))
    await tree.checkpoints.stop()


async def test_a_proof_of_a_checkpoint_from_before_is_refused_with_what_is_needed(desk, seals):
    game = await desk.started()
    tree = Tree(desk, seals)
    tree.checkpoints.make()
    await desk.move(ANN, game, "make_bid 1")
    rejection = await rejected(tree.proofs.head(game, None, 5, 4), Kind.FIELD_INVALID)
    assert [(one.field, "5 or more" in one.problem) for one in rejection.fields] == [("size", True)]
    await rejected(tree.proofs.head(game, None, 4, 3), Kind.CHECKPOINT_NOT_AVAILABLE)
    await rejected(tree.proofs.head(game, None, 6, None), Kind.REVISION_NOT_AVAILABLE)
    await rejected(tree.proofs.head("nobody's", None, None, None), Kind.GAME_NOT_FOUND)
    await tree.checkpoints.stop()


async def test_a_new_process_makes_the_same_tree_and_goes_on_signing(desk, seals):
    game = await desk.started()
    tree = Tree(desk, seals)
    tree.checkpoints.make()
    before = desk.store.checkpoint()
    await tree.checkpoints.stop()
    # What is committed and not signed when a process is killed is signed by the next one.
    await desk.move(ANN, game, "make_bid 1")
    desk.restart()
    again = Tree(desk, seals)
    again.checkpoints.make()
    assert again.checkpoints.altered is None
    assert desk.store.checkpoint(4) == before
    after = desk.store.checkpoint(5)
    assert after is not None
    assert after.checkpoint.root == mth(leaves(desk.store)).hex()
    assert goes_on(before.checkpoint, after.checkpoint, (await again.proofs.going_on(4, 5)).path)
    await again.checkpoints.stop()


async def test_a_checkpoint_whose_key_was_removed_does_not_keep_the_next_from_being_signed(desk, tmp_path):
    folder = KeyFolder(tmp_path / "seals")
    folder.new_if_none()
    game = await desk.started()
    tree = Tree(desk, SealKeys(folder))
    tree.checkpoints.make()
    await desk.move(ANN, game, "make_bid 1")
    (old,) = folder.ids()
    folder.new()
    folder.revoke(old)
    again = Tree(desk, SealKeys(folder))
    again.checkpoints.make()
    assert again.checkpoints.altered is None
    first, second = desk.store.checkpoint(4), desk.store.checkpoint(5)
    assert first is not None
    assert second is not None
    assert first.key != second.key
    for one in (tree, again):
        await one.checkpoints.stop()


async def test_a_store_that_is_away_is_asked_again_and_commands_wait_for_nothing(desk, seals, monkeypatch):
    game = await desk.started()

    def away(*_):
        raise StoreError("away")

    with structlog.testing.capture_logs() as logs, monkeypatch.context() as patch:
        patch.setattr(desk.store, "heads", away)
        async with running(desk, seals) as tree:
            await asyncio.sleep(0.1)
            assert logs
            await desk.move(ANN, game, "make_bid 1")
            rejection = await rejected(tree.proofs.head(game, None, None, None), Kind.TRY_AGAIN)
            assert rejection.retry_after > 0
            patch.undo()
            assert (await signed(tree.proofs, 5)).checkpoint.size == 5
    assert {(log["event"], log["log_level"]) for log in logs} == {("store_away", "error")}


async def test_to_stop_leaves_off_what_is_being_taken_in(desk, seals, monkeypatch):
    await desk.started()
    told = asyncio.Event()
    loop, heads = asyncio.get_running_loop(), desk.store.heads

    def endless(after, limit):
        loop.call_soon_threadsafe(told.set)
        found = heads(0, 1)
        # Always as many as were asked for: there seems to be more and more.
        return [found[0]] * limit if after else found * limit

    monkeypatch.setattr(desk.store, "heads", endless)
    monkeypatch.setattr("quarterdeck_server.audit.heads.Heads._add", lambda self, head: None)
    async with asyncio.timeout(10):
        async with running(desk, seals):
            await told.wait()


async def test_two_processes_on_one_log_keep_one_checkpoint_of_a_size(desk, seals, tmp_path):
    folder = KeyFolder(tmp_path / "others")
    folder.new_if_none()
    await two_games(desk)
    here, there = Tree(desk, seals), Tree(desk, SealKeys(folder))
    for one in (here, there):
        # Both have read that there is none yet.
        one.checkpoints.heads.take_in()
    made = [tree.checkpoints._signed(tree.checkpoints.heads.tree) for tree in (here, there)]
    assert made[0] != made[1]
    assert [desk.store.keep_checkpoint(one) for one in made] == [made[0], made[0]]
    assert desk.store.checkpoint() == desk.store.checkpoint(12) == made[0]
    for one in (here, there):
        one.checkpoints.make()
        assert one.checkpoints.altered is None
        assert await one.proofs.checkpoint(None) == made[0]
        await one.checkpoints.stop()
