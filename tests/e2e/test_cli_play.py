"""People and bots at a table of the command line, against a real server."""

import asyncio
import io
import json

import pytest
from google.protobuf import json_format
from rich.console import Console

from quarterdeck.cli.exits import Exit
from quarterdeck.cli.sitting import Sitting
from quarterdeck.client import Desk
from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from tests.serving import serving
from tests.terminal import Terminal

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


async def test_two_people_play_a_whole_game_by_numbers(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "numbers")).strip()
    ada = asyncio.create_task(terminal.done("Ada", "play", game_id, lines="1\n" * 5000))
    await terminal.done("Bo", "join", game_id)
    watching = asyncio.create_task(terminal.done(None, "watch", game_id, "--from", "1", "--json"))
    bo = await terminal.done("Bo", "play", game_id, lines="1\n" * 5000)
    sheet = (await terminal.done(None, "score", game_id)).splitlines()
    for out in (await ada, bo):
        assert "The game has ended" in out
        assert out.splitlines()[-len(sheet) + 1 :] == sheet[1:]
    assert "Waiting for Ada" in bo
    assert "decides: use an income hand" in bo
    assert "> 1\n" in bo
    numbers = [json_format.Parse(line, play_pb2.Revision()).number for line in (await watching).splitlines()]
    game = json_format.Parse((await terminal.done(None, "show", game_id, "--json")), pb.GetPositionResponse())
    assert numbers == list(range(1, game.revision + 1))
    assert game.status == game_pb2.GAME_STATUS_ENDED
    # Who comes back is shown how it ended, and who looks on late as well.
    assert "The game has ended" in await terminal.done("Ada", "play", game_id)
    assert "1. " in await terminal.done(None, "watch", game_id)


async def test_a_move_is_typed_in_notation_and_a_refusal_comes_in_words_with_its_rule(terminal):
    game_id = await terminal.game()
    typed = (
        "place_worker normal A",
        "nonsense",
        "99",
        "",
        "perform place_double_tile",
        "place_tile forest-meadow C1 meadow F1 forest",
    )
    lines = "\n".join(typed)
    out = await terminal.done("Ada", "play", game_id, lines=lines)
    refusals = [" ".join(part.split("Ada>")[0].split()) for part in out.split("Refused: ")[1:]]
    assert "no answer to what is asked" in refusals[0]
    assert "QD-MOVE-3" in refusals[0]
    assert "nonsense" in refusals[1]
    assert "There are moves 1 to " in out
    assert "Ada decides: place a double tile" in out
    assert "CI-LAND-3" in refusals[2]
    assert "You leave the table" in out


async def test_at_the_table_one_asks_for_help_boards_score_log_and_kinds(terminal):
    game_id = await terminal.game()
    out = await terminal.done(
        "Ada", "play", game_id, lines="?\nb\ns\nl\nm\nk perform\nm\nk fly\nw\nw coin_boat\nw zebra\n\nq\n1\n"
    )
    # Once at the beginning, and when asked for.
    assert out.count("? this help") == 2
    assert out.count("│A1 Me1│") == 3
    assert "tie-break: " in out
    assert "the income phase begins" in out
    assert "There is no move of a kind like 'fly' now" in out
    assert "action: gain goods: coin" in out
    assert "nothing with a name like 'zebra'" in out
    assert "There are no more moves; the list has all " in out
    assert "w NAME tells what something does and costs" in out
    # What comes after leaving is not read.
    assert "Ada> 1" not in out


async def test_who_sits_down_early_waits_and_the_game_begins_when_all_are_there(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "early")).strip()
    ada = asyncio.create_task(terminal.done("Ada", "play", game_id, lines="q\n"))
    await terminal.done("Bo", "join", game_id, "--no-start")
    out = await ada
    assert "the income phase begins" in out or "Round 1" in out
    assert "Ada decides: " in out


async def test_a_last_seat_that_is_taken_while_the_table_is_looked_at_starts_the_game_as_well(terminal):
    game_id = (await terminal.done("Ada", "new")).strip()

    class Interrupted(Desk):
        def position(self, *arguments, **named):
            with Desk(terminal.table.address, terminal.token("Bo")) as bo:
                if "" in bo.game(game_id).summary.players:
                    bo.join_game(game_id)
            return super().position(*arguments, **named)

    def sit():
        out = Console(file=io.StringIO())
        with Interrupted(terminal.table.address, terminal.token("Ada")) as desk:
            return Sitting(desk, game_id, 0, out, lambda prompt: None).run()

    async with asyncio.timeout(60):
        assert not await asyncio.to_thread(sit)
    assert (await terminal.done("Ada", "show", game_id)).startswith(f"Game {game_id}, revision 4, active")


async def test_a_person_plays_a_whole_game_against_a_house_bot(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "bot")).strip()
    bot = asyncio.create_task(terminal.done("Robin", "bots", game_id, "--bot", "greedy", "--seed", "1"))
    out = await terminal.done("Ada", "play", game_id, lines="1\n" * 5000)
    assert "The game has ended" in out
    assert "The game has ended" in await bot
    result = json.loads(await terminal.done(None, "score", game_id, "--json"))
    assert result["final"]
    assert {"Ada", "Robin"} <= set(out.replace(":", " ").split())


async def test_a_bot_that_was_stopped_goes_on_at_its_seat_when_no_game_is_named(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "again")).strip()
    await terminal.done("Robin", "join", game_id)
    bot = asyncio.create_task(terminal.run("Robin", "bots", "--bot", "random"))
    assert "The game has ended" in await terminal.done("Ada", "play", game_id, lines="1\n" * 5000)
    resumed = await bot
    assert (resumed.code, resumed.out.splitlines()[0]) == (Exit.DONE, f"The random bot has seat 1 of game {game_id}.")


async def test_who_has_a_seat_already_is_told_so_when_he_joins(terminal):
    game_id = (await terminal.done("Ada", "new")).strip()
    ran = await terminal.run("Ada", "join")
    assert ran.code == Exit.USAGE
    assert "you have a seat already" in " ".join(ran.err.split())
    assert game_id in ran.err


async def test_a_bot_that_nobody_knows_is_refused(terminal):
    game_id = (await terminal.done("Ada", "new")).strip()
    ran = await terminal.run("Robin", "bots", game_id, "--bot", "hal")
    assert ran.code == Exit.USAGE
    assert "hal" in ran.err
