"""What buildings cost a seat now, as far as a drawing can know: without the black market, which may help out."""

from collections.abc import Iterable, Mapping

from quarterdeck.cli.scene import Scene
from quarterdeck.puerto_rico.v1 import terms_pb2 as terms
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView, Placard, Position
from quarterdeck.v1.title_service_pb2 import Component


class Prices:
    """Prices for one seat; for nobody the printed ones."""

    def __init__(self, scene: Scene, seat: int | None) -> None:
        self._position: Position = scene.response.position.puerto_rico
        self._seat = seat
        self._options = scene.options
        self._numbers = _values(scene.components, "numbers", "value")
        self.columns = _values(scene.components, "buildings", "column")
        """The column of each kind of building."""
        self._costs = {**_values(scene.components, "buildings", "cost"), **self._swapped()}

    def printed(self, building: str) -> int:
        """The cost on the board."""
        return self._costs[building]

    def price(self, building: str) -> int:
        """The cost less quarries, as many as the column at most, less forests and the builder's privilege."""
        if self._seat is None:
            return self.printed(building)
        board = self._position.boards[self._seat]
        quarries = sum(one.colonists for one in board.island if one.tile == "quarry")
        less = min(quarries, self.columns[building]) + self._forests(board)
        return max(0, self._costs[building] - less - (self.privilege if self.is_builder else 0))

    @property
    def privilege(self) -> int:
        """How much less the seat pays, or would pay, as builder."""
        if self._seat is None:
            return self._numbers["role_doubloons"]
        board = self._position.boards[self._seat]
        serves = self._position.library if self._serves_once else True
        times = self._numbers["library_times"] if serves and _occupied(board, "library") else 1
        return self._numbers["role_doubloons"] * times

    @property
    def is_builder(self) -> bool:
        """Whether the seat has taken the builder, and it is played."""
        if not self._position.HasField("role") or self._position.role != terms.ROLE_BUILDER:
            return False
        return any(one.placard == "builder" and _taken_by(one, self._seat) for one in self._position.placards)

    @property
    def _serves_once(self) -> bool:
        """Whether a library serves one role of a round."""
        return len(self._position.boards) == 2 and self._options.get("library_two_seats", "once") == "once"

    def _forests(self, board: BoardView) -> int:
        if not _occupied(board, "forest_house"):
            return 0
        return sum(one.count for one in board.island if one.tile == "forest") // self._numbers["forests_per_doubloon"]

    def _swapped(self) -> Mapping[str, int]:
        if self._options.get("factory_and_university") != "swapped":
            return {}
        return {name: self._numbers[f"swapped_{name}_cost"] for name in ("factory", "university")}


def _taken_by(placard: Placard, seat: int | None) -> bool:
    return placard.HasField("seat") and placard.seat == seat


def _occupied(board: BoardView, building: str) -> bool:
    return any(one.building == building and one.colonists for one in board.city)


def _values(components: Iterable[Component], table: str, field: str) -> Mapping[str, int]:
    """A number of each component of a table."""
    return {one.component_id: int(one.fields.fields[field].number_value) for one in components if one.table == table}
