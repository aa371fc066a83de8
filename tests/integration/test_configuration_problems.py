"""Settings that cannot be used: each fault is told in one line, with what gives the setting and what it has to be."""

import json
import re
import socket
import stat
from pathlib import Path
from typing import Any

import pytest

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.bootstrap import Service
from quarterdeck_server.configuration import problems
from quarterdeck_server.configuration.settings import SettingError, Settings
from quarterdeck_server.configuration.sources import CLIENT_VARIABLES, CONFIG, ConfigurationError, configure
from quarterdeck_server.store.sqlite import SqliteStore
from tests.toy import TOY

pytestmark = pytest.mark.usefixtures("no_variables")

CLIENTS = Path(__file__).parents[2] / "clients" / "python" / "quarterdeck"
PYTHON = re.compile(r"class|pathlib|Errno|dict|bool|int\b|Input should|Traceback|None")
"""What no operator needs to know of."""


def problem(given=None, file=None):
    """What is wrong with the settings."""
    with pytest.raises(ConfigurationError) as caught:
        configure(given or {}, file)
    return str(caught.value)


# Values

FAULTS: dict[str, list[tuple[Any, str]]] = {
    "address": [("localhost", "'localhost' is not HOST:PORT"), ("unix:", "'unix:' is not unix:PATH"), (5, "text")],
    **{
        name: [("a\0b", "a path has no zero bytes"), (5, "text")]
        for name in ("tls_certificate", "tls_key", "tls_client_ca", "tls_health_certificate", "tls_health_key", "jwks")
    },
    **{name: [(5, "text")] for name in ("token_issuer", "token_audience", "token_player_claim", "token_role_claim")},
    "jwks_seconds": [(0, "at least 1"), ("x", "a number"), ("inf", "at most 86400")],
    "jwks_keep_seconds": [(0.5, "at least 1"), ("x", "a number"), ("nan", "at most 604800")],
    "calls_per_second": [(-1, "at least 0"), ("x", "a number"), ("inf", "at most 1000000"), ([], "a number")],
    "calls_burst": [(0, "at least 1"), (1.5, "a whole number"), (1_000_001, "at most 1000000")],
    "streams_per_player": [(-1, "at least 0"), ("few", "a whole number"), (1_000_001, "at most 1000000")],
    "metrics_address": [("localhost:99999", "'localhost:99999' is not HOST:PORT"), (5, "text")],
    "data": [("a\0b", "a path has no zero bytes"), (5, "a path")],
    "store": [("oracle", "memory, sqlite or postgres")],
    "database_url": [(5, "has to be text")],
    "database_url_file": [("a\0b", "a path has no zero bytes"), (5, "text")],
    "components": [("toy=toy.toml", "a table"), ([1], "a table"), ({"toy": 5}, "a path")],
    "reflection": [("maybe", "true or false"), (2.5, "true or false")],
    "message_bytes": [("many", "a whole number"), (1023, "at least 1024"), (2**31, "at most 2147483647")],
    "calls": [(0, "at least 1"), (1.5, "a whole number"), (10**20, "at most 1000000"), ([], "a whole number")],
    "streams": [(0, "at least 1"), ("few", "a whole number"), (1_000_001, "at most 1000000")],
    "streams_per_connection": [(0, "at least 1"), ("1.5", "a whole number"), (2**31, "at most 2147483647")],
    "keepalive_seconds": [(9, "at least 10"), ("x", "a whole number"), (86401, "at most 86400")],
    "heartbeat_seconds": [(0, "more than 0"), ([], "a number"), ("inf", "at most 86400"), ("nan", "at most 86400")],
    "watch_queue": [(0, "at least 1"), ("x", "a whole number"), (2**31, "at most 2147483647")],
    "games_in_memory": [(0, "at least 1"), ("9" * 5000, "a smaller number"), (2**31, "at most 2147483647")],
    "proposal_seconds": [(0, "at least 1"), ("soon", "a whole number"), (8_640_001, "at most 8640000")],
    "checkpoint_seconds": [(0, "more than 0"), ("x", "a number"), ("inf", "at most 86400"), ("nan", "at most 86400")],
    "drain_seconds": [(-1, "at least 0"), ("x", "a number"), ("inf", "at most 86400"), ([], "a number")],
}
CASES = [
    pytest.param(name, value, said, id=f"{name}-{value!r}") for name, faults in FAULTS.items() for value, said in faults
]


def told(value, said):
    """The fault in full: those of our own checks name the value themselves."""
    if isinstance(value, dict):
        (value,) = value.values()
    shown = problems.shortened(json.dumps(value))
    return said if said.startswith(("'", "a path has", "has to be")) else f"has to be {said}, not {shown}"


def test_a_claim_has_a_name(config):
    path = config('token_role_claim = ""\n')
    assert problem(file=path) == f"{path}: token_role_claim: a claim has a name"


def test_the_table_has_every_setting():
    assert FAULTS.keys() == Settings.model_fields.keys()


@pytest.mark.parametrize(("name", "value", "said"), CASES)
def test_a_value_in_a_file_that_cannot_be_used_is_told_with_file_and_name(config, name, value, said):
    if value in ("inf", "nan"):
        written, value = value, float(value)
    else:
        written = "{ toy = 5 }" if isinstance(value, dict) else json.dumps(value)
    path = config(f"{name} = {written}\n")
    place = f"{path}: {name}{'.toy' if isinstance(value, dict) else ''}"
    assert problem(file=path) == f"{place}: {told(value, said)}"
    assert not PYTHON.search(problem(file=path).removeprefix(str(path)))


@pytest.mark.parametrize(
    ("name", "value", "said"), [case for case in CASES if "\0" not in str(case.values[1]) and case.values[1] != 5]
)
def test_a_variable_whose_value_cannot_be_used_is_told_by_its_name(monkeypatch, name, value, said):
    variable, is_table = f"QUARTERDECK_{name.upper()}", name == "components"
    monkeypatch.setenv(variable, json.dumps(value) if is_table and not isinstance(value, str) else str(value))
    if is_table and isinstance(value, str):
        assert problem().startswith(f"{variable}: not JSON: ")
    else:
        entry = ".toy" if isinstance(value, dict) else ""
        assert problem() == f"{variable}{entry}: {told(value if is_table else str(value), said)}"


def test_every_fault_that_the_library_finds_in_our_settings_has_words():
    found = set()
    for name, faults in FAULTS.items():
        for value, _ in faults:
            try:
                Settings(**{name: value})
            except ValueError as error:
                found |= {one["type"] for one in error.errors()}  # type: ignore[attr-defined]
    assert found - {"value_error"} == problems._WANTED.keys()


def test_everything_that_is_wrong_is_said_at_once_with_where_it_comes_from(config, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_STREAMS", "few")
    monkeypatch.setenv("QUARTERDECK_CALS", "5")
    path = config("watch_queue = 0\nstreams = 5\n")
    said = [one.partition(": ")[0] for one in problem({"address": "nowhere"}, path).split("; ")]
    assert said == ["QUARTERDECK_CALS", "--address", "QUARTERDECK_STREAMS", str(path)]


# Names


@pytest.mark.parametrize(
    ("variable", "hint"),
    [
        ("QUARTERDECK_CALS", "did you mean QUARTERDECK_CALLS?"),
        ("QUARTERDECK_ADRESS", "did you mean QUARTERDECK_ADDRESS?"),
        ("quarterdeck_stor", "did you mean QUARTERDECK_STORE?"),
        ("QUARTERDECK_CONFG", "did you mean QUARTERDECK_CONFIG?"),
        ("QUARTERDECK_TOKENS", "did you mean QUARTERDECK_TOKEN?"),
        ("QUARTERDECK_XYZZY", "see serve --show-config"),
    ],
)
def test_a_variable_that_no_setting_has_is_told_with_the_nearest_one(monkeypatch, variable, hint):
    monkeypatch.setenv(variable, "5")
    assert problem() == f"{variable}: there is no such setting, {hint}"


def test_an_empty_variable_of_an_unknown_name_and_those_of_others_are_passed_over(monkeypatch):
    for variable, text in (("QUARTERDECK_CALS", ""), ("QUARTERDECKS", "5"), *((one, "x") for one in CLIENT_VARIABLES)):
        monkeypatch.setenv(variable, text)
    assert configure({}).settings.model_dump() == Settings().model_dump()


def test_the_variables_of_clients_are_known_so_that_one_shell_serves_both():
    used = {
        name
        for path in CLIENTS.rglob("*.py")
        for name in re.findall(r"(?<!_)QUARTERDECK_[A-Z_]+", path.read_text(encoding="utf-8"))
    }
    settings = {f"QUARTERDECK_{name.upper()}" for name in Settings.model_fields}
    assert sorted(used - settings - CLIENT_VARIABLES - {CONFIG}) == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cals = 5\n", "{path}: cals: there is no such setting, did you mean calls?"),
        ("xyzzy = 5\n", "{path}: xyzzy: there is no such setting, see serve --show-config"),
        ("calls = \n", "{path}: not TOML: Invalid value (at line 1, column 9)"),
    ],
)
def test_a_file_that_says_nothing_we_know_is_told_with_its_name(config, text, said):
    path = config(text)
    assert problem(file=path) == said.format(path=path)


def test_a_file_that_cannot_be_read_is_an_error_and_not_an_empty_one(tmp_path):
    missing = tmp_path / "missing.toml"
    assert problem(file=missing) == f"{missing}: No such file or directory"
    assert problem(file=tmp_path) == f"{tmp_path}: Is a directory"


def test_an_entry_of_a_table_is_blamed_on_what_gives_it(config, monkeypatch):
    path = config("[components]\none = 5\ntwo = 'b.toml'\n")
    monkeypatch.setenv("QUARTERDECK_COMPONENTS", '{"two": 5}')
    assert set(problem({"components": {"three": 5}}, path).split("; ")) == {
        "--components three: has to be a path, not 5",
        "QUARTERDECK_COMPONENTS.two: has to be a path, not 5",
        f"{path}: components.one: has to be a path, not 5",
    }


# What only the start of the server finds out


async def refused(**given):
    """What stands in the way of a server with these settings from the command line."""
    configuration = configure({"address": "127.0.0.1:0", **given})
    with pytest.raises(SettingError) as caught:
        await Service(configuration.settings, [TOY, *TITLES.values()]).start()
    said = configuration.told(caught.value)
    assert not PYTHON.search(said)
    return said


async def test_files_of_components_that_cannot_be_used_are_told_with_setting_and_file(tmp_path):
    files = {
        "missing.toml": None,
        "odd.toml": "x",
        "none.toml": "[[cards]]\nid = 'none'\n",
        "wrong.toml": "[[cards]]\nid = 'low'\nstatus = 'printed'\nsource = 'x'\nvalues = ['many']\n",
        "table.toml": "[[dice]]\nid = 'x'\n",
    }
    said = {
        "missing.toml": "No such file or directory",
        "odd.toml": "not TOML: expected '=' after a key in a key/value pair (at end of document)",
        "none.toml": "cards: there is no component 'none' to replace",
        "wrong.toml": "expected a whole number, got text, at `cards[0].values[0]`",
        "table.toml": "dice: no table of components has this name",
    }
    for name, text in files.items():
        if text is not None:
            (tmp_path / name).write_text(text)
        told = await refused(data=tmp_path / "data", components={"toy": tmp_path / name})
        assert told == f"--components toy: {tmp_path / name}: {said[name]}"
    told = await refused(data=tmp_path / "data", components={"chess": tmp_path / "odd.toml"})
    assert told == "--components chess: no title is called chess, only cooper_island, puerto_rico, toy"
    assert not (tmp_path / "data").exists()


async def test_a_data_folder_that_cannot_be_used_is_told_with_the_file_that_is_in_the_way(tmp_path):
    file = tmp_path / "file"
    file.write_text("x")
    assert await refused(data=file) == f"--data: {file} is no folder"
    assert await refused(data=file / "below") == f"--data: {file / 'below'}: Not a directory"
    key = tmp_path / "key" / "keys" / "0001-00000000.pem"
    key.parent.mkdir(parents=True)
    key.write_text("x")
    assert await refused(data=key.parents[1]) == f"--data: {key} holds no Ed25519 key without a password"
    log = tmp_path / "log" / "quarterdeck.sqlite"
    log.parent.mkdir()
    log.write_bytes(b"no log at all" * 500)
    assert await refused(data=log.parent) == f"--data: {log} cannot be opened: file is not a database"
    held = SqliteStore(tmp_path / "held" / "quarterdeck.sqlite")
    lock = tmp_path / "held" / "quarterdeck.sqlite.lock"
    assert await refused(data=tmp_path / "held") == f"--data: {lock} is held by another process"
    held.close()
    folder = tmp_path / "locked" / "quarterdeck.sqlite.lock"
    folder.mkdir(parents=True)
    assert await refused(data=folder.parent) == f"--data: {folder}: unable to open database file"


async def test_an_address_that_cannot_be_had_is_told_with_its_setting_and_the_reason(tmp_path):
    store = {"store": "memory", "data": tmp_path / "data"}
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        said = f"cannot listen on {address}: Address already in use"
        assert await refused(address=address, **store) == f"--address: {said}"
        assert await refused(metrics_address=address, **store) == f"--metrics-address: {said}"
    elsewhere = "192.0.2.1:50051"
    said = f"cannot listen on {elsewhere}: Cannot assign requested address"
    assert await refused(address=elsewhere, **store) == f"--address: {said}"
    for odd in ("256.0.0.1:1", "nowhere.invalid:1"):
        assert (await refused(address=odd, **store)).startswith(f"--address: cannot listen on {odd}: ")


async def test_a_socket_in_the_file_system_that_cannot_be_had_is_told_with_the_reason(tmp_path):
    store = {"store": "memory", "data": tmp_path / "data"}
    file = tmp_path / "file"
    file.write_text("x")
    live = tmp_path / "live"
    long = tmp_path / ("x" * 120)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(live))
        listener.listen()
        for path, reason in (
            (tmp_path / "nowhere" / "x", f"there is no folder {tmp_path / 'nowhere'}"),
            (file, "there is a file that is no socket"),
            (live, "a server listens there already"),
            (long, "the path is longer than 107 bytes"),
        ):
            assert await refused(address=f"unix:{path}", **store) == (
                f"--address: cannot listen on unix:{path}: {reason}"
            )
    # What a server that was killed has left behind is no obstacle.
    service = Service(configure({"address": f"unix:{live}", **store}).settings, [TOY])
    await service.start()
    assert stat.S_ISSOCK(live.stat().st_mode)
    await service.drain()
