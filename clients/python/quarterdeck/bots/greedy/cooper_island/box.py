"""The box, as the component set of the game tells it: what things cost, bring and do."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from google.protobuf.json_format import MessageToDict

from quarterdeck.client.moves.cooper_island.terms import Good, Landscape, Structure
from quarterdeck.v1.title_service_pb2 import Component

Units = Mapping[int, float]
"""Units of each good: a stored coin or cube is worth 1, a cube on land the level of its space."""
Fields = Mapping[str, Any]
"""Values of a component, or of an effect, change, measure or stage in one, by the names that component files use."""


@dataclass(frozen=True)
class Price:
    """What something costs, the helm points it brings, and what else there is to it."""

    cost: Units
    helm_points: int
    fields: Fields


class Box:
    """The components of one game.  ValueError if there are none."""

    def __init__(self, components: Iterable[Component]) -> None:
        self._tables: dict[str, dict[str, Fields]] = {}
        for component in components:
            self._tables.setdefault(component.table, {})[component.component_id] = MessageToDict(component.fields)
        if not self._tables:
            raise ValueError("the greedy bot wants the components of its game: it knows no prices by heart")
        self.landings = self._prices("landing_spaces")
        self.cargo = self._prices("cargo_ships")
        self.statues = self._prices("statue_prices")
        self.buildings: Mapping[int, Price] = {
            Structure[one.fields["structure"].upper()]: one for one in self._prices("buildings").values()
        }
        self.spots = {name: int(spot["helm_points"]) for name, spot in self.table("crafting_spots").items()}
        self.landscapes = {name: Landscape[islet["landscape"].upper()] for name, islet in self.table("islets").items()}
        self.rewards = {name: space["reward"] for name, space in self.table("hire_spaces").items()}

    def table(self, name: str) -> Mapping[str, Fields]:
        """A table of components by their ids."""
        return self._tables.get(name, {})

    def number(self, name: str) -> int:
        """One of the single numbers; ValueError if the components have none of that name."""
        if name not in self.table("numbers"):
            raise ValueError(f"the components have no number {name!r}")
        return int(self.table("numbers")[name]["value"])

    def action(self, name: str) -> Fields:
        """What a boat, islet, log book, crate space or large card does; for other names the action of that name."""
        for table in ("boats", "islets", "log_books", "crate_spaces", "large_cards"):
            if (found := self.table(table).get(name)) is not None:
                action: Fields = found["action"]
                return action
        return {"do": name}

    def offers(self, section: str, *, first: bool, special: bool) -> Iterable[Fields]:
        """What a worker may do in a section, one after the other: each offer has `one_of` and `times`."""
        fields = self.table("sections").get(section, {})
        own = fields.get("square_offers" if special else "round_offers") if first else None
        offers: Iterable[Fields] = fields.get("offers", ()) if own is None else own
        return offers

    def most_less(self, action: str) -> int:
        """How much less a purchase costs at best where a section offers it."""
        return max(
            (
                int(effect.get("less", 0))
                for section in self.table("sections").values()
                for key in ("offers", "round_offers", "square_offers")
                for offer in section.get(key, ())
                for effect in offer["one_of"]
                if effect["do"] == action
            ),
            default=0,
        )

    def changes(self, cards: Iterable[str], change: str) -> list[Fields]:
        """The changes of one kind that small cards keep in force."""
        owned = (self.table("small_cards").get(card, {}) for card in cards)
        return [one for card in owned for one in card.get("changes", ()) if one["change"] == change]

    def _prices(self, table: str) -> dict[str, Price]:
        return {
            name: Price(_units(fields["cost"]), int(fields.get("helm_points", 0)), fields)
            for name, fields in self.table(table).items()
        }


def _units(cost: Mapping[str, float]) -> Units:
    return {Good[name.upper()]: units for name, units in cost.items() if units}
