"""What lies in front of one seat, as the bot counts it."""

from collections.abc import Mapping

from quarterdeck.bots.greedy.puerto_rico.box import FOREST, GOODS, QUARRY, Box
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView


class Estate:
    """One seat's island, city, goods, doubloons and colonists."""

    def __init__(self, box: Box, board: BoardView) -> None:
        self.box = box
        self.board = board
        self.seat = board.seat
        self.doubloons = board.doubloons
        self.goods: dict[int, int] = {amount.good: amount.count for amount in board.goods}
        self.tiles = {tile.tile: tile.count for tile in board.island}
        self.city = {one.building: one.colonists for one in board.city}
        self.circles = {tile.tile: tile.count for tile in board.island if tile.tile != FOREST}
        self.circles |= {one.building: one.circles for one in board.city if one.circles}
        """Spots that take colonists with their circles, in the order that an arrangement names them."""
        self.staff = {tile.tile: tile.colonists for tile in board.island} | self.city

    def on(self, building: str) -> bool:
        """Whether a building serves."""
        return bool(self.city.get(building))

    @property
    def empty(self) -> int:
        """Circles without a colonist."""
        return sum(self.circles.values()) - sum(self.staff.get(spot, 0) for spot in self.circles)

    def numbers(self, field: str) -> int:
        """The sum of a number over the buildings that serve."""
        return sum(self.box.buildings[name].number(field) for name, colonists in self.city.items() if colonists)

    def plants(self, good: int) -> int:
        """Circles of the buildings that make a good."""
        return sum(one.circles for one in self.box.makers[good] if one.name in self.city)

    def output(self, staff: Mapping[str, int], supply: Mapping[int, int] | None = None) -> dict[int, int]:
        """Barrels that such a staff makes of each good, as far as the supply lasts."""
        made = dict[int, int]()
        for name, good in GOODS.items():
            count, makers = staff.get(name, 0), self.box.makers[good]
            if count and makers:
                count = min(count, sum(staff.get(maker.name, 0) for maker in makers))
            if count and len(makers) > 1 and staff.get("aqueduct") and staff.get(makers[-1].name):
                count += 1
            made[good] = count if supply is None else min(count, supply.get(good, 0))
        return made

    def reach(self) -> dict[int, int]:
        """Barrels of each good if every circle were filled."""
        return self.output(self.circles)

    def discount(self, column: int) -> int:
        """Doubloons that quarries and forests save for a building of a column."""
        less = min(self.staff.get(QUARRY, 0), column)
        if self.on("forest_house"):
            less += self.tiles.get(FOREST, 0) // self.box.number("forests_per_doubloon")
        return less
