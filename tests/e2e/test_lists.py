"""What clients read page by page: events, components, and the games of a player."""

import json

import grpc
import pytest
from google.protobuf.json_format import MessageToDict

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import title_service_pb2
from quarterdeck_rules.titles import TITLES
from tests.serving import rejected, serving
from tests.toy import TOY

Code = grpc.StatusCode


async def events(client, game_id, **fields):
    return await client.call("ListEvents", pb.ListEventsRequest, game_id=game_id, **fields)


async def all_events(client, game_id, size, **fields):
    listed, token = [], ""
    while True:
        page = await events(client, game_id, page_size=size, page_token=token, **fields)
        assert len(page.events) <= size
        listed += page.events
        token = page.next_page_token
        if not token:
            return listed


async def components(client, **fields):
    return await client.titles.ListComponents(title_service_pb2.ListComponentsRequest(**fields), timeout=10)


@pytest.mark.parametrize("size", [1, 3, 1000])
async def test_the_events_of_a_game_are_those_of_its_stream_page_by_page(table, size):
    game_id, ann, bob = await table.started()
    await table.play_out(game_id, ann, bob)
    for viewer in (ann, bob, table.client()):
        streamed = [message.revision for message in await viewer.watch(game_id).rest() if message.HasField("revision")]
        listed = await all_events(viewer, game_id, size)
        assert [one.event for one in listed] == [event for revision in streamed for event in revision.events]
        assert [(one.revision, one.place) for one in listed] == [
            (revision.number, place) for revision in streamed for place in range(1, len(revision.events) + 1)
        ]
        assert all(one.receive_time.seconds for one in listed)


async def test_an_event_has_the_same_place_for_every_viewer_and_what_holds_the_seed_has_none(table):
    game_id, ann, bob = await table.started()
    await ann.submit(game_id, "4.1", "make_bid 2")
    own, others = await all_events(ann, game_id, 100), await all_events(bob, game_id, 100)
    assert [(one.revision, one.place) for one in own] == [(one.revision, one.place) for one in others]
    assert {one.event.kind for one in own}.isdisjoint({"seeded", "closed"})


async def test_events_are_listed_from_one_revision_to_another(table):
    game_id, ann, _ = await table.started()
    page = await events(ann, game_id, start_revision=2, end_revision=3)
    assert ([one.revision for one in page.events], page.end_revision) == ([2, 3], 3)
    await rejected(events(ann, game_id, start_revision=3, end_revision=2), Code.INVALID_ARGUMENT, "FIELD_INVALID")
    for fields in ({"start_revision": 5}, {"end_revision": 5}):
        await rejected(events(ann, game_id, **fields), Code.OUT_OF_RANGE, "REVISION_NOT_AVAILABLE")
    await rejected(events(ann, game_id, page_size=1001), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_pages_of_events_end_at_the_revision_of_the_first_one(table):
    game_id, ann, _ = await table.started()
    first = await events(ann, game_id, page_size=1)
    await ann.submit(game_id, "4.1", "make_bid 2")
    rest = await events(ann, game_id, page_token=first.next_page_token)
    assert (first.end_revision, rest.end_revision, rest.events[-1].revision) == (4, 4, 4)
    await rejected(
        events(ann, game_id, page_token=first.next_page_token, start_revision=2),
        Code.INVALID_ARGUMENT,
        "FIELD_INVALID",
    )


async def test_games_are_listed_by_player(table):
    game_id, ann, _ = await table.started()
    other = (await ann.create()).game_id
    listed = await ann.call("ListGames", pb.ListGamesRequest, player="bob")
    assert [game.game_id for game in listed.games] == [game_id]
    assert not (await ann.call("ListGames", pb.ListGamesRequest, player="eve")).games
    assert [game.game_id for game in (await ann.call("ListGames", pb.ListGamesRequest)).games] == [game_id, other]


async def test_components_come_with_their_values_status_and_source(table):
    page = await components(table.client(), title="toy")
    low, high = page.components
    assert (low.table, low.component_id, low.source) == ("cards", "low", "the toy's box")
    assert (low.status, high.status) == (
        title_service_pb2.COMPONENT_STATUS_PRINTED,
        title_service_pb2.COMPONENT_STATUS_RECONSTRUCTED,
    )
    assert MessageToDict(low.fields) == {"values": [1, 2, 3, 4]}
    assert (low.words, list(low.parts)) == ("low", [])
    assert list(page.tables) == ["cards"]


async def test_a_game_keeps_its_component_set_and_tells_it_when_the_box_has_changed(tmp_path):
    async with serving(tmp_path) as table:
        ann = table.client("ann")
        game_id = (await ann.create()).game_id
        old = await components(ann, title="toy")
    corrected = tmp_path / "corrected.toml"
    corrected.write_text('[[cards]]\nid = "high"\nstatus = "printed"\nsource = "the box"\nvalues = [40]\n')
    async with serving(tmp_path, components={"toy": corrected}) as table:
        ann = table.client("ann")
        kept = (await ann.call("GetGame", pb.GetGameRequest, game_id=game_id)).component_set
        assert await components(ann, title="toy", component_set=kept) == old
        new = await components(ann, title="toy")
        assert new.component_set != kept
        assert MessageToDict(new.components[1].fields) == {"values": [40]}


async def test_unknown_titles_sets_and_tables_are_told_apart(tmp_path):
    async with serving(tmp_path, titles=[TOY, *TITLES.values()]) as table:
        client = table.client()
        await rejected(components(client, title="chess"), Code.NOT_FOUND, "TITLE_NOT_FOUND")
        foreign = (await components(client, title="cooper_island", page_size=1)).component_set
        for unknown in ("0" * 64, foreign):
            wanted = components(client, title="toy", component_set=unknown)
            await rejected(wanted, Code.NOT_FOUND, "COMPONENT_SET_NOT_FOUND")
        await rejected(components(client, title="toy", table="dice"), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_every_component_of_a_box_is_listed_as_its_files_write_it(tmp_path):
    async with serving(tmp_path, titles=TITLES.values()) as table:
        client = table.client()
        listed, token = [], ""
        while True:
            page = await components(client, title="cooper_island", page_size=50, page_token=token)
            listed += page.components
            token = page.next_page_token
            if not token:
                break
        canonical = json.loads(TITLES["cooper_island"].load_components(()).canonical)
        assert list(page.tables) == list(canonical)
        assert [(one.table, one.component_id) for one in listed] == [
            (name, entry["id"]) for name, entries in canonical.items() for entry in entries
        ]
        assert ".v1" not in "".join(str(one.fields) for one in listed)
        by_id = {(one.table, one.component_id): MessageToDict(one.fields) for one in listed}
        assert by_id["islets", "forest_draw"] == {"landscape": "forest", "action": {"do": "draw_tiles", "count": 1}}
        assert by_id["crate_spaces", "crate_place"] == {"action": {"do": "place_double_tile"}}
        boats = await components(client, title="cooper_island", table="boats")
        assert {one.table for one in boats.components} == {"boats"}
        told = {(one.component_id, part.path): part.words for one in listed for part in one.parts}
        assert told["H", "offers.0.one_of.0"] == "supply a cargo ship"
        assert told["B", "square_offers.0.one_of.0"] == "build an income boat for 2 less"
        assert told["S7", "flag.goal.measure"] == "empty storage spots"
        assert {one.words for one in boats.components} >= {"coin boat", "copy boat"}
        islet = next(one for one in listed if one.component_id == "forest_draw")
        assert list(islet.reconstructed_fields) == ["landscape"]
