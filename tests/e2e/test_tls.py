"""An encrypted port, with certificates of clients and without: server, health, practice, command line and client."""

import asyncio
import datetime as dt
import os
import subprocess
import sys

import pytest

from quarterdeck.client import ArgumentInvalid, AsyncDesk, Options, TryAgain
from quarterdeck_server.application.caller import Role
from quarterdeck_server.configuration.settings import SettingError, Settings
from quarterdeck_server.identity import certificates_of, trust_of
from tests.certificates import Authority, certificate_and_key
from tests.serving import serving

DAY = dt.timedelta(days=1)


@pytest.fixture
def files(tmp_path):
    """Writes files, and gives their paths as text."""

    def write(**contents):
        for name, content in contents.items():
            (tmp_path / name).write_bytes(content)
        return [str(tmp_path / name) for name in contents]

    return write


async def ran(*command, **environment):
    """Exit code and output of a program."""
    known = {name: value for name, value in os.environ.items() if not name.startswith("QUARTERDECK_")}
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", *command],
        env={**known, **environment},
        capture_output=True,
        text=True,
        timeout=50,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


async def fails(options):
    async with AsyncDesk(options) as desk:
        with pytest.raises(TryAgain):
            await desk.titles()
    return True


async def test_an_encrypted_port_is_reached_with_its_certificate_and_not_without(files, tmp_path):
    authority = Authority()
    own, key = authority.certificate_and_key(hosts=("127.0.0.1", "desk.example.org"))
    certificate, key_file, ca = files(certificate=own, key=key, ca=authority.certificate)
    async with serving(tmp_path / "data", tls_certificate=certificate, tls_key=key_file) as table:
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        async with AsyncDesk(Options(table.address, token, root_certificates=authority.certificate)) as desk:
            assert await desk.create_game("toy", 2)
        assert await fails(Options(table.address, attempts=1, deadline=3.0))
        assert await fails(Options(table.address, root_certificates=Authority().certificate, attempts=1, deadline=3.0))
        code, out, _ = await ran("quarterdeck.cli", "titles", "--address", table.address, "--ca-file", ca)
        assert (code, "toy" in out) == (0, True)
        own_settings = {"QUARTERDECK_TLS_CERTIFICATE": certificate, "QUARTERDECK_TLS_KEY": key_file}
        asked = await ran("quarterdeck_server", "health", "--address", table.address, **own_settings)
        assert asked == (0, "serving\n", "")
        assert (await ran("quarterdeck_server", "health", "--address", table.address))[0] == 1


async def test_a_port_that_wants_certificates_lets_in_those_that_its_authority_vouches_for(files, tmp_path):
    desks, players = Authority("desks"), Authority("players")
    own, key = desks.certificate_and_key(hosts=("*.example.org", "127.0.0.1"))
    shown, shown_key = players.certificate_and_key("ada", hosts=())
    odd, odd_key = Authority("players").certificate_and_key("eve", hosts=())
    names = files(own=own, key=key, ca=desks.certificate, players=players.certificate, shown=shown, shown_key=shown_key)
    certificate, key_file, ca, client_ca, shown_file, shown_key_file = names
    wanted = {"tls_certificate": certificate, "tls_key": key_file, "tls_client_ca": client_ca}
    async with serving(tmp_path / "data", **wanted) as table:
        reached = {"root_certificates": desks.certificate, "attempts": 1, "deadline": 3.0}
        token = table.service.tokens.issue("Ada", Role.PLAYER, 600)
        pair = {"certificate_chain": shown, "private_key": shown_key}
        async with AsyncDesk(Options(table.address, token, **reached, **pair)) as desk:
            game = await desk.create_game("toy", 2, seed="1")
        assert await fails(Options(table.address, token, **reached))
        assert await fails(Options(table.address, token, **reached, certificate_chain=odd, private_key=odd_key))
        connection = ["--address", table.address, "--ca-file", ca, "--certificate-file", shown_file]
        connection += ["--key-file", shown_key_file]
        code, out, _ = await ran("quarterdeck.cli", "games", *connection)
        assert (code, game[:6] in out) == (0, True)
        variables = {
            "QUARTERDECK_CA_FILE": ca,
            "QUARTERDECK_CERTIFICATE_FILE": shown_file,
            "QUARTERDECK_KEY_FILE": shown_key_file,
            "QUARTERDECK_TOKEN": token,
        }
        contest = ("quarterdeck.bots.contest", "--games", "1", "--seats", "2", "--bot", "random")
        code, out, _ = await ran(*contest, "--address", table.address, **variables)
        assert (code, "random won" in out) == (0, True)
        settings = {f"QUARTERDECK_{name.upper()}": value for name, value in wanted.items()}
        settings["QUARTERDECK_ADDRESS"] = table.address
        # The server's own certificate is not one of a player's.
        assert (await ran("quarterdeck_server", "health", **settings))[0] == 1
        settings |= {"QUARTERDECK_TLS_HEALTH_CERTIFICATE": shown_file, "QUARTERDECK_TLS_HEALTH_KEY": shown_key_file}
        assert await ran("quarterdeck_server", "health", **settings) == (0, "serving\n", "")


@pytest.mark.timeout(120)
async def test_a_practice_game_is_played_over_an_encrypted_port(files, tmp_path, unused_tcp_port):
    own, key = certificate_and_key()
    certificate, key_file = files(own=own, key=key)
    code, out, err = await ran(
        "quarterdeck.practice",
        ONCE="1",
        PACE="0",
        SEATS="2",
        QUARTERDECK_ADDRESS=f"127.0.0.1:{unused_tcp_port}",
        QUARTERDECK_DATA=str(tmp_path / "data"),
        QUARTERDECK_TLS_CERTIFICATE=certificate,
        QUARTERDECK_TLS_KEY=key_file,
        QUARTERDECK_TLS_CLIENT_CA=certificate,
    )
    assert (code, err) == (0, ""), out
    assert "The game ended after" in out


def test_certificates_that_cannot_be_used_keep_a_server_from_starting(files, tmp_path):
    authority = Authority()
    own, key = authority.certificate_and_key()
    old, old_key = authority.certificate_and_key(after=-2 * DAY, until=-DAY)
    late, late_key = authority.certificate_and_key(after=DAY, until=2 * DAY)
    contents = {"own": own, "key": key, "old": old, "old_key": old_key, "late": late, "late_key": late_key}
    files(**contents, rubbish=b"rubbish", locked=b"-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
    yesterday, tomorrow = (dt.datetime.now(dt.UTC) + days for days in (-DAY, DAY))
    for given, name, problem in (
        ({"tls_certificate": "own"}, "tls_key", "tls_certificate and tls_key are set together"),
        ({"tls_key": "key"}, "tls_certificate", "tls_certificate and tls_key are set together"),
        ({"tls_client_ca": "own"}, "tls_client_ca", "clients show certificates to an encrypted port: set tls_certifi"),
        ({"tls_certificate": "none", "tls_key": "key"}, "tls_certificate", "DIR/none: No such file or directory"),
        ({"tls_certificate": "own", "tls_key": "none"}, "tls_key", "DIR/none: No such file or directory"),
        (
            {"tls_certificate": "rubbish", "tls_key": "key"},
            "tls_certificate",
            "DIR/rubbish holds no certificate in PEM",
        ),
        ({"tls_certificate": "own", "tls_key": "rubbish"}, "tls_key", "DIR/rubbish holds no key in PEM without a pass"),
        ({"tls_certificate": "own", "tls_key": "locked"}, "tls_key", "DIR/locked holds no key in PEM without a passwo"),
        ({"tls_certificate": "own", "tls_key": "old_key"}, "tls_key", "DIR/old_key is not the key of DIR/own"),
        ({"tls_certificate": "old", "tls_key": "old_key"}, "tls_certificate", f"DIR/old expired on {yesterday:%Y-%m}"),
        (
            {"tls_certificate": "late", "tls_key": "late_key"},
            "tls_certificate",
            f"DIR/late is not valid before {tomorrow:%Y}",
        ),
        (
            {"tls_certificate": "own", "tls_key": "key", "tls_client_ca": "key"},
            "tls_client_ca",
            "DIR/key holds no certif",
        ),
        (
            {"tls_certificate": "own", "tls_key": "key", "tls_client_ca": "none"},
            "tls_client_ca",
            "DIR/none: No such file",
        ),
    ):
        settings = Settings.model_validate({setting: str(tmp_path / file) for setting, file in given.items()})
        with pytest.raises(SettingError) as caught:
            certificates_of(settings)
        assert caught.value.name == name
        assert caught.value.problem.replace(str(tmp_path), "DIR").startswith(problem)
    pair = {"tls_certificate": str(tmp_path / "own"), "tls_key": str(tmp_path / "key")}
    half = Settings.model_validate({**pair, "tls_health_key": pair["tls_key"]})
    with pytest.raises(SettingError) as caught:
        trust_of(half)
    assert caught.value.name == "tls_health_certificate"


def test_what_a_client_cannot_show_is_told_before_anything_is_connected():
    certificate, key = certificate_and_key()
    for given, problem in (
        ({"tls": True, "certificate_chain": certificate}, "private_key: there is none to the other"),
        ({"tls": True, "private_key": key}, "certificate_chain: there is none to the other"),
        ({"certificate_chain": certificate, "private_key": key}, "certificate_chain: is shown over encrypted"),
        ({"tls": True, "certificate_chain": key, "private_key": key}, "certificate_chain: no certificates in PEM"),
        ({"tls": True, "certificate_chain": certificate, "private_key": b"x"}, "private_key: no key in PEM"),
        (
            {"tls": True, "certificate_chain": certificate, "private_key": key.replace(b"PRIV", b"ENCRYPTED PRIV")},
            "private_key: is locked with a password",
        ),
    ):
        with pytest.raises(ArgumentInvalid) as caught:
            Options("127.0.0.1:1", **given)
        assert str(caught.value).startswith(problem)
    options = Options("127.0.0.1:1", tls=True, certificate_chain=certificate, private_key=key)
    assert b"PRIVATE" not in repr(options).encode()


async def test_certificates_that_are_none_are_told_under_the_name_of_the_option(files):
    (rubbish,) = files(rubbish=b"rubbish")
    code, out, err = await ran("quarterdeck.cli", "titles", "--ca-file", rubbish)
    assert (code, out) == (2, "")
    assert err.startswith("quarterdeck: --ca-file: no certificates in PEM")


@pytest.mark.parametrize("program", ["quarterdeck.bots", "quarterdeck.bots.contest"])
async def test_bots_refuse_a_variable_that_nothing_reads(program):
    arguments = ["--game", "x"] if program == "quarterdeck.bots" else []
    code, out, err = await ran(program, *arguments, QUARTERDECK_TOKN="x")
    assert (code, out) == (2, "")
    assert err == "Sorry: QUARTERDECK_TOKN: there is no such setting, did you mean QUARTERDECK_TOKEN?\n"
