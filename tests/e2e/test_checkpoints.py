"""Checkpoints of server processes: of one that is killed, and of two on one database."""

import asyncio
from itertools import pairwise

import psycopg
import pytest

from quarterdeck.v1 import audit_service_pb2 as pb
from quarterdeck.v1 import audit_service_pb2_grpc
from quarterdeck_rules.book.checkpoints import Checkpoint, goes_on
from quarterdeck_rules.book.tree import is_included, leaf_of
from quarterdeck_server.audit.seals import Trust, keys_in
from quarterdeck_server.store.postgres import PostgresStore
from tests.e2e import test_replicas
from tests.e2e.test_process import ENVIRONMENT, process, token
from tests.integration.test_checkpoints import leaves
from tests.serving import Client
from tests.unit.test_tree import mth

pytestmark = pytest.mark.timeout(180)

clients, replicas = test_replicas.clients, test_replicas.replicas


@pytest.fixture
def often(monkeypatch):
    monkeypatch.setitem(ENVIRONMENT, "QUARTERDECK_CHECKPOINT_SECONDS", "0.02")


class Auditor:
    """Asks for proofs, believes none, and remembers every checkpoint that it was given."""

    def __init__(self, client):
        self._calls = audit_service_pb2_grpc.AuditServiceStub(client.channel)
        self.seen: dict[int, pb.Checkpoint] = {}

    async def checkpoint(self, size=None):
        request = pb.GetCheckpointRequest() if size is None else pb.GetCheckpointRequest(size=size)
        return await self.believe((await self._calls.GetCheckpoint(request)).checkpoint)

    async def believe(self, told):
        """A checkpoint whose signature is right, and of which there is no other."""
        keys = (await self._calls.ListSealKeys(pb.ListSealKeysRequest())).keys
        trust = Trust(key for one in keys for key in keys_in(one.pem.encode()))
        assert trust.check(told.key, as_kept(told).statement(), told.signature)
        assert self.seen.setdefault(told.size, told) == told
        return told

    async def see_game(self, game_id, revisions):
        """See that every head of a game is in the tree; the places of the leaves, in order."""
        places = []
        for revision in range(1, revisions + 1):
            told = await self._calls.ProveInclusion(pb.ProveInclusionRequest(game_id=game_id, revision=revision))
            under = await self.believe(told.checkpoint)
            assert f'"game":"{game_id}","revision":{revision},'.encode() in told.statement
            assert is_included(leaf_of(told.statement), told.place, under.size, told.path, under.root)
            places.append(told.place)
        return places

    async def see_growth(self):
        """See that each checkpoint goes on from the one before; how many there were."""
        sizes = sorted(self.seen)
        for first, second in pairwise(sizes):
            request = pb.ProveConsistencyRequest(first_size=first, second_size=second)
            told = await self._calls.ProveConsistency(request)
            assert told.checkpoint == self.seen[second]
            path = [node.hex() for node in told.path]
            assert goes_on(as_kept(self.seen[first]), as_kept(self.seen[second]), path)
        return len(sizes)


def as_kept(told):
    return Checkpoint(told.size, told.root.hex(), told.time)


@pytest.mark.parametrize("seconds", ["0.02", "3600"])
async def test_what_was_answered_before_a_server_was_killed_is_signed_by_the_next_one(tmp_path, monkeypatch, seconds):
    monkeypatch.setitem(ENVIRONMENT, "QUARTERDECK_CHECKPOINT_SECONDS", seconds)
    games: list[str] = []
    seen: dict[int, pb.Checkpoint] = {}
    for life in range(4):
        with process(tmp_path) as (server, address):
            ann = Client(address, token(tmp_path, "ann"))
            auditor = Auditor(ann)
            auditor.seen = seen
            for game_id in games:
                places = await auditor.see_game(game_id, 1)
                assert len(places) == 1
            games += [(await ann.create()).game_id for _ in range(3 + life)]
            if seconds != "3600":
                await auditor.see_game(games[-1], 1)
            server.kill()
            await ann.channel.close()
    with process(tmp_path) as (_, address):
        auditor = Auditor(Client(address))
        auditor.seen = seen
        assert sorted([place for game in games for place in await auditor.see_game(game, 1)]) == list(range(18))
        assert (await auditor.checkpoint()).size == 18
        assert await auditor.see_growth() >= 4


async def test_two_servers_on_one_database_have_one_tree_and_one_checkpoint_of_a_size(often, clients, database):
    auditors = [Auditor(one[0]) for one in clients]
    auditors[1].seen = auditors[0].seen
    playing = [asyncio.create_task(test_replicas.play(clients, test_replicas.persistent)) for _ in range(4)]
    while not all(one.done() for one in playing):
        for auditor in auditors:
            if auditor.seen or [*rows(database)]:
                await auditor.checkpoint()
        await asyncio.sleep(0.02)
    played = [one.result() for one in playing]
    for game_id, last, _, _ in played:
        places = [await auditor.see_game(game_id, last) for auditor in auditors]
        assert places[0] == places[1] == sorted(places[0])
    kept = rows(database)
    assert len(kept) > 2
    store = PostgresStore(database)
    every = leaves(store)
    store.close()
    for size, root in kept:
        assert root == mth(every[:size]).hex()
        assert [(await auditor.checkpoint(size)).root.hex() for auditor in auditors] == [root] * 2
    for auditor in auditors:
        assert await auditor.see_growth() == len(kept)


def rows(database):
    with psycopg.connect(database) as connection:
        return connection.execute("SELECT size, root FROM checkpoints ORDER BY size").fetchall()
