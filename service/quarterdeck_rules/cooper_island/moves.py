"""Moves: answers of a seat to a decision, and anytime moves."""

from msgspec import Struct
from msgspec.structs import force_setattr

from quarterdeck_rules.cooper_island.terms import GOODS, Good, Half, Item, Landscape, Ship, Structure, Worker
from quarterdeck_rules.engine.steps import Seat

# Answers that several decisions take


class Perform(Struct, frozen=True, tag="cooper_island.perform.v1"):
    """Perform one of the actions on offer, by its name."""

    action: str


class Forfeit(Struct, frozen=True, tag="cooper_island.forfeit.v1"):
    """Decline what is on offer."""


class GiveUp(Struct, frozen=True, tag="cooper_island.give_up.v1"):
    """Give up an action that is not committed yet; it can be chosen again."""


class Finish(Struct, frozen=True, tag="cooper_island.finish.v1"):
    """End the own phase, step or turn; what is left undone is forfeited."""


# Landscape


class StartOn(Struct, frozen=True, tag="cooper_island.start_on.v1"):
    """Choose the landscape of the start space."""

    landscape: Landscape


class PlaceIslet(Struct, frozen=True, tag="cooper_island.place_islet.v1"):
    """Place an islet tile: its islet on half of a water space, its landscape on an uncharted space."""

    islet: str
    water: str
    half: Half
    space: str


class PlaceTile(Struct, frozen=True, tag="cooper_island.place_tile.v1"):
    """Place a double tile: each space with the landscape that comes to lie on it.

    The first space is the one listed first on the peninsula. `shim` says that the cartographer evens out the ground.
    """

    tile: str
    first: str
    first_landscape: Landscape
    second: str
    second_landscape: Landscape
    shim: bool = False


class PutCube(Struct, frozen=True, tag="cooper_island.put_cube.v1"):
    """Choose the cube for a newly placed high mountain: stone or gold."""

    good: Good


class PlaceSingle(Struct, frozen=True, tag="cooper_island.place_single.v1"):
    """Place a single tile where the cartographer's option allows it."""

    space: str
    landscape: Landscape


# Goods


class TakeGood(Struct, frozen=True, tag="cooper_island.take_good.v1"):
    """Take one coin or cube of choice."""

    good: Good


class KeepGoods(Struct, frozen=True, tag="cooper_island.keep_goods.v1"):
    """Choose which goods of a gain to keep; the others are forfeited."""

    goods: tuple[Good, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "goods", tuple(sorted(self.goods, key=GOODS.index)))


class Pay(Struct, frozen=True, tag="cooper_island.pay.v1"):
    """Pay a cost in one go: the items, and the goods that reductions lower (once per point)."""

    items: tuple[Item, ...]
    reductions: tuple[Good, ...] = ()

    def __post_init__(self) -> None:
        force_setattr(self, "items", _sorted(self.items))
        force_setattr(self, "reductions", tuple(sorted(self.reductions, key=GOODS.index)))


class PayFood(Struct, frozen=True, tag="cooper_island.pay_food.v1"):
    """Feed the workers with these cubes."""

    items: tuple[Item, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "items", _sorted(self.items))


class PayFee(Struct, frozen=True, tag="cooper_island.pay_fee.v1"):
    """Pay a fee with one coin or cube."""

    item: Item


class RefuseFee(Struct, frozen=True, tag="cooper_island.refuse_fee.v1"):
    """Do not pay a fee: take an anchor instead."""


class GiveItem(Struct, frozen=True, tag="cooper_island.give_item.v1"):
    """Give one more coin or cube in a market trade."""

    item: Item


class CloseTrade(Struct, frozen=True, tag="cooper_island.close_trade.v1"):
    """Give no more in a market trade."""


# Workers


class PlaceWorker(Struct, frozen=True, tag="cooper_island.place_worker.v1"):
    """Place an available worker on the worker space of a section."""

    worker: Worker
    section: str


class MoveToken(Struct, frozen=True, tag="cooper_island.move_token.v1"):
    """Move a flipped milestone token to a free hire space."""

    token: str
    space: str


class HireWorker(Struct, frozen=True, tag="cooper_island.hire_worker.v1"):
    """Choose the worker that becomes available."""

    worker: Worker


class AssignWorker(Struct, frozen=True, tag="cooper_island.assign_worker.v1"):
    """Assign an available worker to a free royal order."""

    worker: Worker
    order: str


# Sailing


class MoveShip(Struct, frozen=True, tag="cooper_island.move_ship.v1"):
    """Choose the ship that all helm points of one gain go to."""

    ship: Ship


class PutAnchor(Struct, frozen=True, tag="cooper_island.put_anchor.v1"):
    """Choose the ship that takes an anchor, where both have as many."""

    ship: Ship


class UseIslet(Struct, frozen=True, tag="cooper_island.use_islet.v1"):
    """Perform the action of a placed islet."""

    owner: Seat
    islet: str


class UseBoat(Struct, frozen=True, tag="cooper_island.use_boat.v1"):
    """Perform the income action of a built boat."""

    owner: Seat
    boat: str


# Boats, buildings, statues, cargo


class BuildBoat(Struct, frozen=True, tag="cooper_island.build_boat.v1"):
    """Choose an income boat and its landing space; the payment follows."""

    boat: str
    landing: str


class ErectBuilding(Struct, frozen=True, tag="cooper_island.erect_building.v1"):
    """Choose a building; the payment follows."""

    structure: Structure


class BuildStatue(Struct, frozen=True, tag="cooper_island.build_statue.v1"):
    """Choose the price and the token of a statue; the payment follows."""

    price: str
    spot: str


class SupplyShip(Struct, frozen=True, tag="cooper_island.supply_ship.v1"):
    """Choose a cargo ship; the payment follows."""

    cargo: str


class PlaceStructure(Struct, frozen=True, tag="cooper_island.place_structure.v1"):
    """Place the building or statue that was paid for."""

    space: str


class KeepCard(Struct, frozen=True, tag="cooper_island.keep_card.v1"):
    """Keep one of the building cards drawn in secret."""

    card: str


class ReturnCards(Struct, frozen=True, tag="cooper_island.return_cards.v1"):
    """Put the other cards under their stack, the first on top of the others."""

    cards: tuple[str, ...]


class RemoveRuin(Struct, frozen=True, tag="cooper_island.remove_ruin.v1"):
    """Remove an accessible ruin and put it on a free crafting spot as a statue."""

    space: str
    spot: str


# Clean-up


class WakeCard(Struct, frozen=True, tag="cooper_island.wake_card.v1"):
    """Turn a used large building card face up again."""

    card: str


class ReturnLid(Struct, frozen=True, tag="cooper_island.return_lid.v1"):
    """Take a used crate lid back from its crate space."""

    crate: str


# Cards


class MoveStructure(Struct, frozen=True, tag="cooper_island.move_structure.v1"):
    """Move an own building or statue to a free landscape space."""

    space: str
    to: str


class MultiplyCube(Struct, frozen=True, tag="cooper_island.multiply_cube.v1"):
    """Move a cube from the land to a storage spot and add more of its kind."""

    space: str
    more: int


class TurnBoats(Struct, frozen=True, tag="cooper_island.turn_boats.v1"):
    """Turn own boats face down for good."""

    boats: tuple[str, ...]

    def __post_init__(self) -> None:
        force_setattr(self, "boats", tuple(sorted(self.boats)))


# Anytime moves


class StoreCube(Struct, frozen=True, tag="cooper_island.store_cube.v1"):
    """Anytime: move a cube from the land to a storage spot."""

    space: str


class StoreFromMarket(Struct, frozen=True, tag="cooper_island.store_from_market.v1"):
    """Anytime: move a coin or cube from the marketplace to a storage spot."""

    good: Good


class StartTrade(Struct, frozen=True, tag="cooper_island.start_trade.v1"):
    """Anytime: begin a market trade; what is given and taken is asked next."""

    trade: str


class UseLid(Struct, frozen=True, tag="cooper_island.use_lid.v1"):
    """Anytime: move an unused lid to a free crate space and perform the action there."""

    crate: str


class UseCartographer(Struct, frozen=True, tag="cooper_island.use_cartographer.v1"):
    """Anytime: use an option of the cartographer; the space is asked next."""

    option: str


class UseCard(Struct, frozen=True, tag="cooper_island.use_card.v1"):
    """Anytime: use a large building card."""

    card: str


class Hire(Struct, frozen=True, tag="cooper_island.hire.v1"):
    """Move a flipped milestone token to a hire space; which ones is asked next."""


def _sorted(items: tuple[Item, ...]) -> tuple[Item, ...]:
    return tuple(sorted(items, key=lambda item: (GOODS.index(item.good), item.space)))


MOVES: tuple[type[Struct], ...] = (
    Perform,
    Forfeit,
    GiveUp,
    Finish,
    StartOn,
    PlaceIslet,
    PlaceTile,
    PutCube,
    PlaceSingle,
    TakeGood,
    KeepGoods,
    Pay,
    PayFood,
    PayFee,
    RefuseFee,
    GiveItem,
    CloseTrade,
    PlaceWorker,
    MoveToken,
    HireWorker,
    AssignWorker,
    MoveShip,
    PutAnchor,
    UseIslet,
    UseBoat,
    BuildBoat,
    ErectBuilding,
    BuildStatue,
    SupplyShip,
    PlaceStructure,
    KeepCard,
    ReturnCards,
    RemoveRuin,
    WakeCard,
    ReturnLid,
    MoveStructure,
    MultiplyCube,
    TurnBoats,
    StoreCube,
    StoreFromMarket,
    StartTrade,
    UseLid,
    UseCartographer,
    UseCard,
    Hire,
)
"""Every kind of move of this title."""
