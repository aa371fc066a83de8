"""Moves that answer a decision."""

from collections.abc import Iterable

from quarterdeck.client.moves.cooper_island.terms import Good, Half, Landscape, Ship, Structure, Worker, move_of
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.v1.play_pb2 import Move


def perform(action: str) -> Move:
    """Perform one of the actions on offer, by its name."""
    return move_of("perform", action=action)


def forfeit() -> Move:
    """Decline what is on offer."""
    return move_of("forfeit")


def give_up() -> Move:
    """Give up an action that is not committed yet.

    What a section or an income hand offers can be chosen again; an islet's, lid's or card's action is forfeited.
    """
    return move_of("give_up")


def finish() -> Move:
    """End the own phase, step or turn; what is left undone is forfeited."""
    return move_of("finish")


def start_on(landscape: Landscape) -> Move:
    """Choose the landscape of the start space."""
    return move_of("start_on", landscape=landscape)


def place_islet(islet: str, water: str, half: Half, space: str) -> Move:
    """Place an islet tile: its islet on half of a water space, its landscape on an uncharted space."""
    return move_of("place_islet", islet=islet, water=water, half=half, space=space)


def place_tile(
    tile: str, first: str, first_landscape: Landscape, second: str, second_landscape: Landscape, shim: bool = False
) -> Move:
    """Place a double tile: each space with the landscape that comes to lie on it."""
    return move_of(
        "place_tile",
        tile=tile,
        first=first,
        first_landscape=first_landscape,
        second=second,
        second_landscape=second_landscape,
        shim=shim,
    )


def put_cube(good: Good) -> Move:
    """Choose the cube for a newly placed high mountain: stone or gold."""
    return move_of("put_cube", good=good)


def exchange_islet() -> Move:
    """Return the islet just drawn to the box and draw another, which has to be placed if it can be."""
    return move_of("exchange_islet")


def place_single(space: str, landscape: Landscape) -> Move:
    """Place a single tile where the cartographer's option allows it."""
    return move_of("place_single", space=space, landscape=landscape)


def take_good(good: Good) -> Move:
    """Take one coin or cube of choice."""
    return move_of("take_good", good=good)


def keep_goods(goods: Iterable[Good]) -> Move:
    """Choose which goods of a gain to keep; the others are forfeited."""
    return move_of("keep_goods", goods=goods)


def pay(items: Iterable[terms.Item], reductions: Iterable[Good] = ()) -> Move:
    """Pay a cost in one go: the items, and the goods that reductions lower (once per point)."""
    return move_of("pay", items=items, reductions=reductions)


def pay_food(items: Iterable[terms.Item]) -> Move:
    """Feed the workers with these cubes."""
    return move_of("pay_food", items=items)


def pay_fee(item: terms.Item) -> Move:
    """Pay a fee with one coin or cube."""
    return move_of("pay_fee", item=item)


def refuse_fee() -> Move:
    """Do not pay a fee: take an anchor instead."""
    return move_of("refuse_fee")


def give_item(item: terms.Item) -> Move:
    """Give one more coin or cube in a market trade."""
    return move_of("give_item", item=item)


def close_trade() -> Move:
    """Give no more in a market trade."""
    return move_of("close_trade")


def place_worker(worker: Worker, section: str) -> Move:
    """Place an available worker on the worker space of a section."""
    return move_of("place_worker", worker=worker, section=section)


def move_token(token: str, space: str) -> Move:
    """Move a flipped milestone token to a free hire space."""
    return move_of("move_token", token=token, space=space)


def move_cooper_token(space: str, card: str) -> Move:
    """Move a milestone token of Cooper to a free space of his clean-up, and a card of his discard pile with it."""
    return move_of("move_cooper_token", space=space, card=card)


def hire_worker(worker: Worker) -> Move:
    """Choose the worker that becomes available."""
    return move_of("hire_worker", worker=worker)


def assign_worker(worker: Worker, order: str) -> Move:
    """Assign an available worker to a free royal order."""
    return move_of("assign_worker", worker=worker, order=order)


def move_ship(ship: Ship) -> Move:
    """Choose the ship that all helm points of one gain go to."""
    return move_of("move_ship", ship=ship)


def put_anchor(ship: Ship) -> Move:
    """Choose the ship that takes an anchor, where both have as many."""
    return move_of("put_anchor", ship=ship)


def use_islet(owner: int, islet: str) -> Move:
    """Perform the action of a placed islet."""
    return move_of("use_islet", owner=owner, islet=islet)


def use_boat(owner: int, boat: str) -> Move:
    """Perform the income action of a built boat."""
    return move_of("use_boat", owner=owner, boat=boat)


def build_boat(boat: str, landing: str) -> Move:
    """Choose an income boat and its landing space; the payment follows."""
    return move_of("build_boat", boat=boat, landing=landing)


def erect_building(structure: Structure) -> Move:
    """Choose a building; the payment follows."""
    return move_of("erect_building", structure=structure)


def build_statue(price: str, spot: str) -> Move:
    """Choose the price and the token of a statue; the payment follows."""
    return move_of("build_statue", price=price, spot=spot)


def supply_ship(cargo: str) -> Move:
    """Choose a cargo ship; the payment follows."""
    return move_of("supply_ship", cargo=cargo)


def place_structure(space: str) -> Move:
    """Place the building or statue that was paid for."""
    return move_of("place_structure", space=space)


def keep_card(card: str) -> Move:
    """Keep one of the building cards drawn in secret."""
    return move_of("keep_card", card=card)


def return_cards(cards: Iterable[str]) -> Move:
    """Put the other cards under their stack, the first on top of the others."""
    return move_of("return_cards", cards=cards)


def remove_ruin(space: str, spot: str) -> Move:
    """Remove an accessible ruin and put it on a free crafting spot as a statue."""
    return move_of("remove_ruin", space=space, spot=spot)


def wake_card(card: str) -> Move:
    """Turn a used large building card face up again."""
    return move_of("wake_card", card=card)


def return_lid(crate: str) -> Move:
    """Take a used crate lid back from its crate space."""
    return move_of("return_lid", crate=crate)


def move_structure(space: str, to: str) -> Move:
    """Move an own building or statue to a free landscape space."""
    return move_of("move_structure", space=space, to=to)


def multiply_cube(space: str, more: int) -> Move:
    """Move a cube from the land to a storage spot and add more of its kind."""
    return move_of("multiply_cube", space=space, more=more)


def turn_boats(boats: Iterable[str]) -> Move:
    """Turn own boats face down for good."""
    return move_of("turn_boats", boats=boats)


def hire() -> Move:
    """Move a flipped milestone token to a hire space; which ones is asked next."""
    return move_of("hire")
