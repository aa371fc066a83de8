"""Operator commands say what the server's own command line says, no more and no less."""

import argparse

import pytest
import typer

from quarterdeck.cli import operator
from quarterdeck.cli.app import application
from quarterdeck_server import __main__ as program
from quarterdeck_server import verifying
from quarterdeck_server.application.caller import Role
from quarterdeck_server.configuration.settings import StoreKind

_COMMANDS = getattr(typer.main.get_command(application()), "commands")  # noqa: B009  (typer's type has it not)
_PARSERS = next(
    action.choices for action in program._parser()._actions if isinstance(action, argparse._SubParsersAction)
)


def test_the_commands_are_those_of_the_server():
    assert set(_PARSERS) <= set(_COMMANDS)


@pytest.mark.parametrize("name", sorted(_PARSERS))
def test_every_option_of_the_server_is_one_of_the_command(name: str):
    command = _COMMANDS[name]
    ours = {option for parameter in command.params for option in parameter.opts}
    # Files of games are verified without the server.
    parsers = [_PARSERS[name], *([verifying._parser()] if name == "verify" else [])]
    theirs = {one for parser in parsers for action in parser._actions for one in action.option_strings or [action.dest]}
    assert ours == theirs - {"-h", "--help"}


def test_what_can_be_chosen_is_what_the_server_knows():
    assert [one.value for one in operator.Store] == [one.value for one in StoreKind]
    assert [one.value for one in operator.Role] == [one.value for one in Role]


@pytest.fixture
def passed(monkeypatch):
    """What the server's command line is given for a command line of ours."""

    def run(*line: str) -> list[str]:
        given: list[list[str]] = []

        def server(arguments: list[str]) -> int:
            given.append(arguments)
            return 0

        monkeypatch.setattr(operator, "server", server)
        command = typer.main.get_command(application())
        assert command.main(list(line), standalone_mode=False) == 0
        program._parser().parse_args(given[0])
        return given[0]

    return run


def test_what_is_not_typed_is_left_to_the_other_sources_of_the_server(passed):
    assert passed("serve") == ["serve"]
    assert passed("health") == ["health"]


def test_what_is_typed_is_passed_on(passed):
    line = ("serve", "--store", "memory", "--components", "toy=a.toml", "--components", "other=b", "--show-config")
    assert passed(*line) == [
        "serve", "--store=memory", "--components=toy=a.toml", "--components=other=b", "--show-config"
    ]  # fmt: skip
    assert passed("health", "--address", "h:1", "--data", "d") == ["health", "--data=d", "--address=h:1"]
    assert passed("token", "--days", "2", "--", "-x") == ["token", "--role=player", "--days=2.0", "--", "-x"]
    assert passed("token", "--new-key", "ann")[-3:] == ["--new-key", "--", "ann"]
    assert passed("keys", "revoke", "0001-00000000", "--data", "d") == [
        "keys",
        "--data=d",
        "--",
        "revoke",
        "0001-00000000",
    ]
    assert passed("keys", "list") == ["keys", "--", "list"]
    assert passed("verify", "--all", "--json", "--data", "d") == ["verify", "--all", "--data=d", "--json"]


@pytest.mark.parametrize(
    "line",
    [(), ("--all", "a.qdgame"), ("--data", "d", "a.qdgame"), ("--config", "c", "a.qdgame"), ("--all", "--key", "k")],
    ids=" ".join,
)
def test_files_are_verified_or_a_store_and_not_both(line):
    with pytest.raises(typer.BadParameter):
        typer.main.get_command(application()).main(["verify", *line], standalone_mode=False)
