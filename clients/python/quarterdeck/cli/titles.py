"""Commands about titles and what is in their boxes: titles, parts."""

from typing import Annotated

import typer

from quarterdeck.cli.connection import Address, Json, Token, TokenFile, connect
from quarterdeck.cli.exits import Exit
from quarterdeck.cli.output import console, print_json, remark
from quarterdeck.cli.parts import listed, named
from quarterdeck.client import DEFAULT_ADDRESS
from quarterdeck.v1.title_service_pb2 import GetTitleResponse, ListComponentsResponse, ListTitlesResponse


def register(app: typer.Typer) -> None:
    """Add the commands."""
    for command in (titles, parts):
        app.command(rich_help_panel="Look")(command)


def titles(
    title: Annotated[str, typer.Argument(help="A title, to show its options and all there is to say.")] = "",
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """List the titles that can be played, or show one with its options."""
    with connect(address, token, token_file) as desk:
        if title:
            one = desk.title(title)
            print_json(one) if as_json else _print_title(one)
            return
        found = desk.titles()
    if as_json:
        print_json(ListTitlesResponse(titles=found))
        return
    for summary in found:
        seats = ", ".join(map(str, summary.seat_counts))
        console().print(f"{summary.title}  rules {summary.rules_version}, {seats} seats")


def _print_title(one: GetTitleResponse) -> None:
    out = console()
    out.print(f"{one.summary.title}, rules {one.summary.rules_version}", style="bold")
    out.print(f"seats: {', '.join(map(str, one.summary.seat_counts))}")
    for option in one.options:
        out.print(f"option {option.name} = {' | '.join(option.values)} (default {option.default_value})")
        out.print(f"    {option.help}")
    out.print(f"kinds of move: {', '.join(one.move_kinds)}")
    out.print(
        f"components not read from the box: {len(one.uncertain_components)}; --json lists them with their sources"
    )


def parts(
    name: Annotated[str, typer.Argument(help="A card, space, ship, order …, or a part of its name.")] = "",
    title: Annotated[str, typer.Option(help="The title.")] = "cooper_island",
    table: Annotated[str, typer.Option(help="Only components of this table, for example boats.")] = "",
    game: Annotated[str, typer.Option(help="As this game has them; it keeps those that it began with.")] = "",
    as_json: Json = False,
    address: Address = DEFAULT_ADDRESS,
    token: Token = "",
    token_file: TokenFile = None,
) -> None:
    """Tell what cards, spaces, ships and orders do and cost; (?) marks values that were not found printed."""
    with connect(address, token, token_file) as desk:
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
        console().print(listed(found))
    else:
        remark(f"No component has a name like {name!r}.")
        raise typer.Exit(Exit.NOT_FOUND)
