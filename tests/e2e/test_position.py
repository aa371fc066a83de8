"""One call draws the table: what a position says beside the position itself."""

import grpc
import pytest

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from tests.serving import rejected, serving
from tests.toy import TOY


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path, [TOY, *TITLES.values()]) as served:
        yield served


@pytest.mark.parametrize("name", ["toy", *TITLES])
async def test_a_position_names_its_title_its_players_and_its_component_set(table, name):
    seats = 2 if name == "toy" else min(TITLES[name].seat_counts)
    players = [f"player {seat}" for seat in range(seats)]
    clients = [table.client(player) for player in players]
    game_id = (await clients[0].create(title=name, seats=seats)).game_id
    waiting = await clients[0].position(game_id)
    assert (waiting.title, list(waiting.players)) == (name, [""] * seats)
    for client in clients:
        await client.join(game_id)
    await clients[0].start(game_id)
    known = await clients[0].call("GetGame", pb.GetGameRequest, game_id=game_id)
    assert known.component_set
    for viewer in (*clients, table.client()):
        position = await viewer.position(game_id)
        assert position.title == known.summary.title == name
        assert list(position.players) == list(known.summary.players) == players
        assert position.component_set == known.component_set == waiting.component_set
    # As it was: seats that were open then are open there.
    assert list((await clients[0].position(game_id, revision=2)).players) == [players[0], *[""] * (seats - 1)]


async def test_revision_0_is_the_first_of_a_range_and_no_revision_of_its_own(table):
    game_id, ann, _ = await table.started()
    stream = ann.watch(game_id, start_revision=0)
    assert (await stream.read()).revision.number == 1
    stream.cancel()
    listed = await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, start_revision=0)
    assert listed.events[0].revision == 1
    for refused in (
        ann.position(game_id, revision=0),
        ann.legal(game_id, revision=0),
        ann.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id, revision=0),
    ):
        await rejected(refused, grpc.StatusCode.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")
