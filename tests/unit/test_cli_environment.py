"""Environment variables of the command line: none is overlooked, and what is typed wins over them."""

import pytest
import typer
from typer.testing import CliRunner

from quarterdeck.cli.app import application
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.environment import (
    CLIENT_VARIABLES,
    SERVER_VARIABLES,
    UnknownVariable,
    check_variables,
    language_of,
)
from quarterdeck.cli.expanding import expanded
from quarterdeck_server.configuration.settings import PREFIX, Settings
from quarterdeck_server.configuration.sources import CONFIG


def test_the_variables_of_a_server_are_those_of_its_settings():
    assert {CONFIG, *(f"{PREFIX}{name.upper()}" for name in Settings.model_fields)} == SERVER_VARIABLES


def test_the_variables_of_commands_are_those_that_their_options_name():
    commands = getattr(typer.main.get_command(application()), "commands").values()  # noqa: B009  (typer's type has it not)
    named = {parameter.envvar for command in commands for parameter in command.params if parameter.envvar}
    assert named == CLIENT_VARIABLES


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("QUARTERDECK_TOKN", "QUARTERDECK_TOKN: there is no such setting, did you mean QUARTERDECK_TOKEN?"),
        ("QUARTERDECK_COLOR", "QUARTERDECK_COLOR: there is no such setting, did you mean QUARTERDECK_COLOUR?"),
        ("quarterdeck_game", "quarterdeck_game: there is no such setting, did you mean QUARTERDECK_GAME?"),
        ("QUARTERDECK_XYZZY", "QUARTERDECK_XYZZY: there is no such setting, see --help"),
    ],
)
def test_a_variable_that_nothing_reads_is_told_with_the_one_that_may_be_meant(name: str, told: str):
    with pytest.raises(UnknownVariable) as caught:
        check_variables({name: "x", "HOME": "/"})
    assert str(caught.value) == told


def test_variables_of_commands_and_servers_and_empty_ones_are_no_mistake():
    known = dict.fromkeys(CLIENT_VARIABLES | SERVER_VARIABLES, "x")
    check_variables({**known, "quarterdeck_calls": "7", "QUARTERDECK_NOTHING": "", "OTHER": "x"})


@pytest.fixture
def chosen(monkeypatch, tmp_path):
    """What a command gets for the connection, of a command line and an environment."""
    got: list[Connection] = []

    def look(connection: Connection) -> None:
        got.append(connection)

    app = typer.Typer()
    app.command()(expanded(look))
    for name in ("file", "other"):
        (tmp_path / name).write_text(f"{name}'s token")

    def run(line: str, **variables: str) -> Connection:
        for name, value in variables.items():
            monkeypatch.setenv(f"QUARTERDECK_{name}", value.replace("DIR", str(tmp_path)))
        done = CliRunner().invoke(app, line.replace("DIR", str(tmp_path)).split())
        assert done.exit_code == 0, done.output
        return got[-1]

    return run


def test_a_file_of_a_token_that_is_typed_wins_over_a_token_in_the_environment(chosen):
    assert chosen("--token-file DIR/file", TOKEN="shell's", TOKEN_FILE="DIR/other").bearer() == "file's token"


def test_a_token_that_is_typed_wins_over_all_there_is_in_the_environment(chosen):
    assert chosen("--token typed", TOKEN="shell's", TOKEN_FILE="DIR/other").bearer() == "typed"
    assert chosen("--token=", TOKEN="shell's", TOKEN_FILE="DIR/other").bearer() == ""


def test_within_one_source_a_token_wins_over_a_file(chosen):
    assert chosen("--token-file DIR/file --token typed").bearer() == "typed"
    assert chosen("", TOKEN="shell's", TOKEN_FILE="DIR/other").bearer() == "shell's"


def test_the_usual_certificates_that_are_asked_for_win_over_a_file_of_them_in_the_environment(chosen):
    assert chosen("--tls", CA_FILE="DIR/other").ca_file is None
    assert chosen("--tls --ca-file DIR/file", CA_FILE="DIR/other").ca_file.name == "file"
    assert chosen("", TLS="1", CA_FILE="DIR/other").ca_file.name == "other"


SINGLE = {
    "address": ("typed:1", "shell:1"),
    "language": ("fr", "de"),
    "wait": (3.0, 4.0),
    "deadline": (3.0, 4.0),
    "patience": (3.0, 4.0),
}


@pytest.mark.parametrize("name", SINGLE)
def test_every_other_option_wins_over_its_variable(chosen, name: str):
    typed, there = SINGLE[name]
    assert getattr(chosen(f"--{name} {typed}", **{name.upper(): str(there)}), name) == typed
    assert getattr(chosen(""), name) == there


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "pt_BR.UTF-8"}, "pt-BR"),
        ({"LANG": "de_DE@euro"}, "de-DE"),
        ({"LANG": "pl"}, "pl"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en-GB"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_GB.UTF-8", "LC_ALL": "pl_PL"}, "pl-PL"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "dé_DE"}, ""),
        ({"LANG": ""}, ""),
        ({}, ""),
    ],
)
def test_the_language_is_that_of_the_system_unless_one_is_asked_for(environment, language: str):
    assert language_of(environment) == language
