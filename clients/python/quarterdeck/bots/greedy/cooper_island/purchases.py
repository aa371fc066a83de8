"""What could be bought, what it costs, and what it would bring."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from quarterdeck.bots.greedy.cooper_island.box import Price, Units
from quarterdeck.bots.greedy.cooper_island.measures import count, milestone_value, nearer_value
from quarterdeck.bots.greedy.cooper_island.rival import purchase_bonus
from quarterdeck.bots.greedy.cooper_island.weights import CARD_DRAWN, FREE_REACTIVATION

if TYPE_CHECKING:
    from quarterdeck.bots.greedy.cooper_island.table import Table

PURCHASES: Mapping[str, str] = {
    "build_income_boat": "boat",
    "build_building": "building",
    "build_one_statue": "statue",
    "supply_cargo_ship": "cargo",
}
"""The action that each kind of purchase is made with."""


@dataclass(frozen=True)
class Target:
    """Something to buy: its kind, its cost, how much less, and the points it brings in all."""

    kind: str
    name: str
    cost: Units
    less: int
    gain: float

    def lacking(self, units: Units, less: int = 0) -> float:
        """Units that are missing after reductions."""
        return max(0.0, sum(max(0.0, n - units.get(good, 0)) for good, n in self.cost.items()) - self.less - less)


def targets(table: "Table") -> list[Target]:
    """What could be bought, if there were enough goods and a worker in the section."""
    return [*_boats(table), *_buildings(table), *_statues(table), *_cargo(table)]


def purchase_value(table: "Table", kind: str, less: int = 0, name: str = "") -> float:
    """The gain of the best purchase of a kind, less what it costs; 0 if there is none."""
    values = [0.0]
    for target in table.targets:
        if target.kind == kind and name in ("", target.name) and not target.lacking(table.units, less):
            after = {good: units - target.cost.get(good, 0) for good, units in table.units.items()}
            values.append(target.gain - 0.5 * (table.wealth(table.units) - table.wealth(after, target)))
    return max(values)


def cheapest_value(table: "Table", action: str, name: str = "") -> float:
    """The same where it is not said how much less it costs: as much as a section may take off."""
    return purchase_value(table, PURCHASES[action], table.box.most_less(action), name)


def _progress(table: "Table", measure: str) -> float:
    done = count(table, {"count": measure})
    return milestone_value(table, measure, done) + nearer_value(table, measure, done)


def _boats(table: "Table") -> Iterator[Target]:
    bonus = 0.4 + 0.4 * table.rounds_left + _progress(table, "boats_built") + purchase_bonus(table, "boat")
    for landing in table.board.landing_spaces:
        price = table.box.landings.get(landing.landing)
        if price is not None and table.board.boats and not landing.HasField("boat"):
            yield Target("boat", landing.landing, price.cost, table.less("boat"), price.helm_points + bonus)


def _buildings(table: "Table") -> Iterator[Target]:
    bonus = table.site_bonus + _progress(table, "buildings_built") + purchase_bonus(table, "building")
    for structure in sorted(set(table.board.buildings)):
        price = table.box.buildings.get(structure)
        if price is not None:
            gain = price.helm_points + bonus + _extras(price)
            yield Target("building", str(int(structure)), price.cost, table.less("building"), gain)


def _extras(price: Price) -> float:
    card = CARD_DRAWN if price.fields.get("draws_card") else 0.0
    return card + (FREE_REACTIVATION if price.fields.get("frees_reactivation") else 0.0)


def _statues(table: "Table") -> Iterator[Target]:
    if any(spot.holds_statue for spot in table.board.crafting_spots):
        weight = 1.0
    elif table.has_ruin_to_remove:
        weight = 0.6
    else:
        return
    box = table.box
    # A statue brings its bonus in every clean-up from now on.
    lasting = box.number("statue_bonus") * (table.rounds_left + 1)
    progress = _progress(table, "statues_built") + purchase_bonus(table, "statue")
    gain = box.number("statue_helm_points") + lasting + table.site_bonus + progress
    for name, price in box.statues.items():
        yield Target("statue", name, price.cost, table.less("statue"), weight * gain)


def _cargo(table: "Table") -> Iterator[Target]:
    position, box = table.position, table.box
    bonus = 0.7 + _progress(table, "lids_taken") + purchase_bonus(table, "cargo")
    for name in table.board.lids_on_cargo:
        price = box.cargo.get(name)
        if price is not None:
            here = position.HasField("harbormaster") and position.harbormaster == name
            less = table.less("cargo")
            if here and position.harbormaster_stands:
                less += box.number("harbormaster_discount")
            yield Target("cargo", name, price.cost, less, price.helm_points + bonus)
