"""What lies in the middle for all seats: placards, plantations, ships, trading house, supply."""

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from quarterdeck.cli.layout import flowed
from quarterdeck.cli.puerto_rico.terms import GOODS, ROLES, STYLES, amounts
from quarterdeck.cli.wording import named, plain, plural, style_of
from quarterdeck.puerto_rico.v1.position_pb2 import CargoShip, Position
from quarterdeck.puerto_rico.v1.terms_pb2 import Amount

LABEL = 14
"""Columns of the label before a line."""


def line(label: str, pieces: Iterable[Text], width: int) -> Text:
    """A labelled line; a dash if there is nothing to say."""
    return flowed(f"{label:<{LABEL}}", list(pieces) or [Text("-")], width)


def middle(position: Position, players: Sequence[str], width: int) -> Iterator[Text]:
    """All of it but the market."""
    left = position.supply
    yield line("roles", _placards(position, players), width)
    yield line("plantations", [*_kinds(GOODS[one] for one in position.row), _quarries(left.quarries)], width)
    yield line("face down", _barrels(left.stack), width)
    if any(one.count for one in (*left.discard, *left.turned)):
        turned = [Text("turned over:", "dim"), *_barrels(left.turned)] if any(one.count for one in left.turned) else []
        yield line("discarded", [*_barrels(left.discard), *turned], width)
    yield line("cargo ships", map(_ship, position.cargo_ships), width)
    free = position.house_places - len(position.house)
    house = _kinds(GOODS[one] for one in position.house)
    yield line("trading house", [*house, Text(f"({free} of {position.house_places} places free)")], width)
    yield line(
        "colonists",
        [Text(f"{position.colonists_on_ship} on the colonist ship"), Text(f"{left.colonists} in the supply")],
        width,
    )
    yield line("goods left", _barrels(left.goods, empty_too=True), width)
    yield line("chips left", [Text(plural(left.points, "point"))], width)


def _placards(position: Position, players: Sequence[str]) -> Iterator[Text]:
    played = ROLES[position.role] if position.HasField("role") else ""
    for one in position.placards:
        name = plain(one.placard)
        if one.HasField("seat"):
            now = " (now)" if played and one.placard.endswith(played) else ""
            who = (named(players, one.seat), style_of(one.seat))
            yield Text.assemble((name, "bold" if now else "dim"), ": ", who, now)
        else:
            coins = f" +{plural(one.doubloons, 'doubloon')}" if one.doubloons else ""
            yield Text.assemble((name, "bold"), coins)


def _ship(ship: CargoShip) -> Text:
    drawn = Text.assemble((str(ship.capacity), "bold"), ": ")
    if not ship.HasField("good"):
        return drawn.append("empty")
    good = GOODS[ship.good]
    free = ship.capacity - ship.barrels
    drawn.append(f"{ship.barrels} ").append(good, STYLES[good])
    return drawn.append(f", {free} free" if free else ", full")


def _quarries(count: int) -> Text:
    return Text.assemble(f"{count} ", ("quarry" if count == 1 else "quarries", STYLES["quarry"]))


def _barrels(barrels: Iterable[Amount], *, empty_too: bool = False) -> Iterator[Text]:
    return (kind_of(count, good) for count, good in amounts(barrels, empty_too=empty_too))


def _kinds(names: Iterable[str]) -> Iterator[Text]:
    """Names in the order of the kinds, each with how often it is there."""
    found = list(names)
    return (kind_of(found.count(good), good) for good in GOODS.values() if good in found)


def kind_of(count: int, kind: str) -> Text:
    """A number of a kind."""
    return Text.assemble(f"{count} ", (kind, STYLES[kind]))
