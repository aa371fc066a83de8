"""Games that go on from how another one stood, over the wire and by the command line, in both titles."""

import json

import grpc
import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck.v1 import director_service_pb2 as directors
from quarterdeck.v1 import director_service_pb2_grpc, replay_service_pb2_grpc
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import replay_service_pb2 as replays
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving
from tests.terminal import Terminal

STARTED = 4
MOVES = 14
Code = grpc.StatusCode

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def table(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=0.5, drain_seconds=1) as served:
        yield served


async def fork(client, game_id, **fields):
    request = replays.ForkGameRequest(request_id=new_id(), game_id=game_id, **fields)
    stub = replay_service_pb2_grpc.ReplayServiceStub(client.channel)
    return await stub.ForkGame(request, metadata=client.metadata)


async def void(table, game_id):
    dora = table.client("dora", Role.DIRECTOR)
    request = directors.VoidGameRequest(request_id=new_id(), game_id=game_id, reason="enough")
    await director_service_pb2_grpc.DirectorServiceStub(dora.channel).VoidGame(request, metadata=dora.metadata)


async def play_some(game_id, *players):
    """Moves from the middle of each list."""
    for _ in range(MOVES):
        seat = (await players[0].position(game_id)).open_decisions[0].seat
        listed = (await players[seat].legal(game_id)).moves
        chosen = listed[len(listed) // 2]
        await players[seat].submit(game_id, chosen.decision_id, chosen.move.notation)


async def shown(client, game_id, revision):
    """All that a client sees at a revision that hangs on the game alone: what is asked has other names elsewhere."""
    position = await client.position(game_id, revision=revision)
    legal = await client.legal(game_id, revision=revision, page_size=1000)
    sheet = await client.call("GetScoreSheet", pb.GetScoreSheetRequest, game_id=game_id, revision=revision)
    asked = [(one.seat, one.kind, one.decision, one.words, one.rule) for one in position.open_decisions]
    moves = [(one.kind, one.anytime, one.move, one.words) for one in legal.moves]
    seat = position.viewer_seat if position.HasField("viewer_seat") else None
    return (
        position.position.SerializeToString(deterministic=True),
        (position.status, list(position.players), position.component_set, seat),
        (asked, moves, list(legal.counts)),
        (sheet.score_sheet, list(sheet.lines), list(sheet.standings)),
    )


@pytest.mark.parametrize("title", TITLES)
async def test_a_fork_shows_every_viewer_what_its_parent_did(table, title):
    game_id, ann, bob = await table.started(title=title)
    await play_some(game_id, ann, bob)
    onlooker = table.client()
    await void(table, game_id)
    last = (await ann.position(game_id)).revision
    before = await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, page_size=1000)
    for revision in range(STARTED, last):
        made = await fork(ann, game_id, revision=revision, seats=[0])
        await bob.join(made.game_id)
        await bob.start(made.game_id)
        for client in (ann, bob, onlooker):
            assert await shown(client, made.game_id, 3) == await shown(client, game_id, revision)
        about = await onlooker.call("GetGame", pb.GetGameRequest, game_id=made.game_id)
        assert (about.forked.parent, about.forked.revision) == (game_id, revision) == (game_id, made.parent_revision)
        assert about.summary.practice
        assert about.summary.creator == "ann"
    made = await fork(ann, game_id, seats=[0])
    await bob.join(made.game_id)
    await bob.start(made.game_id)
    await play_some(made.game_id, ann, bob)
    assert await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, page_size=1000) == before
    parent = await onlooker.call("GetGame", pb.GetGameRequest, game_id=game_id)
    assert (parent.revision, parent.HasField("forked")) == (last, False)


async def test_its_first_revision_tells_what_came_before_as_each_may_see_it(table):
    game_id, ann, bob = await table.started(title="puerto_rico")
    await play_some(game_id, ann, bob)
    await void(table, game_id)
    made = await fork(bob, game_id, revision=10, seats=[1])
    events = made.revision.events
    kinds = [event.kind for event in events]
    assert (kinds[0], kinds[-3:]) == ("created", ["forked", "terms_set", "joined"])
    parent = await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, end_revision=10, page_size=1000)
    own = [one.event for one in parent.events if one.event.HasField("puerto_rico")]
    assert [event.puerto_rico for event in events if event.HasField("puerto_rico")] == [one.puerto_rico for one in own]
    (forked,) = [event for event in events if event.HasField("forked")]
    assert forked.words == f"the game goes on from revision 10 of game {game_id}"


async def test_who_may_not_is_told_why_in_words_and_for_programs(table):
    game_id, ann, _ = await table.started(title="puerto_rico")
    refused = await rejected(fork(ann, game_id), Code.FAILED_PRECONDITION, "OTHERS_PLAY")
    assert dict(refused["ErrorInfo"].metadata) == {"rule": "QD-FORK-1", "seats": "1", "revision": "4", "retry": "false"}
    assert "others hold seats of it: 1" in refused["LocalizedMessage"].message
    await rejected(fork(table.client(), game_id), Code.UNAUTHENTICATED, "TOKEN_MISSING")
    await rejected(fork(ann, game_id, seats=[0], all_seats=True), Code.INVALID_ARGUMENT, "FIELD_INVALID")


async def test_a_whole_game_fits_into_the_first_message_of_a_fork(table):
    game_id, ann, bob = await table.started(title="puerto_rico", practice=True, seed="whole")
    await table.play_out(game_id, ann, bob)
    made = await fork(ann, game_id, all_seats=True)
    listed = await ann.call("ListEvents", pb.ListEventsRequest, game_id=game_id, page_size=1000)
    last = (await ann.position(game_id)).revision
    facts = [one.event for one in listed.events if one.event.HasField("puerto_rico") and one.revision < last]
    assert [event.puerto_rico for event in made.revision.events if event.HasField("puerto_rico")] == [
        fact.puerto_rico for fact in facts
    ]
    assert len(facts) > 300
    assert made.ByteSize() < 100_000, "gRPC takes 4 MB unless it is told otherwise"
    seen = await ann.watch(made.game_id).read()
    assert seen.revision == made.revision


async def test_the_command_line_makes_one_and_its_file_is_verified_without_the_server(table, tmp_path):
    terminal = Terminal(table)
    game_id = (await terminal.done("Ada", "new", "puerto_rico", "--seats", "2")).strip()
    await terminal.done("Ada", "join", game_id, "--seat", "1")
    ran = await terminal.run("Ada", "fork", game_id, "--hot-seat")
    assert (ran.code, ran.err.strip()) == (Exit.DONE, f"It goes on from revision 4 of game {game_id}, and has started.")
    fork_id = ran.out.strip()
    shown = json.loads(await terminal.done("Ada", "show", fork_id, "--json"))
    assert (shown["players"], shown["status"]) == (["Ada", "Ada"], "GAME_STATUS_ACTIVE")
    ran = await terminal.run("Bo", "fork", game_id, "--at", "4", "--seat", "1")
    assert (ran.code, "others hold seats of it: 0, 1" in ran.err) == (Exit.REFUSED, True)
    drawn = (await terminal.done("Ada", "show", fork_id)).splitlines()
    assert drawn[:2] == [f"Game {fork_id}, revision 2, active", f"It goes on from game {game_id}, revision 4."]
    await void(table, fork_id)
    file, keys = tmp_path / "fork.qdgame", tmp_path / "keys.pem"
    await terminal.done(None, "export", fork_id, "--output", str(file))
    keys.write_text(await terminal.done(None, "seal-keys"))
    told = (await terminal.done(None, "verify", str(file), "--key", str(keys))).splitlines()
    assert told[0] == f"{file}: exact"
    assert f"  it goes on from game {game_id}, revision 4, whose file may be given before this one" in told
    parent = tmp_path / "parent.qdgame"
    await void(table, game_id)
    await terminal.done(None, "export", game_id, "--output", str(parent))
    both = (await terminal.done(None, "verify", str(parent), str(file), "--key", str(keys))).splitlines()
    assert f"  it goes on from game {game_id}, revision 4, as the file of that game says" in both
    ran = await terminal.run("Ada", "fork", fork_id, "--hot-seat", "--seat", "1")
    assert ran.code == Exit.USAGE
    ran = await terminal.run("Bo", "fork", fork_id, "--at", "2", "--seat", "5")
    assert (ran.code, "--seat: the game has 2 seats, counted from 0" in ran.err) == (Exit.USAGE, True), ran.err
    seats = (await terminal.done("Bo", "fork", fork_id, "--at", "2", "--seat", "1")).strip()
    assert json.loads(await terminal.done(None, "show", seats, "--json"))["players"] == ["", "Bo"]
