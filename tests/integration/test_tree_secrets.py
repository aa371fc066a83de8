"""What the tree of heads tells of a game: that it went on, and nothing that somebody may not know yet."""

import json

import pytest

from quarterdeck_rules.conduct.terms import Terms
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.audit.checkpoints import Checkpoints
from quarterdeck_server.audit.proofs import Proofs
from quarterdeck_server.audit.seals import SealKeys
from quarterdeck_server.key_folder import KeyFolder
from tests.desk import ANN, BOB, DORA, EVE, Desk, Hands, rejected

LATE = Terms(spectator_delay=60_000)


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
async def desk(any_store, hands):
    opened = Desk(any_store, clock=hands)
    yield opened
    await opened.close()


@pytest.fixture
async def proofs(desk, tmp_path, hands):
    folder = KeyFolder(tmp_path / "seals")
    folder.new_if_none()
    checkpoints = Checkpoints(desk.store, SealKeys(folder), hands, 0.05)
    await checkpoints.start()
    yield Proofs(desk.store, desk.reads, checkpoints)
    await checkpoints.stop()


def revision_of(proven):
    head, _, fields = proven.head.statement().partition(b"\n")
    assert head == b"quarterdeck.head.v1"
    told = json.loads(fields)
    assert list(told) == ["game", "revision", "number", "link"]
    assert len(told["link"]) == 64
    return told["revision"]


async def test_who_is_delayed_gets_no_proof_of_what_is_held_back(desk, proofs, hands):
    game_id = await desk.started(terms=LATE)
    for player in (ANN, BOB):
        hands.forward(10)
        await desk.move(player, game_id, "make_bid 1")
    for caller in (None, EVE):
        assert revision_of(await proofs.head(game_id, caller, None, None)) == 4
        for ahead in (5, 6, 7):
            rejection = await rejected(proofs.head(game_id, caller, ahead, None), Kind.REVISION_NOT_AVAILABLE)
            assert rejection.revision == 4
            await rejected(proofs.head(game_id, caller, ahead, 6), Kind.REVISION_NOT_AVAILABLE)
    for caller in (ANN, BOB, DORA):
        assert revision_of(await proofs.head(game_id, caller, None, None)) == 6
    hands.forward(50)
    assert revision_of(await proofs.head(game_id, EVE, None, None)) == 5
    hands.forward(10)
    assert revision_of(await proofs.head(game_id, EVE, None, None)) == 6
