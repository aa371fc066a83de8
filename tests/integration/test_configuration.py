"""Settings: where they come from, which source wins, what is wrong with them, and how they are shown."""

import tomllib
from pathlib import Path

import pytest

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.__main__ import main
from quarterdeck_server.bootstrap import Service
from quarterdeck_server.configuration.settings import SettingError, Settings, StoreKind, host_and_port
from quarterdeck_server.configuration.sources import configure

pytestmark = pytest.mark.usefixtures("no_variables")


def test_without_a_word_every_setting_has_its_default():
    assert configure({}).settings.model_dump() == Settings().model_dump()
    assert configure({}).settings.metrics_address == ""


def test_a_file_gives_settings_and_tables(config):
    path = config('calls = 7\nstore = "memory"\ndata = "/games"\n[components]\ntoy = "toy.toml"\n')
    settings = configure({}, path).settings
    assert (settings.calls, settings.store, settings.data) == (7, StoreKind.MEMORY, Path("/games"))
    assert settings.components == {"toy": Path("toy.toml")}
    assert settings.streams == Settings().streams


def test_the_environment_names_the_file_and_the_command_line_another(config, tmp_path, monkeypatch):
    other = tmp_path / "other.toml"
    other.write_text("calls = 8\n")
    monkeypatch.setenv("QUARTERDECK_CONFIG", str(config("calls = 7\n")))
    assert configure({}).settings.calls == 7
    assert configure({}, other).settings.calls == 8


def test_the_command_line_wins_over_the_environment_and_that_over_the_file(config, monkeypatch):
    path = config("calls = 1\nstreams = 1\nwatch_queue = 1\n")
    monkeypatch.setenv("QUARTERDECK_CALLS", "2")
    monkeypatch.setenv("QUARTERDECK_STREAMS", "2")
    settings = configure({"calls": 3}, path).settings
    assert (settings.calls, settings.streams, settings.watch_queue) == (3, 2, 1)


def test_an_empty_variable_is_one_that_is_not_set(config, monkeypatch):
    monkeypatch.setenv("QUARTERDECK_CONFIG", "")
    monkeypatch.setenv("QUARTERDECK_CALLS", "")
    assert configure({}).settings.calls == Settings().calls
    assert "calls = 512  # default\n" in configure({}).shown()


def test_a_table_in_the_environment_is_json(monkeypatch):
    monkeypatch.setenv("QUARTERDECK_COMPONENTS", '{"toy": "toy.toml"}')
    assert configure({}).settings.components == {"toy": Path("toy.toml")}


def test_the_settings_are_shown_as_a_file_that_says_the_same(config, monkeypatch):
    path = config('calls = 7\ndata = "a \\"quoted\\" folder"\n[components]\n"odd.title" = "ü.toml"\n')
    monkeypatch.setenv("QUARTERDECK_REFLECTION", "no")
    shown = configure({"drain_seconds": 2.5}, path)
    assert set(tomllib.loads(shown.shown())) == set(Settings.model_fields)
    again = configure({}, config(shown.shown()))
    monkeypatch.delenv("QUARTERDECK_REFLECTION")
    assert again.settings.model_dump() == shown.settings.model_dump()


def test_each_setting_is_shown_with_where_it_comes_from(config, monkeypatch):
    path = config("calls = 7\nstreams = 7\n[components]\ntoy = 'a.toml'\n")
    monkeypatch.setenv("QUARTERDECK_STREAMS", "8")
    monkeypatch.setenv("QUARTERDECK_COMPONENTS", '{"other": "b.toml"}')
    shown = configure({"watch_queue": 9}, path).shown().splitlines()
    lines = dict(line.split(" = ", 1) for line in shown if " = " in line)
    assert lines["calls"] == f"7  # {path}: calls"
    assert lines["streams"] == "8  # QUARTERDECK_STREAMS"
    assert lines["watch_queue"] == "9  # --watch-queue"
    assert lines["components"].endswith(f"# QUARTERDECK_COMPONENTS, {path}: components")
    assert lines["reflection"] == "true  # default"


def test_each_setting_is_shown_with_what_it_means():
    shown = configure({}).shown().splitlines()
    for name, field in Settings.model_fields.items():
        line = next(place for place, text in enumerate(shown) if text.startswith(f"{name} = "))
        assert field.description
        assert "\n" not in field.description
        assert shown[line - 1] == f"# {field.description}"


def test_serve_prints_its_settings_and_neither_serves_nor_tells_a_secret(config, capsys, tmp_path):
    data = tmp_path / "data"
    assert main(["token", "ann", "--new-key", "--data", str(data)]) == 0
    capsys.readouterr()
    asked = ["serve", "--show-config", "--config", str(config("calls = 7\n")), "--data", str(data)]
    assert main(asked) == 0
    shown = capsys.readouterr().out
    assert "calls = 7" in shown
    assert str(data) in shown
    (file,) = (data / "keys").iterdir()
    key = file.read_text().splitlines()[1]
    assert key not in shown
    assert "PRIVATE" not in shown
    assert list(data.rglob("*")) == [data / "keys", file]


@pytest.mark.parametrize("title", ["cooper_island", "chess"])
def test_settings_that_no_server_would_start_with_are_shown_and_told_as_a_start_tells_it(title, capsys, tmp_path):
    data, missing = tmp_path / "data", tmp_path / "missing.toml"
    given = configure({"data": data, "components": {title: missing}})
    with pytest.raises(SettingError) as start:
        Service(given.settings, TITLES.values())
    assert main(["serve", "--show-config", "--data", str(data), "--components", f"{title}={missing}"]) == 2
    shown = capsys.readouterr()
    assert shown.err == f"quarterdeck: {given.told(start.value)}\n"
    assert shown.err.startswith(f"quarterdeck: --components {title}: ")
    assert str(tmp_path / "missing.toml") in tomllib.loads(shown.out)["components"][title]
    assert list(tmp_path.iterdir()) == []


def test_a_key_or_a_folder_that_is_none_is_told_when_settings_are_shown_and_nothing_is_made(capsys, tmp_path):
    data, file = tmp_path / "data", tmp_path / "file"
    data.mkdir()
    file.touch()
    assert main(["serve", "--show-config", "--data", str(data)]) == 0
    assert list(data.iterdir()) == []
    (data / "keys").mkdir()
    (data / "keys" / "0001-00000000.pem").write_text("no key")
    capsys.readouterr()
    for wrong, said in ((data, "holds no Ed25519 key"), (file, "is no folder")):
        assert main(["serve", "--show-config", "--data", str(wrong)]) == 2
        assert said in capsys.readouterr().err


def test_serve_says_in_one_line_what_is_wrong(config, capsys):
    path = config("calls = 0\n")
    assert main(["serve", "--config", str(path)]) == 2
    problem = capsys.readouterr().err
    assert problem == f"quarterdeck: {path}: calls: has to be at least 1, not 0\n"


def test_an_address_has_a_host_and_a_port():
    assert host_and_port("127.0.0.1:0") == ("127.0.0.1", 0)
    assert host_and_port("[::1]:9464") == ("::1", 9464)
    for odd in ("", "localhost", ":80", "localhost:", "localhost:x", "localhost:65536", "localhost:-1", "localhost:²"):
        with pytest.raises(ValueError, match="is not HOST:PORT"):
            host_and_port(odd)
    assert configure({"address": "unix:/run/quarterdeck.sock"}).settings.address == "unix:/run/quarterdeck.sock"
