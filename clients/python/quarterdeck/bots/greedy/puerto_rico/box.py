"""The box, as the component set of the game tells it: what buildings cost, hold and bring, prices and numbers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToDict

from quarterdeck.puerto_rico.v1 import terms_pb2 as pb
from quarterdeck.v1.title_service_pb2 import Component

Fields = Mapping[str, Any]
"""Values of a component by the names that component files use."""

GOODS: Mapping[str, int] = {name.removeprefix("GOOD_").lower(): number for name, number in pb.Good.items() if number}
"""Goods by their names, in the order they are listed; a plantation has the name of its good."""
NAMES: Mapping[int, str] = {number: name for name, number in GOODS.items()}
QUARRY = "quarry"
FOREST = "forest"
"""The tile that takes no colonist."""


@dataclass(frozen=True)
class Building:
    """A kind of building, with its numbers."""

    name: str
    cost: int
    points: int
    column: int
    circles: int
    is_large: bool
    is_production: bool
    good: int
    """What it makes; 0 if nothing."""
    fields: Fields

    def number(self, name: str) -> int:
        """A number of its component; 0 if it has none of that name."""
        return int(self.fields.get(name, 0))


class Box:
    """The components of one game.  ValueError if there are none."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._tables: dict[str, dict[str, Fields]] = {}
        for component in components:
            self._tables.setdefault(component.table, {})[component.component_id] = MessageToDict(component.fields)
        if not self._tables:
            raise ValueError("the greedy bot wants the components of its game: it knows no prices by heart")
        self.buildings = {name: _building(name, fields) for name, fields in self.table("buildings").items()}
        self.prices = {GOODS[name]: int(fields["price"]) for name, fields in self.table("goods").items()}
        self.roles = {
            name: pb.Role.Value(f"ROLE_{fields['role'].upper()}") for name, fields in self.table("placards").items()
        }
        """By placard."""
        self.makers = {
            good: tuple(one for one in self.buildings.values() if one.good == good) for good in GOODS.values()
        }
        """Production buildings by good; small before large."""

    def table(self, name: str) -> Mapping[str, Fields]:
        """A table of components by their ids."""
        return self._tables.get(name, {})

    def number(self, name: str) -> int:
        """One of the single numbers; ValueError if the components have none of that name."""
        if name not in self.table("numbers"):
            raise ValueError(f"the components have no number {name!r}")
        return int(self.table("numbers")[name]["value"])

    def scale(self, name: str, count: int) -> int:
        """The number that a scale has for a count."""
        values = self.table("scales")[name]["values"]
        return int(values[min(count, len(values) - 1)])

    def setup(self, seats: int, name: str) -> int:
        """What the set-up for a number of seats says."""
        return int(self.table("tables")[str(seats)][name])


def _building(name: str, fields: Fields) -> Building:
    return Building(
        name=name,
        cost=int(fields["cost"]),
        points=int(fields["points"]),
        column=int(fields["column"]),
        circles=int(fields["circles"]),
        is_large=fields["group"] == "large",
        is_production=fields["group"] == "production",
        good=GOODS.get(fields.get("good", ""), 0),
        fields=fields,
    )
