"""Commands as processes against a real server."""

import asyncio
import json
import os
import re
import sys

import pytest
from google.protobuf import json_format

from quarterdeck.cli.exits import Exit
from quarterdeck.v1 import game_pb2, title_service_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from tests.serving import serving
from tests.terminal import SECONDS, Terminal

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


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
    assert [one.title for one in found["titles",].titles] == list(TITLES)
    assert found["titles", "cooper_island"].options
    assert {one.table for one in found["parts", "--table", "boats"].components} == {"boats"}
    assert len(found["parts", "--game", game_id].components) > 100
    assert [one.game_id for one in found["games",].games] == [game_id]
    assert len(found["show", game_id].position.cooper_island.boards) == 2
    assert found["show", game_id, "--revision", "4"].revision == 4
    assert len(found["score", game_id].standings) == 2
    lines = (await terminal.done("Ada", "log", game_id, "--json")).splitlines()
    events = [json_format.Parse(line, game_pb2.LoggedEvent()) for line in lines]
    assert [event.event.kind for event in events[:5]] == ["created", "terms_set", "joined", "joined", "started"]
    assert {event.revision for event in events} == {1, 2, 3, 4}


async def test_reads_are_for_people_as_well(terminal):
    game_id = await terminal.game()
    assert "cooper_island  for 1, 2, 3 or 4 seats (version " in await terminal.done(None, "titles")
    told = (await terminal.done(None, "titles", "cooper_island", environment={"COLUMNS": "60"})).splitlines()
    helps = [place for place, line in enumerate(told) if line.startswith("option ")]
    assert any(told[place + 2].startswith("    ") for place in helps)
    assert "option acting = at_once | in_order" in await terminal.done(None, "titles", "cooper_island")
    assert game_id in await terminal.done(None, "games", "--title", "cooper_island", "--status", "active")
    assert "no such games" in await terminal.done(None, "games", "--status", "ended")
    assert game_id in await terminal.done(None, "games", "--player", "Bo")
    assert "no such games" in await terminal.done(None, "games", "--player", "Eve")
    shown = await terminal.done(None, "show", game_id)
    assert re.search(r"^Bo decides: use an income hand  \[rule CI-\w+-\d+\]$", shown, re.MULTILINE)
    assert shown.count("│A1 Me1│") == 2
    assert "\x1b" not in shown
    assert (await terminal.done(None, "show", game_id, "--board", "1")).count("│A1 Me1│") == 1
    assert "has not started" in await terminal.done(None, "show", game_id, "--revision", "1")
    assert "cost: 1 coin 2 wood; helm points: 1 (?)" in await terminal.done(None, "parts", "landing_1")
    assert "as if the game ended now" in await terminal.done(None, "score", game_id)
    log = await terminal.done(None, "log", game_id, "--from", "2", "--to", "3")
    assert [line.split()[0] for line in log.splitlines()] == ["2", "3"]
    assert await terminal.done(None, "log", game_id, "--from", "99") == ""
    narrow = await terminal.done(None, "show", game_id, environment={"COLUMNS": "80"})
    assert max(map(len, narrow.splitlines())) <= 80
    assert narrow.count("│A1 Me1│") == 2


async def test_exit_codes_say_what_was_wrong(terminal, tmp_path):
    game_id = await terminal.game()
    expected = {
        ("Eve", "join", game_id): Exit.REFUSED,
        ("Ada", "start", game_id): Exit.REFUSED,
        ("Ada", "shout"): Exit.USAGE,
        ("Ada", "new", "--option", "layout"): Exit.USAGE,
        ("Ada", "new", "--option", "layout=Z"): Exit.USAGE,
        ("Ada", "games", "--status", "lost"): Exit.USAGE,
        ("Ada", "log", game_id, "--from", "8", "--to", "5"): Exit.USAGE,
        ("Ada", "bots", game_id, "--bot", "hal"): Exit.USAGE,
        ("Ada", "join"): Exit.USAGE,
        ("Ada", "titles", "--ca-file", str(tmp_path / "missing")): Exit.USAGE,
        ("Ada", "show", game_id, "--revision", "99"): Exit.REFUSED,
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
    said = {arguments[1:]: " ".join(re.sub("[│╭╮╰╯─]", " ", done.err).split()) for arguments, done in found.items()}
    assert "--from: 8 comes after --to 5" in said["log", game_id, "--from", "8", "--to", "5"]
    assert "there is no bot 'hal'; there are greedy, random" in said["bots", game_id, "--bot", "hal"]
    assert "--option layout: 'Z'" in said["new", "--option", "layout=Z"]
    assert "the game has started already [rule QD-START-2]" in said["start", game_id]
    assert "there is no such title; there are: cooper_island" in said["titles", "chess"]
    assert "no service answers at 127.0.0.1:1" in said["titles", "--address", "127.0.0.1:1"]
    assert "`quarterdeck serve` starts one" in said["titles", "--address", "127.0.0.1:1"]


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


async def test_every_command_has_a_help_text_and_the_shells_their_completion(terminal):
    told = await terminal.done(None, "--help")
    commands = (
        "serve",
        "health",
        "token",
        "keys",
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
        "replay",
        "fork",
        "bots",
    )
    for command in commands:
        assert command in told
        assert "usage" in (await terminal.done(None, command, "--help")).lower()
    assert "Exit codes" in told
    completion = {"_QUARTERDECK_COMPLETE": "complete_bash", "COMP_WORDS": "quarterdeck sc", "COMP_CWORD": "1"}
    assert "score" in await completed(completion)
    assert "replay" in await completed({**completion, "COMP_WORDS": "quarterdeck rep"})


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
    none = await terminal.run(None, "token", "Ada", "--data", str(tmp_path / "desk"))
    assert (none.code, none.out) == (Exit.USAGE, "")
    assert f"--data: {tmp_path / 'desk'} has no key: a server makes one when it starts" in none.err
    assert not (tmp_path / "desk").exists()
    first = await terminal.done(None, "token", "Ada", "--new-key", "--data", str(tmp_path / "desk"))
    assert first.count(".") == 2
    refused = await terminal.run(None, "serve", "--data", str(tmp_path / "desk"), "--address", "256.0.0.1:1")
    assert refused.code == Exit.USAGE
    assert "cannot listen" in refused.err
    assert await terminal.done(None, "health", "--address", terminal.table.address) == "serving\n"
    assert (await terminal.run(None, "health", "--address", "127.0.0.1:1")).code == Exit.AWAY
    for wrong in (("token",), ("serve", "--store", "tape"), ("serve", "--components", "toy"), ("token", "--rôle", "x")):
        said = await terminal.run(None, *wrong)
        assert (said.code, said.out) == (Exit.USAGE, "")
        assert "Try 'python -m quarterdeck.cli" in said.err


async def test_a_variable_that_nothing_reads_is_refused_by_commands_as_by_a_server(terminal):
    for command in ("titles", "serve"):
        ran = await terminal.run(None, command, environment={"QUARTERDECK_TOKN": "x"})
        assert ran.code == Exit.USAGE
        assert "QUARTERDECK_TOKN: there is no such setting, did you mean QUARTERDECK_TOKEN?" in ran.err


async def test_a_file_that_is_named_wins_over_a_token_in_the_environment(terminal, tmp_path):
    file = tmp_path / "bo.token"
    file.write_text(terminal.token("Bo"))
    await terminal.done("Ada", "new", "--token-file", str(file))
    games = json.loads(await terminal.done(None, "games", "--json"))
    assert games["games"][0]["players"] == ["Bo", ""]
