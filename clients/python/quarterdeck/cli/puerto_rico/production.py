"""What a seat would produce if it were the first to, in a craftsman phase that began now."""

from collections.abc import Iterable, Mapping

from quarterdeck.cli.puerto_rico.terms import GOODS
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView, SupplyView
from quarterdeck.v1.title_service_pb2 import Component


def production(board: BoardView, supply: SupplyView, components: Iterable[Component]) -> Mapping[str, int]:
    """Barrels by kind: as many as plantations and circles of plants are occupied, and as the supply has.

    Corn needs no plant.  An aqueduct adds one where a large plant works that has a small one beside it.
    """
    plants = _plants(components)
    grown = {one.tile: one.colonists for one in board.island}
    staff = {one.building: one.colonists for one in board.city}
    left = {GOODS[one.good]: one.count for one in supply.goods}
    made = {}
    for good in GOODS.values():
        makers = plants.get(good, [])
        barrels = grown.get(good, 0)
        if makers:
            barrels = min(barrels, sum(staff.get(maker, 0) for maker in makers))
        if barrels and staff.get("aqueduct") and len(makers) > 1 and staff.get(makers[-1]):
            barrels += 1
        if barrels := min(barrels, left.get(good, 0)):
            made[good] = barrels
    return made


def _plants(components: Iterable[Component]) -> Mapping[str, list[str]]:
    """The buildings that make each kind, the largest last."""
    plants: dict[str, list[Component]] = {}
    for one in components:
        if one.table == "buildings" and (good := one.fields.fields["good"].string_value):
            plants.setdefault(good, []).append(one)
    return {
        good: [one.component_id for one in sorted(some, key=lambda one: one.fields.fields["cost"].number_value)]
        for good, some in plants.items()
    }
