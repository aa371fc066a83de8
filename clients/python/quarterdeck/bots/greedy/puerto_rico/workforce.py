"""Where colonists work best: what an arrangement is worth, and a good one of the bot's own."""

from collections.abc import Iterator, Mapping

from quarterdeck.bots.greedy.puerto_rico import weights
from quarterdeck.bots.greedy.puerto_rico.box import GOODS, QUARRY
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.bots.greedy.puerto_rico.functions import function_value
from quarterdeck.bots.greedy.puerto_rico.table import Table
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb

Job = tuple[float, tuple[str, ...]]
"""What work brings until the end, and the spots it takes a colonist on each of."""
Staff = Mapping[str, int]
"""Colonists by spot."""
HALF = 0.02
"""A colonist whose other half of the work is missing: the next may come by hospice, university or ship."""


class Workforce:
    """The work that there is for the colonists of one estate."""

    def __init__(self, table: Table, estate: Estate) -> None:
        self._table, self._estate = table, estate
        self._crafts = table.plays(pb.ROLE_CRAFTSMAN, weights.CRAFTS)
        self._quarry = weights.QUARRY * table.plays(pb.ROLE_BUILDER, weights.BUILDS) * table.doubloon
        self._functions = {
            name: function_value(table, estate, name)
            for name in estate.circles
            if name in table.box.buildings and not table.box.buildings[name].is_production
        }

    def worth(self, staff: Staff) -> float:
        """What such a staff brings until the end."""
        value = self._quarries(staff.get(QUARRY, 0))
        for good, count in self._estate.output(staff, self._supply).items():
            value += sum(self._barrel(good, place) for place in range(count))
        value += sum(function for name, function in self._functions.items() if staff.get(name))
        return value + HALF * sum(1 for name in GOODS if staff.get(name))

    def best(self, colonists: int) -> dict[str, int]:
        """A good staff of so many: the most worthwhile work first, then whatever circle is free."""
        room, staff = dict(self._estate.circles), dict[str, int]()

        def put(*spots: str) -> None:
            for spot in spots:
                room[spot] -= 1
                staff[spot] = staff.get(spot, 0) + 1

        left = colonists
        for _, spots in sorted(self._jobs(), key=lambda job: -job[0] / len(job[1])):
            if len(spots) <= left:
                put(*spots)
                left -= len(spots)
        # Guests go on to where they are wanted; whoever is left stands in the first circle.
        for spot in sorted(room, key=lambda spot: spot != "guest_house"):
            count = min(left, room[spot])
            put(*[spot] * count)
            left -= count
        return {spot: staff[spot] for spot in self._estate.circles if staff.get(spot)}

    def gain(self, more: int) -> float:
        """What more colonists would bring, all of them placed anew."""
        before = self.worth(self._estate.staff)
        return max(0.0, self.worth(self.best(self._estate.board.colonists + more)) - before)

    def guest_gain(self, spot: str) -> float:
        """What a guest who goes to a spot brings there."""
        if spot == "guest_house":
            return 0.0
        staff = dict(self._estate.staff)
        staff[spot] = staff.get(spot, 0) + 1
        return self.worth(staff) - self.worth(self._estate.staff)

    @property
    def _supply(self) -> Mapping[int, int]:
        # Barrels that lie with a seat are back in the supply before they are made again.
        return {good: count + self._estate.goods.get(good, 0) for good, count in self._table.supply.items()}

    def _barrel(self, good: int, place: int) -> float:
        return self._crafts * self._table.barrel(good, first=place == 0)

    def _quarries(self, count: int) -> float:
        return self._quarry * (min(count, weights.QUARRIES) + 0.2 * max(0, count - weights.QUARRIES))

    def _jobs(self) -> Iterator[Job]:
        estate = self._estate
        for place in range(estate.circles.get(QUARRY, 0)):
            yield self._quarries(place + 1) - self._quarries(place), (QUARRY,)
        for name, function in self._functions.items():
            yield function, (name,)
        for name, good in GOODS.items():
            makers = [
                maker.name
                for maker in reversed(self._table.box.makers[good])
                for _ in range(estate.circles.get(maker.name, 0))
            ]
            for place in range(estate.circles.get(name, 0)):
                if not self._table.box.makers[good]:
                    yield self._barrel(good, place), (name,)
                elif place < len(makers):
                    yield self._barrel(good, place), (name, makers[place])
