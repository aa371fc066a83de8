"""What the shell offers for a value: asked of the service, quickly, and nothing if it does not answer.

Each takes what was typed so far from the context, and gives values with what they stand for.
"""

from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from itertools import islice

import typer

from quarterdeck.bots import BOTS
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.drawing import seated
from quarterdeck.cli.drawings import DEFAULT_TITLE
from quarterdeck.client import Desk, QuarterdeckError
from quarterdeck.v1.title_service_pb2 import Component

SECONDS = 0.7
"""How long an answer may take: somebody has pressed a key and waits."""
MOST = 100
"""Values that are offered at most."""

Offers = list[tuple[str, str]]


def titles(context: typer.Context, incomplete: str) -> Offers:
    """The titles."""
    return _asked(context, incomplete, lambda desk: ((one.title, "") for one in desk.titles()))


def games(context: typer.Context, incomplete: str) -> Offers:
    """The games, the newest first."""

    def found(desk: Desk) -> Iterable[tuple[str, str]]:
        newest = sorted(desk.games(page_size=200), key=lambda one: -one.create_time.ToNanoseconds())
        return ((one.game_id, f"{one.title}: {seated(one)}") for one in newest)

    return _asked(context, incomplete, found)


def options(context: typer.Context, incomplete: str) -> Offers:
    """The options of a title, with each value."""

    def found(desk: Desk) -> Iterable[tuple[str, str]]:
        known = desk.title(_title(context)).options
        return ((f"{one.name}={value}", one.help) for one in known for value in one.values)

    return _asked(context, incomplete, found)


def parts(context: typer.Context, incomplete: str) -> Offers:
    """The components of a title."""
    return _asked(context, incomplete, lambda desk: ((one.component_id, one.table) for one in _box(desk, context)))


def tables(context: typer.Context, incomplete: str) -> Offers:
    """The tables of a title's components."""
    return _asked(
        context, incomplete, lambda desk: ((name, "") for name in {one.table: 0 for one in _box(desk, context)})
    )


def bots(incomplete: str) -> list[str]:
    """The house bots."""
    return [name for name in sorted(BOTS) if name.startswith(incomplete)]


def _title(context: typer.Context) -> str:
    return str(context.params.get("title") or DEFAULT_TITLE)


def _box(desk: Desk, context: typer.Context) -> Iterable[Component]:
    return desk.components(_title(context), page_size=1000)


def _asked(context: typer.Context, incomplete: str, ask: Callable[[Desk], Iterable[tuple[str, str]]]) -> Offers:
    typed = {one.name: context.params.get(one.name) for one in fields(Connection)}
    try:
        given = Connection(**{name: value for name, value in typed.items() if value is not None})
        with Desk(replace(given.options(), deadline=SECONDS, attempts=1)) as desk:
            matching = ((value, told) for value, told in ask(desk) if value.startswith(incomplete))
            return list(islice(matching, MOST))
    except (QuarterdeckError, typer.BadParameter, ValueError):
        # A line that is being typed is no place for errors: the command itself will tell.
        return []
