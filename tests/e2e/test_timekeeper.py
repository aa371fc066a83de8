"""The service sees to what is due by itself: bots that hold seats, clocks, and what was due while nobody served."""

import asyncio

import grpc

from quarterdeck.v1 import conduct_pb2, game_pb2
from quarterdeck.v1 import director_service_pb2 as directors
from quarterdeck.v1 import director_service_pb2_grpc as director_stubs
from quarterdeck.v1 import referee_service_pb2 as pb
from quarterdeck.v1 import referee_service_pb2_grpc as stubs
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import new_id, rejected, serving
from tests.toy import TOY

EACH_SECOND = conduct_pb2.Terms(clock=conduct_pb2.Clock(per_move=conduct_pb2.PerMove(seconds=1)))


async def until(found, seconds=20):
    """What this gives, once it gives something."""
    async with asyncio.timeout(seconds):
        while (value := await found()) is None:  # noqa: ASYNC110  (there is nothing to be told by)
            await asyncio.sleep(0.05)
        return value


async def ended(client, game_id):
    position = await client.position(game_id)
    return position if position.status == game_pb2.GAME_STATUS_ENDED else None


async def with_house_bots(client, title, seats):
    """A game of the client's with house bots on all other seats, started."""
    game_id = (await client.create(title=title, seats=seats)).game_id
    await client.join(game_id)
    referee = stubs.RefereeServiceStub(client.channel)
    for seat in range(1, seats):
        asked = pb.SeatHouseBotRequest(request_id=new_id(), game_id=game_id, seat=seat)
        await referee.SeatHouseBot(asked, metadata=client.metadata)
    await client.start(game_id)
    return game_id


async def test_house_bots_play_by_themselves_when_a_person_has_moved(tmp_path):
    async with serving(tmp_path) as table:
        ann = table.client("ann")
        game_id = await with_house_bots(ann, "toy", 3)
        for _ in range(3):
            position = await until(lambda: own_turn(ann, game_id))
            legal = (await ann.legal(game_id)).moves[0]
            await ann.submit(game_id, legal.decision_id, legal.move.notation)
            assert position.players == ["ann", "(house bot)", "(house bot)"]
        assert (await until(lambda: ended(ann, game_id))).result.reason == "PLAYED_OUT"


async def own_turn(client, game_id):
    position = await client.position(game_id)
    return position if any(one.seat == 0 for one in position.open_decisions) else None


async def test_house_bots_play_whole_games_of_every_title(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table:
        ann = table.client("ann")
        for title in TITLES:
            game_id = await with_house_bots(ann, title, 2)
            referee = stubs.RefereeServiceStub(ann.channel)
            # Whoever leaves a game of two has lost it; the bot at the other seat has played up to then.
            await until(lambda game_id=game_id: own_turn(ann, game_id))
            answer = await referee.Resign(pb.ResignRequest(request_id=new_id(), game_id=game_id), metadata=ann.metadata)
            assert [event.kind for event in answer.revision.events] == ["seat_left", "ended"]


async def test_a_clock_that_runs_out_is_seen_to_without_anybody_asking(tmp_path):
    async with serving(tmp_path) as table:
        game_id, ann, bob = await table.started(terms=EACH_SECOND)
        seen = []
        async with asyncio.timeout(20):
            async for message in bob.watch(game_id, start_revision=5).call:
                seen += [event.kind for event in message.revision.events]
                if "timed_out" in seen:
                    break
        assert seen[:3] == ["timed_out", "move_forced", "bid_made"]
        assert (await ann.position(game_id)).revision >= 5


async def test_what_was_due_while_nobody_served_is_seen_to_after_the_start(tmp_path):
    async with serving(tmp_path) as table:
        game_id, _, _ = await table.started(terms=EACH_SECOND)
    await asyncio.sleep(1.1)
    async with serving(tmp_path) as table:
        ann = table.client("ann")
        assert (await until(lambda: ended(ann, game_id))).result.reason == "PLAYED_OUT"


async def test_a_paused_game_waits_for_its_director(tmp_path):
    async with serving(tmp_path, (TOY,)) as table:
        game_id, ann, _ = await table.started()
        dora = table.client("dora", Role.DIRECTOR)
        director = director_stubs.DirectorServiceStub(dora.channel)
        asked = directors.PauseGameRequest(request_id=new_id(), game_id=game_id, reason="fire alarm")
        paused = await director.PauseGame(asked, metadata=dora.metadata)
        assert paused.revision.events[0].words == "dora pauses the game: fire alarm"
        details = await rejected(
            ann.submit(game_id, "4.1", "make_bid 1"), grpc.StatusCode.FAILED_PRECONDITION, "GAME_PAUSED"
        )
        assert details["LocalizedMessage"].message == "a director has paused the game [rule QD-PAUSE-1]"
