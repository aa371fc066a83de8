"""What is wrong with component files although each entry by itself can be read."""

from collections.abc import Iterable, Iterator

from quarterdeck_rules.cooper_island.changes import BetterTrade, CheaperCartographer
from quarterdeck_rules.cooper_island.contents import Contents
from quarterdeck_rules.cooper_island.terms import CUBES

_NEVER_NOTHING = frozenset({"rounds", "banks_to_bay", "leftovers_per_point", "cards_drawn", "gold_level"})
"""Numbers without which a game would have no end, no ring or no measure."""


def faults(contents: Contents) -> Iterator[str]:
    """What is wrong with component files although each entry by itself can be read."""
    for name in contents.__struct_fields__:
        for entry in getattr(contents, name):
            if unknown := set(entry.reconstructed) - set(entry.__struct_fields__):
                yield f"{name}: {entry.id!r} has no field {', '.join(sorted(unknown))} to be reconstructed"
    for number in contents.numbers:
        if number.id in _NEVER_NOTHING and not number.value:
            yield f"numbers: {number.id!r} has to be at least 1"
    starts = [space.id for space in contents.land if space.role == "start"]
    if len(starts) != 1:
        yield f"land: one space has to be the start, not {len(starts)}: {', '.join(starts)}"
    lying: dict[tuple[int, int], str] = {}
    places = [((space.q, space.r), space.id) for space in contents.land]
    for at, name in (*places, *(((half.q, half.r), half.id) for half in contents.water)):
        if lying.setdefault(at, name) != name:
            yield f"land, water: {lying[at]} and {name} lie on one place, {at}"
    trades = {trade.id for trade in contents.trades}
    options = {option.id for option in contents.cartographer_options}
    for table in contents.tables:
        if str(table.seats) != table.id or len(table.cartographer) != table.seats:
            yield f"tables: {table.id!r} is for {table.seats} seats with {len(table.cartographer)} cartographers"
    for card in contents.small_cards:
        for change in card.changes:
            if isinstance(change, BetterTrade) and change.trade not in trades:
                yield f"small_cards: {card.id!r} names no trade: {change.trade!r}"
            if isinstance(change, CheaperCartographer) and change.option not in options:
                yield f"small_cards: {card.id!r} names no option of the cartographer: {change.option!r}"
    yield from _of_cooper(contents)


def _of_cooper(contents: Contents) -> Iterator[str]:
    """What would end a solo game, or silently never happen in it."""
    cards = {card.id for card in contents.action_cards}
    orders = {order.id for order in contents.royal_orders}
    sections = {section.id for section in contents.sections}
    named = {order for one in contents.strategies for order in (*one.cooper_orders, *one.orders)}
    for strategy in contents.strategies:
        start = [card for group in strategy.start_cards for card in group]
        if unknown := set(start) - cards:
            yield f"strategies: {strategy.id!r} names no action card: {_listed(unknown)}"
        if len(set(start)) < len(start) or not all(strategy.start_cards):
            yield f"strategies: {strategy.id!r} has a start card twice, or a group without any"
        if unknown := {*strategy.cooper_orders, *strategy.orders} - orders:
            yield f"strategies: {strategy.id!r} names no royal order: {_listed(unknown)}"
    for level in contents.levels:
        if unknown := set(level.orders_from) - orders:
            yield f"levels: {level.id!r} names no royal order: {_listed(unknown)}"
        if shown := set(level.orders_from) & named:
            yield f"levels: {level.id!r} adds orders that strategies show: {_listed(shown)}"
        if level.orders_added > len(set(level.orders_from)):
            yield f"levels: {level.id!r} adds {level.orders_added} orders from {len(set(level.orders_from))}"
        if coins := {str(good) for good in level.depot if good not in CUBES}:
            yield f"levels: {level.id!r} has no cube in its depot: {_listed(coins)}"
    for card in contents.action_cards:
        for step in card.steps:
            # By name: the kinds of steps know the box, and cannot be known here.
            if (section := getattr(step, "section", "")) and section not in sections:
                yield f"action_cards: {card.id!r} names no section: {section!r}"
            if (order := getattr(step, "order", "")) and order not in orders:
                yield f"action_cards: {card.id!r} names no royal order: {order!r}"


def _listed(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
