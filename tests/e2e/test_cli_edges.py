"""Commands where output, service, certificates and completion are not as one wishes, against a real server."""

import asyncio
import os
import sys
import time
from types import SimpleNamespace

import grpc
import pytest

from quarterdeck.cli.exits import CODES, Exit
from quarterdeck.v1 import title_service_pb2_grpc
from quarterdeck_rules.titles import TITLES
from tests.certificates import certificate_and_key
from tests.e2e.test_client_tls import Titles
from tests.serving import serving
from tests.terminal import SECONDS, Terminal

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, TITLES.values(), heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


async def offered(terminal, *words):
    """What the shell is told for the last word of a line."""
    line = ["quarterdeck", *words]
    known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    known |= {"_QUARTERDECK_COMPLETE": "complete_bash", "COMP_WORDS": " ".join(line), "COMP_CWORD": str(len(words))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import sys; sys.argv[0] = 'quarterdeck'; from quarterdeck.cli.app import main; main()",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"QUARTERDECK_ADDRESS": terminal.table.address, **known},
    )
    async with asyncio.timeout(SECONDS):
        out, err = await process.communicate()
    assert err == b""
    return out.decode().split()


async def test_the_shell_completes_values_too(terminal):
    game_id = await terminal.game()
    assert await offered(terminal, "games", "--status", "a") == ["active"]
    assert await offered(terminal, "bots", "--bot", "g") == ["greedy"]
    assert await offered(terminal, "show", "--colour", "n") == ["never"]
    assert await offered(terminal, "new", "coo") == ["cooper_island"]
    assert await offered(terminal, "parts", "--title", "c") == ["cooper_island"]
    assert await offered(terminal, "parts", "--table", "boa") == ["boats"]
    assert await offered(terminal, "parts", "coin_b") == ["coin_boat"]
    assert await offered(terminal, "new", "--option", "layout=") == ["layout=A", "layout=B", "layout=C"]
    assert await offered(terminal, "show", game_id[:4]) == [game_id]
    assert await offered(terminal, "hea") == ["health"]
    assert await offered(terminal, "serve", "--sto") == ["--store"]
    assert await offered(terminal, "serve", "--store", "m") == ["memory"]
    assert await offered(terminal, "token", "--role", "s") == ["spectator"]


async def test_the_shell_is_offered_nothing_and_told_nothing_when_the_service_is_away(terminal):
    for words in (["show", "--address", "127.0.0.1:1", ""], ["new", "--address", "127.0.0.1:1", "c"]):
        assert await offered(terminal, *words) == []


async def test_a_command_without_a_game_takes_the_only_one_and_says_so(terminal):
    game_id = (await terminal.done("Ada", "new", "--seed", "only")).strip()
    joined = await terminal.run("Bo", "join")
    assert (joined.code, joined.out) == (Exit.DONE, "seat 1\n")
    assert f"Game {game_id}, cooper_island: Ada, (free)" in joined.err
    played = await terminal.run("Ada", "play", lines="q\n")
    assert played.code == Exit.DONE
    assert f"Game {game_id}, cooper_island: Ada, Bo" in played.err
    for command in ("show", "score", "log"):
        for player in ("Ada", "Eve", None):
            assert (await terminal.run(player, command)).code == Exit.DONE
    second = (await terminal.done("Ada", "new")).strip()
    unsure = await terminal.run("Ada", "play")
    assert unsure.code == Exit.USAGE
    assert game_id in unsure.err
    assert second in unsure.err
    named = await terminal.run("Ada", "play", lines="q\n", environment={"QUARTERDECK_GAME": game_id})
    assert named.code == Exit.DONE


async def in_shell(terminal, line):
    """Exit codes of a pipe's commands, and what was said."""
    process = await asyncio.create_subprocess_exec(
        "bash",
        "-c",
        f'quarterdeck() {{ {sys.executable} -m quarterdeck.cli "$@"; }}\n{line}\necho ${{PIPESTATUS[*]}} >&2',
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "QUARTERDECK_ADDRESS": terminal.table.address},
    )
    async with asyncio.timeout(SECONDS):
        _, err = await process.communicate()
    *said, codes = err.decode().splitlines()
    return [int(code) for code in codes.split()], "\n".join(said)


async def test_whoever_closes_the_pipe_ends_the_command_without_a_word(terminal):
    for command in ("parts", "parts --json"):
        codes, said = await in_shell(terminal, f"quarterdeck {command} | true")
        assert codes == [Exit.CLOSED, 0]
        assert said == ""


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full disk to be had")  # noqa: PTH110
async def test_a_full_disk_is_said_so(terminal):
    for command in ("titles --json", "titles", "parts"):
        codes, said = await in_shell(terminal, f"quarterdeck {command} >/dev/full")
        assert codes == [Exit.UNWRITTEN]
        assert said == "quarterdeck: the output could not be written: No space left on device"


def test_every_exit_code_is_in_the_help():
    assert all(f"{code.value} " in CODES for code in Exit)


async def test_a_service_that_is_away_is_told_of_soon(terminal):
    began = time.monotonic()
    done = await terminal.run("Ada", "games", "--address", "127.0.0.1:1")
    waited = time.monotonic() - began
    assert done.code == Exit.AWAY
    assert "no service answers at 127.0.0.1:1" in done.err
    # The client alone would go on for a quarter of a minute.
    assert waited < 12


async def test_options_of_the_connection_are_read_from_the_environment_as_well(terminal, tmp_path):
    plain = await terminal.run(None, "titles", environment={"QUARTERDECK_TLS": "1", "QUARTERDECK_WAIT": "0.5"})
    assert plain.code == Exit.AWAY
    missing = await terminal.run(None, "titles", environment={"QUARTERDECK_CA_FILE": str(tmp_path / "ca.pem")})
    assert missing.code == Exit.USAGE
    assert "--ca-file" in missing.err
    spoken = await terminal.done(
        None, "titles", environment={"QUARTERDECK_LANGUAGE": "fr", "QUARTERDECK_DEADLINE": "5"}
    )
    assert "cooper_island" in spoken


async def test_an_encrypted_service_is_reached_with_the_certificate_of_its_operator(tmp_path):
    certificate, key = certificate_and_key()
    (tmp_path / "ca.pem").write_bytes(certificate)
    titles, server = Titles(), grpc.aio.server()  # type: ignore[abstract]  # one call is enough here
    title_service_pb2_grpc.add_TitleServiceServicer_to_server(titles, server)
    port = server.add_secure_port("127.0.0.1:0", grpc.ssl_server_credentials([(key, certificate)]))
    await server.start()
    try:
        terminal = Terminal(SimpleNamespace(address=f"127.0.0.1:{port}"))
        trusted = {"QUARTERDECK_CA_FILE": str(tmp_path / "ca.pem"), "QUARTERDECK_LANGUAGE": "de"}
        assert "cooper_island" in await terminal.done(None, "titles", environment=trusted)
        assert titles.told[-1]["accept-language"] == "de"
        assert titles.told[-1]["user-agent"].startswith("quarterdeck-cli")
        await terminal.done(None, "titles", "--language", "pl", environment=trusted)
        assert titles.told[-1]["accept-language"] == "pl"
        system = {**trusted, "QUARTERDECK_LANGUAGE": "", "LC_ALL": "pt_BR.UTF-8"}
        await terminal.done(None, "titles", environment=system)
        assert titles.told[-1]["accept-language"] == "pt-BR"
        stranger = await terminal.run(None, "titles", "--tls", "--wait", "0.5")
        assert stranger.code == Exit.AWAY
        assert "certificate" in stranger.err.lower()
    finally:
        await server.stop(None)
