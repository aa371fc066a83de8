"""Moves that answer a decision."""

from collections.abc import Iterable

from quarterdeck.client.terms import (
    Good,
    Half,
    Landscape,
    Ship,
    Structure,
    Worker,
    good_number,
    half_number,
    landscape_number,
    move_of,
    ship_number,
    structure_number,
    worker_number,
)
from quarterdeck.cooper_island.v1 import move_pb2 as pb
from quarterdeck.cooper_island.v1 import terms_pb2 as terms
from quarterdeck.v1.play_pb2 import Move


def perform(action: str) -> Move:
    """Perform one of the actions on offer, by its name."""
    return move_of(pb.Move(perform=pb.Perform(action=action)))


def forfeit() -> Move:
    """Decline what is on offer."""
    return move_of(pb.Move(forfeit=pb.Forfeit()))


def give_up() -> Move:
    """Give up an action that is not committed yet.

    What a section or an income hand offers can be chosen again; an islet's, lid's or card's action is forfeited.
    """
    return move_of(pb.Move(give_up=pb.GiveUp()))


def finish() -> Move:
    """End the own phase, step or turn; what is left undone is forfeited."""
    return move_of(pb.Move(finish=pb.Finish()))


def start_on(landscape: Landscape) -> Move:
    """Choose the landscape of the start space."""
    return move_of(pb.Move(start_on=pb.StartOn(landscape=landscape_number(landscape))))


def place_islet(islet: str, water: str, half: Half, space: str) -> Move:
    """Place an islet tile: its islet on half of a water space, its landscape on an uncharted space."""
    return move_of(pb.Move(place_islet=pb.PlaceIslet(islet=islet, water=water, half=half_number(half), space=space)))


def place_tile(
    tile: str, first: str, first_landscape: Landscape, second: str, second_landscape: Landscape, shim: bool = False
) -> Move:
    """Place a double tile: each space with the landscape that comes to lie on it."""
    return move_of(
        pb.Move(
            place_tile=pb.PlaceTile(
                tile=tile,
                first=first,
                first_landscape=landscape_number(first_landscape),
                second=second,
                second_landscape=landscape_number(second_landscape),
                shim=shim,
            )
        )
    )


def put_cube(good: Good) -> Move:
    """Choose the cube for a newly placed high mountain: stone or gold."""
    return move_of(pb.Move(put_cube=pb.PutCube(good=good_number(good))))


def place_single(space: str, landscape: Landscape) -> Move:
    """Place a single tile where the cartographer's option allows it."""
    return move_of(pb.Move(place_single=pb.PlaceSingle(space=space, landscape=landscape_number(landscape))))


def take_good(good: Good) -> Move:
    """Take one coin or cube of choice."""
    return move_of(pb.Move(take_good=pb.TakeGood(good=good_number(good))))


def keep_goods(goods: Iterable[Good]) -> Move:
    """Choose which goods of a gain to keep; the others are forfeited."""
    return move_of(pb.Move(keep_goods=pb.KeepGoods(goods=[good_number(one) for one in goods])))


def pay(items: Iterable[terms.Item], reductions: Iterable[Good] = ()) -> Move:
    """Pay a cost in one go: the items, and the goods that reductions lower (once per point)."""
    return move_of(pb.Move(pay=pb.Pay(items=items, reductions=[good_number(one) for one in reductions])))


def pay_food(items: Iterable[terms.Item]) -> Move:
    """Feed the workers with these cubes."""
    return move_of(pb.Move(pay_food=pb.PayFood(items=items)))


def pay_fee(item: terms.Item) -> Move:
    """Pay a fee with one coin or cube."""
    return move_of(pb.Move(pay_fee=pb.PayFee(item=item)))


def refuse_fee() -> Move:
    """Do not pay a fee: take an anchor instead."""
    return move_of(pb.Move(refuse_fee=pb.RefuseFee()))


def give_item(item: terms.Item) -> Move:
    """Give one more coin or cube in a market trade."""
    return move_of(pb.Move(give_item=pb.GiveItem(item=item)))


def close_trade() -> Move:
    """Give no more in a market trade."""
    return move_of(pb.Move(close_trade=pb.CloseTrade()))


def place_worker(worker: Worker, section: str) -> Move:
    """Place an available worker on the worker space of a section."""
    return move_of(pb.Move(place_worker=pb.PlaceWorker(worker=worker_number(worker), section=section)))


def move_token(token: str, space: str) -> Move:
    """Move a flipped milestone token to a free hire space."""
    return move_of(pb.Move(move_token=pb.MoveToken(token=token, space=space)))


def hire_worker(worker: Worker) -> Move:
    """Choose the worker that becomes available."""
    return move_of(pb.Move(hire_worker=pb.HireWorker(worker=worker_number(worker))))


def assign_worker(worker: Worker, order: str) -> Move:
    """Assign an available worker to a free royal order."""
    return move_of(pb.Move(assign_worker=pb.AssignWorker(worker=worker_number(worker), order=order)))


def move_ship(ship: Ship) -> Move:
    """Choose the ship that all helm points of one gain go to."""
    return move_of(pb.Move(move_ship=pb.MoveShip(ship=ship_number(ship))))


def put_anchor(ship: Ship) -> Move:
    """Choose the ship that takes an anchor, where both have as many."""
    return move_of(pb.Move(put_anchor=pb.PutAnchor(ship=ship_number(ship))))


def use_islet(owner: int, islet: str) -> Move:
    """Perform the action of a placed islet."""
    return move_of(pb.Move(use_islet=pb.UseIslet(owner=owner, islet=islet)))


def use_boat(owner: int, boat: str) -> Move:
    """Perform the income action of a built boat."""
    return move_of(pb.Move(use_boat=pb.UseBoat(owner=owner, boat=boat)))


def build_boat(boat: str, landing: str) -> Move:
    """Choose an income boat and its landing space; the payment follows."""
    return move_of(pb.Move(build_boat=pb.BuildBoat(boat=boat, landing=landing)))


def erect_building(structure: Structure) -> Move:
    """Choose a building; the payment follows."""
    return move_of(pb.Move(erect_building=pb.ErectBuilding(structure=structure_number(structure))))


def build_statue(price: str, spot: str) -> Move:
    """Choose the price and the token of a statue; the payment follows."""
    return move_of(pb.Move(build_statue=pb.BuildStatue(price=price, spot=spot)))


def supply_ship(cargo: str) -> Move:
    """Choose a cargo ship; the payment follows."""
    return move_of(pb.Move(supply_ship=pb.SupplyShip(cargo=cargo)))


def place_structure(space: str) -> Move:
    """Place the building or statue that was paid for."""
    return move_of(pb.Move(place_structure=pb.PlaceStructure(space=space)))


def keep_card(card: str) -> Move:
    """Keep one of the building cards drawn in secret."""
    return move_of(pb.Move(keep_card=pb.KeepCard(card=card)))


def return_cards(cards: Iterable[str]) -> Move:
    """Put the other cards under their stack, the first on top of the others."""
    return move_of(pb.Move(return_cards=pb.ReturnCards(cards=cards)))


def remove_ruin(space: str, spot: str) -> Move:
    """Remove an accessible ruin and put it on a free crafting spot as a statue."""
    return move_of(pb.Move(remove_ruin=pb.RemoveRuin(space=space, spot=spot)))


def wake_card(card: str) -> Move:
    """Turn a used large building card face up again."""
    return move_of(pb.Move(wake_card=pb.WakeCard(card=card)))


def return_lid(crate: str) -> Move:
    """Take a used crate lid back from its crate space."""
    return move_of(pb.Move(return_lid=pb.ReturnLid(crate=crate)))


def move_structure(space: str, to: str) -> Move:
    """Move an own building or statue to a free landscape space."""
    return move_of(pb.Move(move_structure=pb.MoveStructure(space=space, to=to)))


def multiply_cube(space: str, more: int) -> Move:
    """Move a cube from the land to a storage spot and add more of its kind."""
    return move_of(pb.Move(multiply_cube=pb.MultiplyCube(space=space, more=more)))


def turn_boats(boats: Iterable[str]) -> Move:
    """Turn own boats face down for good."""
    return move_of(pb.Move(turn_boats=pb.TurnBoats(boats=boats)))


def hire() -> Move:
    """Move a flipped milestone token to a hire space; which ones is asked next."""
    return move_of(pb.Move(hire=pb.Hire()))
