"""Bots against a real server: contests, and bots as processes."""

import asyncio
import os
import socket
import subprocess
import sys

import pytest

from quarterdeck.bots import RandomBot, contest, play_seat
from quarterdeck.bots.__main__ import main as run_bot
from quarterdeck.bots.contest import Contest
from quarterdeck.bots.greedy.valuations import VALUATIONS
from quarterdeck.cli.exits import Exit
from quarterdeck.client import AsyncDesk, Desk, Options
from quarterdeck.practice.service import ServiceProcess
from quarterdeck.v1.game_pb2 import GAME_STATUS_ENDED
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving
from tests.toy import TOY

TITLE = "cooper_island"


def token_of(table, player):
    return table.service.tokens.issue(player, Role.PLAYER, 600)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("title", VALUATIONS)
async def test_greedy_is_first_in_nearly_every_game_against_random_bots(tmp_path, title):
    async with serving(tmp_path, TITLES.values()) as table, AsyncDesk(table.address, token_of(table, "Ada")) as desk:
        results = await Contest(4, 4, "greedy", "random", "test", title).play(desk)
    assert sum(result.won for result in results) >= 3
    assert [result.seat for result in results] == [0, 1, 2, 3]
    assert min(result.points for result in results) > max(sum(result.others) / 3 for result in results)


@pytest.mark.timeout(120)
async def test_the_seed_decides_a_match(tmp_path):
    async with serving(tmp_path, TITLES.values()) as table, AsyncDesk(table.address, token_of(table, "Ada")) as desk:
        first = await Contest(2, 2, "greedy", "greedy", "test", TITLE, at_once=2).play(desk)
        second = await Contest(2, 2, "greedy", "greedy", "test", TITLE, at_once=1).play(desk)
    assert [(one.points, one.others) for one in first] == [(one.points, one.others) for one in second]


async def test_the_program_of_matches_reports_wins_and_means(tmp_path, capsys, monkeypatch):
    monkeypatch.delenv("QUARTERDECK_TOKEN", raising=False)
    async with serving(tmp_path, TITLES.values()) as table:
        arguments = ["--address", table.address, "--games", "2", "--seats", "2", "--bot", "random"]
        arguments += ["--title", TITLE]
        assert await asyncio.to_thread(contest.main, [*arguments, "--token", token_of(table, "Ada")]) == 0
        assert "random won" in capsys.readouterr().out
        assert await asyncio.to_thread(contest.main, arguments) == Exit.NOT_ALLOWED
        assert "Sorry: " in capsys.readouterr().err


async def test_a_match_of_several_titles_wants_to_know_which_and_greedy_says_which_it_plays(tmp_path, capsys):
    async with serving(tmp_path, [TOY, *TITLES.values()]) as table:
        arguments = ["--address", table.address, "--token", token_of(table, "Ada"), "--games", "1", "--seats", "2"]
        assert await asyncio.to_thread(contest.main, arguments) == Exit.USAGE
        assert "--title" in capsys.readouterr().err
        toy = [*arguments, "--title", TOY.name, "--bot", "random"]
        assert await asyncio.to_thread(contest.main, [*toy, "--against", "greedy"]) == Exit.USAGE
        assert "the greedy bot does not play" in capsys.readouterr().err
        assert await asyncio.to_thread(contest.main, toy) == 0
        assert "random won" in capsys.readouterr().out


@pytest.mark.timeout(120)
async def test_a_bot_joins_waits_for_the_start_and_plays_its_seat_to_the_end(tmp_path, capsys):
    async with serving(tmp_path, TITLES.values()) as table:
        ada, ben = token_of(table, "Ada"), token_of(table, "Ben")

        def play() -> None:
            with Desk(table.address, ada) as desk:
                game = desk.create_game(TITLE, 2, seed="1")
                desk.join_game(game, 0)
                arguments = ["--address", table.address, "--game", game, "--seat", "1", "--token", ben]
                heard: list[str] = []
                bot = asyncio.run_coroutine_threadsafe(asyncio.to_thread(run_bot, [*arguments, "--start"]), loop)
                play_seat(desk, game, 0, RandomBot("1"), heard.append)
                assert bot.result(30) == 0
                assert desk.game(game).summary.status == GAME_STATUS_ENDED
                assert heard
                # Begun again after the end, it finds its seat and nothing to do.
                assert run_bot(arguments) == 0
                assert run_bot([*arguments[:3], "nothing", *arguments[4:]]) == Exit.NOT_FOUND

        loop = asyncio.get_running_loop()
        await asyncio.to_thread(play)
    output = capsys.readouterr()
    assert "The greedy bot has seat 1" in output.out
    assert "The game has ended" in output.out
    assert "Sorry: there is no such game" in output.err


@pytest.mark.timeout(180)
def test_bots_as_processes_outlive_a_restart_of_the_service(tmp_path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    service = ServiceProcess(address, tmp_path)
    running: list[subprocess.Popen[str]] = []
    try:
        service.wait_until_ready()
        tokens = [service.token(player) for player in ("Ada", "Ben")]
        with Desk(Options(address, tokens[0], attempts=20)) as desk:
            game = desk.create_game(TITLE, 2, seed="1")
            for seat, name in enumerate(("greedy", "random")):
                command = [sys.executable, "-m", "quarterdeck.bots", "--bot", name, "--address", address]
                environment = {**os.environ, "QUARTERDECK_TOKEN": tokens[seat]}
                running.append(
                    subprocess.Popen(
                        [*command, "--game", game, "--seat", str(seat)],
                        env=environment,
                        stdout=subprocess.PIPE,
                        text=True,
                    )
                )
            watched = desk.watch(game)
            assert sum(revision.events[0].kind == "joined" for revision in (next(watched) for _ in range(3))) == 2
            desk.start_game(game)
            for revision in watched:
                if revision.number in (30, 60):
                    service._process.kill()
                    service.wait()
                    service = ServiceProcess(address, tmp_path)
            assert [process.wait(60) for process in running] == [0, 0]
            assert desk.game(game).result.reason == "PLAYED_OUT"
    finally:
        for process in running:
            process.kill()
            process.communicate()
        service.end()


@pytest.mark.timeout(120)
async def test_a_bot_that_cannot_play_says_why_with_the_exit_codes_of_the_command_line(tmp_path, capsys):
    async with serving(tmp_path, TITLES.values()) as table:
        for token, code in ((token_of(table, "Ada"), Exit.NOT_FOUND), ("no token", Exit.NOT_ALLOWED)):
            arguments = ["--address", table.address, "--game", "nothing", "--token", token]
            assert await asyncio.to_thread(run_bot, arguments) == code
            said = capsys.readouterr()
            assert said.err.startswith("Sorry: ")
            assert "Sorry" not in said.out


@pytest.mark.timeout(120)
async def test_a_bot_that_chooses_nothing_is_told_in_one_line_with_its_name(tmp_path, capsys, monkeypatch):
    (tmp_path / "silent_bot.py").write_text(
        "class SilentBot:\n"
        "    def __init__(self, seed, components):\n"
        "        pass\n\n"
        "    def choose(self, moves, position):\n"
        "        return None\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    async with serving(tmp_path / "data", TITLES.values()) as table:
        shared = ["--address", table.address, "--token", token_of(table, "Ada"), "--bot", "silent_bot:SilentBot"]
        played = [*shared, "--games", "1", "--seats", "2", "--title", TITLE]
        assert await asyncio.to_thread(contest.main, played) == Exit.USAGE
        said = capsys.readouterr().err
        assert said == (
            "Sorry: move: silent_bot:SilentBot chose None, which is no LegalMove: give back one of the moves\n"
        )
        async with AsyncDesk(table.address, token_of(table, "Ada")) as desk:
            game = await desk.create_game(TITLE, 2)
            for seat in range(2):
                await desk.join_game(game, seat)
            await desk.start_game(game)
        assert await asyncio.to_thread(run_bot, [*shared, "--game", game, "--seat", "0"]) == Exit.USAGE
        assert capsys.readouterr().err == said
