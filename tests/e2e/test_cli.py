"""Commands as processes against a real server."""

import asyncio
import json
import os
import sys
from typing import NamedTuple

import pytest
from google.protobuf import json_format

from quarterdeck.cli.exits import Exit
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1 import play_pb2, title_service_pb2
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.caller import Role
from tests.serving import serving

SECONDS = 120

# Each command is a process that starts anew, and whoever tests this may be short of cores.
pytestmark = pytest.mark.timeout(300)


class Done(NamedTuple):
    """What a command said and how it ended."""

    code: int
    out: str
    err: str


class Terminal:
    """Runs commands for players of one server."""

    def __init__(self, table):
        self.table = table

    async def run(self, player, *arguments, lines="", environment=None):
        """Run a command to its end; `lines` is what it reads."""
        known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
        known |= {"QUARTERDECK_ADDRESS": self.table.address, "COLUMNS": "100"}
        if player:
            known["QUARTERDECK_TOKEN"] = self.token(player)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "quarterdeck.cli",
            *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env={**known, **(environment or {})},
        )
        try:
            async with asyncio.timeout(SECONDS):
                out, err = await process.communicate(lines.encode())
        except TimeoutError:
            process.kill()
            raise
        assert process.returncode is not None
        assert b"Traceback" not in err, err.decode()
        return Done(process.returncode, out.decode(), err.decode())

    async def done(self, player, *arguments, **how):
        """The output of a command that ends well."""
        ran = await self.run(player, *arguments, **how)
        assert ran.code == Exit.DONE, ran
        return ran.out

    def token(self, player):
        return self.table.service.tokens.issue(player, Role.PLAYER, 600)

    async def game(self, seed="cli"):
        """A game of Ada and Bo that has started."""
        game_id = (await self.done("Ada", "new", "cooper_island", "--seed", seed)).strip()
        await self.done("Bo", "join", game_id)
        return game_id


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
    assert game.status == pb.GAME_STATUS_ENDED
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
        "Ada", "play", game_id, lines="?\nb\ns\nl\nm\nk perform\nk fly\nw coin_boat\nw zebra\n\nq\n1\n"
    )
    # Once at the beginning, and when asked for.
    assert out.count("? this help") == 2
    assert out.count("│A1 Me1│") == 3
    assert "tie-break: " in out
    assert "the income phase begins" in out
    assert "There is no move of a kind like 'fly' now" in out
    assert "gain goods (goods: coin)" in out
    assert "nothing with a name like 'zebra'" in out
    # What comes after leaving is not read.
    assert "Ada> 1" not in out


async def test_every_read_gives_its_message_as_json(terminal):
    game_id = await terminal.game()
    messages = {
        ("titles",): title_service_pb2.ListTitlesResponse,
        ("titles", "cooper_island"): title_service_pb2.GetTitleResponse,
        ("parts", "--table", "boats"): title_service_pb2.ListComponentsResponse,
        ("parts", "--game", game_id): title_service_pb2.ListComponentsResponse,
        ("games",): pb.ListGamesResponse,
        ("show", game_id): pb.GetPositionResponse,
        ("show", game_id, "--revision", "4"): pb.GetPositionResponse,
        ("score", game_id): pb.GetScoreSheetResponse,
    }
    found = {}
    for arguments, kind in messages.items():
        found[arguments] = json_format.Parse(await terminal.done("Ada", *arguments, "--json"), kind())
    assert [one.title for one in found["titles",].titles] == ["cooper_island"]
    assert found["titles", "cooper_island"].options
    assert {one.table for one in found["parts", "--table", "boats"].components} == {"boats"}
    assert len(found["parts", "--game", game_id].components) > 100
    assert [one.game_id for one in found["games",].games] == [game_id]
    assert len(found["show", game_id].position.cooper_island.boards) == 2
    assert found["show", game_id, "--revision", "4"].revision == 4
    assert len(found["score", game_id].standings) == 2
    lines = (await terminal.done("Ada", "log", game_id, "--json")).splitlines()
    events = [json_format.Parse(line, pb.LoggedEvent()) for line in lines]
    assert [event.event.kind for event in events[:4]] == ["created", "joined", "joined", "started"]
    assert {event.revision for event in events} == {1, 2, 3, 4}


async def test_reads_are_for_people_as_well(terminal):
    game_id = await terminal.game()
    assert "cooper_island" in await terminal.done(None, "titles")
    assert "option acting = at_once | in_order" in await terminal.done(None, "titles", "cooper_island")
    assert game_id in await terminal.done(None, "games", "--title", "cooper_island", "--status", "active")
    assert "no such games" in await terminal.done(None, "games", "--status", "ended")
    assert game_id in await terminal.done(None, "games", "--player", "Bo")
    assert "no such games" in await terminal.done(None, "games", "--player", "Eve")
    shown = await terminal.done(None, "show", game_id)
    assert "Bo decides: " in shown
    assert shown.count("│A1 Me1│") == 2
    assert "\x1b" not in shown
    assert (await terminal.done(None, "show", game_id, "--board", "1")).count("│A1 Me1│") == 1
    assert "has not started" in await terminal.done(None, "show", game_id, "--revision", "1")
    assert "cost: 1 coin 2 wood; helm points: 1 (?)" in await terminal.done(None, "parts", "landing_1")
    assert "as if the game ended now" in await terminal.done(None, "score", game_id)
    log = await terminal.done(None, "log", game_id, "--from", "2", "--to", "3")
    assert [line.split()[0] for line in log.splitlines()] == ["2", "3"]
    assert await terminal.done(None, "log", game_id, "--from", "99") == ""


async def test_exit_codes_say_what_was_wrong(terminal, tmp_path):
    game_id = await terminal.game()
    expected = {
        ("Eve", "join", game_id): Exit.REFUSED,
        ("Ada", "start", game_id): Exit.REFUSED,
        ("Ada", "shout"): Exit.USAGE,
        ("Ada", "new", "--option", "layout"): Exit.USAGE,
        ("Ada", "new", "--option", "layout=Z"): Exit.USAGE,
        ("Ada", "games", "--status", "lost"): Exit.USAGE,
        ("Ada", "show", game_id, "--board", "7"): Exit.USAGE,
        ("Ada", "show", game_id, "--token", "", "--token-file", str(tmp_path / "missing")): Exit.USAGE,
        ("Ada", "show", "0" * 32): Exit.NOT_FOUND,
        ("Ada", "new", "chess"): Exit.NOT_FOUND,
        ("Ada", "titles", "chess"): Exit.NOT_FOUND,
        ("Ada", "parts", "zebra"): Exit.NOT_FOUND,
        (None, "new"): Exit.NOT_ALLOWED,
        (None, "join", game_id): Exit.NOT_ALLOWED,
        (None, "play", game_id): Exit.NOT_ALLOWED,
        ("Eve", "play", game_id): Exit.NOT_ALLOWED,
        (None, "titles", "--address", "127.0.0.1:1"): Exit.AWAY,
    }
    found = {arguments: await terminal.run(*arguments) for arguments in expected}
    assert {arguments: done.code for arguments, done in found.items()} == expected
    for done in found.values():
        assert done.out == ""
        assert done.err


async def test_a_token_may_lie_in_a_file(terminal, tmp_path):
    file = tmp_path / "ada.token"
    file.write_text(terminal.token("Ada"))
    game_id = (await terminal.done(None, "new", "--token-file", str(file))).strip()
    environment = {"QUARTERDECK_TOKEN_FILE": str(file)}
    games = await terminal.done(None, "games", "--json", environment=environment)
    assert json.loads(games)["games"][0]["players"] == ["Ada", ""]
    assert game_id in games


async def test_a_game_is_made_with_options_and_joined_at_a_seat_and_started_by_hand(terminal):
    made = await terminal.done(
        "Ada", "new", "--seats", "3", "--option", "layout=B", "--option", "acting=in_order", "--no-join"
    )
    game_id = made.strip()
    assert await terminal.done("Bo", "join", game_id, "--seat", "2") == "seat 2\n"
    assert await terminal.done("Cleo", "join", game_id) == "seat 0\n"
    assert await terminal.done("Dan", "join", game_id, "--no-start") == "seat 1\n"
    assert "waiting" in await terminal.done(None, "games")
    assert "started; waiting for " in await terminal.done("Ada", "start", game_id)
    shown = json.loads(await terminal.done(None, "show", game_id, "--json"))
    assert shown["position"]["cooper_island"]["layout"] == "B"


async def test_who_sits_down_early_waits_and_the_game_begins_when_all_are_there(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "early")).strip()
    ada = asyncio.create_task(terminal.done("Ada", "play", game_id, lines="q\n"))
    await terminal.done("Bo", "join", game_id, "--no-start")
    out = await ada
    assert "the income phase begins" in out or "Round 1" in out
    assert "Ada decides: " in out


async def test_every_command_has_a_help_text_and_the_shells_their_completion(terminal):
    told = await terminal.done(None, "--help")
    commands = (
        "serve",
        "token",
        "titles",
        "parts",
        "games",
        "new",
        "join",
        "start",
        "show",
        "play",
        "watch",
        "score",
        "log",
        "bots",
    )
    for command in commands:
        assert command in told
        assert "usage" in (await terminal.done(None, command, "--help")).lower()
    assert "Exit codes" in told
    completion = {"_QUARTERDECK_COMPLETE": "complete_bash", "COMP_WORDS": "quarterdeck sc", "COMP_CWORD": "1"}
    assert "score" in await completed(completion)


async def completed(environment):
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import sys; sys.argv[0] = 'quarterdeck'; from quarterdeck.cli.app import main; main()",
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, **environment},
    )
    async with asyncio.timeout(SECONDS):
        out, _ = await process.communicate()
    return out.decode()


async def test_operators_get_a_token_of_the_server_on_this_machine(terminal, tmp_path):
    first = await terminal.done(None, "token", "Ada", "--data", str(tmp_path / "desk"))
    assert first.count(".") == 2
    refused = await terminal.run(None, "serve", "--data", str(tmp_path / "desk"), "--address", "256.0.0.1:1")
    assert refused.code == Exit.USAGE
    assert "cannot listen" in refused.err


async def test_a_person_plays_a_whole_game_against_a_house_bot(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "bot")).strip()
    bot = asyncio.create_task(terminal.done("Robin", "bots", game_id, "--bot", "greedy", "--seed", "1"))
    out = await terminal.done("Ada", "play", game_id, lines="1\n" * 5000)
    assert "The game has ended" in out
    assert "The game has ended" in await bot
    result = json.loads(await terminal.done(None, "score", game_id, "--json"))
    assert result["final"]
    assert {"Ada", "Robin"} <= set(out.replace(":", " ").split())


async def test_a_bot_that_nobody_knows_is_refused(terminal):
    game_id = (await terminal.done("Ada", "new")).strip()
    ran = await terminal.run("Robin", "bots", game_id, "--bot", "hal")
    assert ran.code == Exit.USAGE
    assert "hal" in ran.err
