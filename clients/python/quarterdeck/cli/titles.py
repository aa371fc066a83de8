"""Commands about titles and what is in their boxes: titles, parts."""

from typing import Annotated

import typer
from rich.console import Console
from rich.padding import Padding
from rich.text import Text

from quarterdeck.cli import completion
from quarterdeck.cli.connection import Connection
from quarterdeck.cli.drawings import DEFAULT_TITLE
from quarterdeck.cli.exits import Exit
from quarterdeck.cli.expanding import expanded
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.output import Json, Look, print_json, remark
from quarterdeck.cli.parts import listed, named
from quarterdeck.cli.wording import either
from quarterdeck.v1.title_service_pb2 import GetTitleResponse, ListComponentsResponse, ListTitlesResponse


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (titles, parts):
        app.command(rich_help_panel="Look")(expanded(command))


def titles(
    look: Look,
    connection: Connection,
    title: Annotated[
        str,
        typer.Argument(help="A title, to show its options and all there is to say.", autocompletion=completion.titles),
    ] = "",
    as_json: Json = False,
) -> None:
    """List the titles that can be played, or show one with its options."""
    with connection.desk() as desk:
        if title:
            one = desk.title(title)
            print_json(one) if as_json else _print_title(one, look.console())
            return
        found = desk.titles()
    if as_json:
        print_json(ListTitlesResponse(titles=found))
        return
    for summary in found:
        seats = either(map(str, summary.seat_counts))
        look.console().print(f"{summary.title}  for {seats} seats (version {summary.rules_version} of its rules)")


def _print_title(one: GetTitleResponse, out: Console) -> None:
    out.print(f"{one.summary.title}, version {one.summary.rules_version} of its rules", style="bold")
    out.print(f"seats: {either(map(str, one.summary.seat_counts))}")
    for option in one.options:
        out.print(f"option {option.name} = {' | '.join(option.values)} (default {option.default_value})")
        # A text that needs several lines stays indented.
        out.print(Padding(option.help, (0, 0, 0, 4)))
    out.print(flowed("kinds of move: ", (Text(kind) for kind in one.move_kinds), out.width))
    out.print(
        f"components not read from the box: {len(one.uncertain_components)}; --json lists them with their sources"
    )


def parts(
    look: Look,
    connection: Connection,
    name: Annotated[
        str,
        typer.Argument(help="A card, space, ship, order …, or a part of its name.", autocompletion=completion.parts),
    ] = "",
    title: Annotated[str, typer.Option(help="The title.", autocompletion=completion.titles)] = DEFAULT_TITLE,
    table: Annotated[
        str,
        typer.Option(help="Only components of this table, for example boats.", autocompletion=completion.tables),
    ] = "",
    game: Annotated[
        str,
        typer.Option(help="As this game has them; it keeps those that it began with.", autocompletion=completion.games),
    ] = "",
    as_json: Json = False,
) -> None:
    """Tell what cards, spaces, ships and orders do and cost; (?) marks values that were not found printed."""
    with connection.desk() as desk:
        kept = ""
        if game:
            about = desk.game(game)
            title, kept = about.summary.title, about.component_set
        found = list(desk.components(title, kept, table=table))
    if name:
        found = named(found, name)
    if as_json:
        print_json(ListComponentsResponse(components=found))
    elif found:
        look.console().print(listed(found))
    else:
        remark(f"No component has a name like {name!r}.")
        raise typer.Exit(Exit.NOT_FOUND)
