"""Facts of building, goods, doubloons and points."""

from msgspec import Struct

from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.puerto_rico.terms import Amount, Good, Purchaser


class BuildingBought(Struct, frozen=True, tag="puerto_rico.building_bought.v1"):
    """A building stands in a city."""

    seat: Seat
    building: str
    paid: int
    """Doubloons, those of the black market not counted."""


class ColonistGiven(Struct, frozen=True, tag="puerto_rico.colonist_given.v1"):
    """A colonist went to the black market, and to the supply or out of the game."""

    seat: Seat
    spot: str
    removed: bool = False


class GoodGiven(Struct, frozen=True, tag="puerto_rico.good_given.v1"):
    """A barrel went to the black market, and to the supply."""

    seat: Seat
    good: Good


class PointGiven(Struct, frozen=True, tag="puerto_rico.point_given.v1"):
    """A chip of one point went to the black market, and to the pool or out of the game."""

    seat: Seat
    removed: bool = False


class GoodsProduced(Struct, frozen=True, tag="puerto_rico.goods_produced.v1"):
    """A seat took what its plantations and buildings made."""

    seat: Seat
    goods: tuple[Amount, ...]


class BarrelsTaken(Struct, frozen=True, tag="puerto_rico.barrels_taken.v1"):
    """The craftsman took his extra barrels."""

    seat: Seat
    goods: tuple[Good, ...]


class DoubloonsGained(Struct, frozen=True, tag="puerto_rico.doubloons_gained.v1"):
    """A seat got doubloons; `by` is the role or building that brings them."""

    seat: Seat
    doubloons: int
    by: str


class PointsGained(Struct, frozen=True, tag="puerto_rico.points_gained.v1"):
    """A seat got chips of so many points, or wrote them down once the pool was empty.

    `by` is the role or building that brings them.
    """

    seat: Seat
    points: int
    by: str


class GoodSold(Struct, frozen=True, tag="puerto_rico.good_sold.v1"):
    """A seat sold a barrel for so many doubloons."""

    seat: Seat
    good: Good
    to: Purchaser
    doubloons: int


class HouseEmptied(Struct, frozen=True, tag="puerto_rico.house_emptied.v1"):
    """The full trading house was emptied into the supply."""


class ShipLoaded(Struct, frozen=True, tag="puerto_rico.ship_loaded.v1"):
    """A seat loaded a cargo ship."""

    seat: Seat
    good: Good
    capacity: int
    barrels: int


class GoodsShipped(Struct, frozen=True, tag="puerto_rico.goods_shipped.v1"):
    """A seat shipped barrels by its own wharf into the supply."""

    seat: Seat
    building: str
    goods: tuple[Amount, ...]


class UnionPaid(Struct, frozen=True, tag="puerto_rico.union_paid.v1"):
    """The union hall of a seat has looked at its goods; it does so once in a phase."""

    seat: Seat


class LoadingForfeited(Struct, frozen=True, tag="puerto_rico.loading_forfeited.v1"):
    """A seat that could have used a wharf did not.  The wharves named stay closed to it in this phase."""

    seat: Seat
    closed: tuple[str, ...] = ()


class GoodsStored(Struct, frozen=True, tag="puerto_rico.goods_stored.v1"):
    """A seat kept these barrels; its others went to the supply."""

    seat: Seat
    goods: tuple[Amount, ...]


class ShipUnloaded(Struct, frozen=True, tag="puerto_rico.ship_unloaded.v1"):
    """A full cargo ship was emptied into the supply."""

    capacity: int
