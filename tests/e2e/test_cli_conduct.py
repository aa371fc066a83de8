"""Commands beside the moves, as processes against a real server: terms, undo, agreements, leaving, directors."""

import json

import pytest

from quarterdeck.cli.exits import Exit
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving
from tests.terminal import Terminal

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


def director(terminal):
    return {"QUARTERDECK_TOKEN": terminal.table.service.tokens.issue("Dora", Role.DIRECTOR, 600)}


async def test_a_game_is_made_under_terms_and_shows_how_it_stands(terminal):
    wanted = ("--clock", "1800+15", "--undo", "consent", "--on-timeout", "forfeit", "--spectator-delay", "90")
    game_id = (await terminal.done("Ada", "new", "puerto_rico", *wanted)).strip()
    await terminal.done("Bo", "join", game_id)
    told = (await terminal.done("Ada", "conduct", game_id)).splitlines()
    assert told[:4] == [
        "undo: if all others agree",
        "spectators see it 1 min 30 s later",
        "clocks: 1800 s for the game, 15 s more with each turn",
        "on time-out: the seat leaves the game",
    ]
    # Who begins is drawn.
    runs, stands = sorted(line.partition(": ")[2] for line in told[4:6])
    assert runs.startswith("runs until 20")
    assert stands == "stands at 30 min"
    found = json.loads(await terminal.done(None, "conduct", game_id, "--json"))
    assert found["conduct"]["terms"]["clock"]["bank"] == {"seconds": 1800, "increment": 15}


@pytest.mark.parametrize("clock", ["soon", "10+", "2d@8-9", "2d@08:00-22:00", "1" * 30])
async def test_a_clock_that_cannot_be_read_is_told_with_what_can(terminal, clock):
    ran = await terminal.run("Ada", "new", "--clock", clock)
    assert ran.code == Exit.USAGE
    assert "--clock" in ran.err


async def test_a_clock_that_the_service_does_not_take_is_told_as_its_option(terminal):
    ran = await terminal.run("Ada", "new", "--clock", "2d@08:00-22:00/Nowhere")
    assert (ran.code, ran.err.strip()) == (
        Exit.USAGE,
        "quarterdeck: --clock clock.correspondence.time_zone: no time zone is called 'Nowhere'",
    )


async def test_moves_are_taken_back_and_brought_back(terminal):
    game_id = (await terminal.done("Ada", "new", "puerto_rico", "--seed", "cli")).strip()
    await terminal.done("Bo", "join", game_id)
    ran = await terminal.run("Ada", "undo", game_id)
    assert ran.code == Exit.REFUSED
    assert "no move came after revision" in ran.err
    ada = terminal.table.client("Ada")
    asked = (await ada.position(game_id)).open_decisions[0]
    governor = ("Ada", "Bo")[asked.seat]
    await terminal.table.client(governor).submit(game_id, asked.decision_id, "take_role builder")
    assert "takes moves back: the game stands as after revision" in await terminal.done(governor, "undo", game_id)
    assert f"{governor} has taken moves back 1 times" in await terminal.done(None, "conduct", game_id)
    assert "has moves count again" in await terminal.done(governor, "redo", game_id)


async def test_all_agree_to_end_a_game(terminal):
    game_id = await terminal.game()
    ran = await terminal.run("Bo", "agree", game_id)
    assert (ran.code, ran.err.strip()) == (Exit.REFUSED, "quarterdeck: nothing is proposed")
    assert await terminal.done("Ada", "abandon", game_id) == "Ada proposes to end the game without a result\n"
    assert "the proposal is declined by Bo" in await terminal.done("Bo", "decline", game_id)
    await terminal.done("Ada", "abandon", game_id)
    assert "the proposal is withdrawn by Ada" in await terminal.done("Ada", "withdraw", game_id)
    await terminal.done("Ada", "abandon", game_id)
    told = await terminal.done("Bo", "agree", game_id)
    assert told.splitlines() == ["Bo agrees", "the proposal is carried", "the game has ended"]


async def test_who_resigns_is_asked_whether_it_is_meant(terminal):
    game_id = await terminal.game()
    ran = await terminal.run("Ada", "resign", game_id, lines="n\n")
    assert ran.code == Exit.REFUSED
    assert "leaves the game: resigned" in await terminal.done("Ada", "resign", game_id, "--yes")


async def test_a_seat_s_view_is_shared_and_no_longer(terminal):
    game_id = await terminal.game()
    ran = await terminal.run(None, "show", game_id, "--seat", "0")
    assert ran.code == Exit.NOT_ALLOWED
    told = await terminal.done("Ada", "share-view", game_id)
    assert told == "Ada lets spectators look from its seat: yes\n"
    assert "Ada lets spectators look from its seat\n" in await terminal.done(None, "conduct", game_id)
    assert json.loads(await terminal.done(None, "show", game_id, "--seat", "0", "--json"))["viewer_seat"] == 0
    ran = await terminal.run("Ada", "share-view", game_id)
    assert (ran.code, ran.err.strip()) == (
        Exit.REFUSED,
        "quarterdeck: spectators may look from this seat already (Ada) [rule QD-VIEW-1]",
    )
    told = await terminal.done("Ada", "unshare-view", game_id)
    assert told == "Ada lets spectators look from its seat: no\n"
    ran = await terminal.run(None, "show", game_id, "--seat", "0")
    assert ran.code == Exit.NOT_ALLOWED


async def test_the_house_bot_fills_a_seat(terminal):
    game_id = (await terminal.done("Ada", "new", "cooper_island")).strip()
    assert await terminal.done("Ada", "house-bot", game_id) == "(house bot) takes a seat over\n"
    ran = await terminal.run("Ada", "house-bot", game_id)
    assert ran.code == Exit.USAGE
    assert "no seat of the game is free" in ran.err


async def test_whether_a_request_was_applied_can_be_asked(terminal):
    ran = await terminal.run("Ada", "applied", "no-such-request")
    assert (ran.code, ran.out) == (Exit.REFUSED, "not applied; sent again unchanged, it is applied once\n")


async def test_directors_direct(terminal):
    game_id = await terminal.game()
    ran = await terminal.run("Ada", "direct", "pause", game_id, "--reason", "lunch")
    assert ran.code == Exit.NOT_ALLOWED
    acts = {
        ("pause", "--reason", "fire alarm"): "Dora pauses the game: fire alarm",
        ("resume", "--reason", "false alarm"): "Dora has the game go on: false alarm",
        ("replace", "--seat", "0", "--player", "Cy", "--reason", "ill"): "Cy takes a seat over (ill)",
        ("force", "--seat", "0", "--reason", "late"): "a move is made for Cy, because a director says so: late",
        (
            "undo",
            "--to",
            "4",
            "--reason",
            "a slip",
        ): "Dora takes moves back (a slip): the game stands as after revision",
        ("adjudicate", "--rank", "2", "--rank", "1", "--reason", "enough"): "Dora gives the result: enough",
    }
    for arguments, told in acts.items():
        act, *options = arguments
        out = await terminal.done(None, "direct", act, game_id, *options, environment=director(terminal))
        assert out.splitlines()[0].startswith(told)
    ran = await terminal.run(None, "direct", "void", game_id, "--reason", "r", environment=director(terminal))
    assert (ran.code, ran.err.strip()) == (Exit.REFUSED, "quarterdeck: the game has ended [rule QD-DIRECT-2]")
