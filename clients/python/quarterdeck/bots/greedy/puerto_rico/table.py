"""The table as one seat looks at it: all estates, how much time there is, and what doubloons and barrels are worth."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from quarterdeck.bots.greedy.puerto_rico import weights
from quarterdeck.bots.greedy.puerto_rico.box import Box
from quarterdeck.bots.greedy.puerto_rico.estate import Estate
from quarterdeck.puerto_rico.v1 import terms_pb2 as pb
from quarterdeck.puerto_rico.v1.position_pb2 import Position


class Table:
    """One position from one seat, with the box of its game."""

    def __init__(self, box: Box, position: Position, seat: int, *, library: bool = False) -> None:
        """`library` says that the own library serves the role looked at, where it serves one of a round."""
        self.box = box
        self._library = library or position.library
        self.position = position
        self.seat = seat
        self.estates = [Estate(box, board) for board in position.boards]
        self.own = self.estates[seat]
        self.seats = len(self.estates)
        self.supply: dict[int, int] = {amount.good: amount.count for amount in position.supply.goods}

    def clockwise(self, first: int) -> Iterator[Estate]:
        """All estates, from a seat on."""
        return (self.estates[(first + place) % self.seats] for place in range(self.seats))

    def others(self) -> Iterator[Estate]:
        """All estates but the own, from the left on."""
        return (estate for estate in self.clockwise(self.seat) if estate is not self.own)

    def has_privilege(self, estate: Estate) -> bool:
        """Whether a seat took the role that is played."""
        role = self.position.role
        return any(
            placard.HasField("seat") and placard.seat == estate.seat and self.box.roles[placard.placard] == role
            for placard in self.position.placards
        )

    def times(self, estate: Estate) -> int:
        """How many times a privilege counts."""
        # With two seats a library serves once a round, as a rule: more is not counted on.
        serves = estate.on("library") and (self.seats > 2 or self._library)
        return self.box.number("library_times") if serves else 1

    @cached_property
    def is_last(self) -> bool:
        """Whether the game ends with this round."""
        return bool(self.position.ending)

    @cached_property
    def progress(self) -> float:
        """How near the end is, from 0 to 1: by colonists, points or the fullest city."""
        supply, box = self.position.supply, self.box
        spaces = box.number("city_spaces")
        colonists = 1 - (supply.colonists + self.position.colonists_on_ship) / (
            box.setup(self.seats, "colonists") + box.setup(self.seats, "colonists_on_ship")
        )
        points = 1 - max(0, supply.points) / box.setup(self.seats, "points")
        city = max((1 - estate.board.city_spaces / spaces for estate in self.estates), default=0.0)
        return max(colonists, points, float(city**1.3))

    @cached_property
    def rounds_left(self) -> float:
        """About how many rounds are to come after this one."""
        if self.is_last:
            return 0.0
        whole = weights.ROUNDS.get(self.seats, max(weights.ROUNDS.values()))
        return max(0.4, whole * (1 - self.progress))

    @cached_property
    def open_roles(self) -> frozenset[int]:
        """Roles that somebody may still take this round."""
        return frozenset(self.box.roles[one.placard] for one in self.position.placards if not one.HasField("seat"))

    def can_still(self, role: "pb.Role.ValueType") -> bool:
        """Whether a role will be played after the current one."""
        return not self.is_last or role in self.open_roles

    @cached_property
    def doubloon(self) -> float:
        """What a doubloon is worth."""
        if not self.can_still(pb.ROLE_BUILDER):
            return weights.LAST
        return weights.DOUBLOON * min(1.0, 0.55 + 0.1 * self.rounds_left)

    def barrel(self, good: int, *, first: bool) -> float:
        """What a barrel in hand is worth; the first of its kind may be sold as well."""
        if not self.can_still(pb.ROLE_CAPTAIN):
            return weights.LAST
        shipped = weights.SHIPPED * min(1.0, 0.6 + 0.1 * self.rounds_left)
        if not first or not self.can_still(pb.ROLE_TRADER) or good in self.position.house:
            return shipped
        return shipped + weights.SOLD * self.box.prices[good] * self.doubloon

    def barrels(self, before: Mapping[int, int], more: Mapping[int, int]) -> float:
        """What more barrels are worth to who has some already."""
        value = 0.0
        for good, count in more.items():
            if count:
                value += (count - 1) * self.barrel(good, first=False)
                value += self.barrel(good, first=not before.get(good, 0))
        return value

    def plays(self, role: "pb.Role.ValueType", each_round: float) -> float:
        """About how many times a role will still be played, with this round."""
        return each_round * (self.rounds_left + (0.6 if role in self.open_roles else 0.0))
