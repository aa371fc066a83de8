"""Checkpoints and what else becomes of games: names that are forgotten, games that go on from others."""

from quarterdeck_server.audit.erasing import erase
from tests.desk import ANN, BOB, request
from tests.integration import test_checkpoints
from tests.integration.test_checkpoints import leaves, running

STORES = test_checkpoints.STORES

seals = test_checkpoints.seals


async def test_a_name_that_is_forgotten_leaves_the_tree_as_it_was(desk, seals):
    game = await desk.started()
    await desk.play_out(game)
    async with running(desk, seals) as tree:
        before = (await tree.proofs.head(game, None, None, None)).proof
        assert erase(desk.store, "bob") == [game]
    desk.restart()
    async with running(desk, seals) as tree:
        proven = await tree.proofs.head(game, None, None, None)
        assert tree.checkpoints.altered is None
        assert proven.proof == before
        assert proven.proof.holds(proven.head.statement())


async def test_a_game_that_goes_on_from_another_one_has_leaves_of_its_own(desk, seals):
    game = await desk.started(options=(("length", "long"),))
    for player in (ANN, BOB):
        await desk.move(player, game, "make_bid 1")
    await desk.play_out(game)
    fork = (await desk.forks.fork(ANN, request(), game, 4, ())).live
    async with running(desk, seals) as tree:
        for one in (game, fork.id):
            for revision in range(1, (await desk.games.get(one)).game.revision + 1):
                proven = await tree.proofs.head(one, ANN, revision, None)
                assert proven.proof.holds(proven.head.statement())
        assert (await tree.proofs.checkpoint(None)).checkpoint.size == len(leaves(desk.store))
