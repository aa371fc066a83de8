"""The builder: buildings and their price.  Rulebook: "Builder Phase"."""

from collections.abc import Iterator
from itertools import product

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.blackmarket import (
    given_count,
    given_refusal,
    gives,
    gives_first,
    record_colonist,
    record_given,
)
from quarterdeck_rules.puerto_rico.contents import Building
from quarterdeck_rules.puerto_rico.events import BuildingBought
from quarterdeck_rules.puerto_rico.evolve.change import with_colonists
from quarterdeck_rules.puerto_rico.functions import (
    announce,
    colonist_source,
    gain_points,
    not_occupied,
    privilege,
    settle_colonist,
)
from quarterdeck_rules.puerto_rico.guests import Turn, can_act
from quarterdeck_rules.puerto_rico.moves import Build, Forfeit
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.state import Board, Colony
from quarterdeck_rules.puerto_rico.terms import QUARRY_AT, EndReason


class PlayBuilder(Effect[Colony], frozen=True, tag="puerto_rico.play_builder.v1"):
    """PR-BUILDER-1  Each seat in turn may buy one building."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        first, *others = play.state.clockwise(seat)
        play.schedule_each(others, BuilderTurn())
        play.schedule(first, BuilderTurn(has_privilege=True))


class BuilderTurn(Turn, frozen=True, tag="puerto_rico.builder_turn.v1"):
    """PR-BUILDER-1  One building, or none."""

    has_privilege: bool = False

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseBuilding | None":
        choice = ChooseBuilding(self.has_privilege)
        return choice if can_act(choice, play.state, seat) else None


def printed_cost(colony: Colony, building: Building) -> int:
    """PR-BUILDER-2  The cost on the board; some tables swap those of factory and university."""
    if colony.options.factory_and_university == "swapped":
        if building.id == "factory":
            return colony.box.numbers.swapped_factory_cost
        if building.id == "university":
            return colony.box.numbers.swapped_university_cost
    return building.cost


def reduction(colony: Colony, seat: Seat, board: Board, *, has_privilege: bool) -> int:
    """PR-BUILDER-3  Every building is a doubloon cheaper for who took the builder.

    PR-FOREST-4  And a doubloon for every two forests while the forest house is occupied, whatever the column.
    """
    numbers = colony.box.numbers
    less = privilege(colony, seat, numbers.role_doubloons) if has_privilege else 0
    if board.forests and board.on("forest_house"):
        less += board.forests // numbers.forests_per_doubloon
    return less


def cost(colony: Colony, board: Board, building: Building, less: int) -> int:
    """PR-BUILDER-2  Printed cost, less a doubloon for each occupied quarry, as many as the building's column at most.

    PR-BUILDER-4  With the reduction that all buildings have, never less than nothing.
    """
    return max(0, printed_cost(colony, building) - min(board.manned[QUARRY_AT], building.column) - less)


class ChooseBuilding(Decision[Colony, Build | Forfeit], frozen=True, tag="puerto_rico.choose_building.v1"):
    """PR-BUILDER-1  Which building to buy, and whether university and black market serve it."""

    answers = (Build, Forfeit)
    rule = "PR-BUILDER-1"
    has_privilege: bool = False
    """Whether the seat took the builder."""

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[Build | Forfeit]:
        board, kinds = colony.boards[seat], colony.box.buildings
        colonists = (False, True) if board.on("university") else (False,)
        owned = {built.building for built in board.city}
        less = reduction(colony, seat, board, has_privilege=self.has_privilege)
        for offer in colony.market:
            if offer.copies and offer.building not in owned:
                price = cost(colony, board, kinds[offer.building], less)
                given = gives(colony, seat, price - board.doubloons)
                for colonist, (spot, good, point) in product(colonists, given):
                    yield Build(offer.building, colonist, spot, good, point)
        yield Forfeit()

    def refusal(self, colony: Colony, seat: Seat, move: Build | Forfeit) -> Refusal | None:
        """PR-BUILDER-5  A city holds one building of a kind.

        PR-BUILDER-6  A building needs one free city space, a large one two; buildings may be moved to make room.
        PR-BLACK-MARKET-2  What is given covers exactly what is missing; who can pay gives nothing.
        """
        if isinstance(move, Forfeit):
            return None
        building = colony.box.buildings.get(move.building)
        if building is None:
            return refuse(Reason.NO_SUCH_BUILDING, "PR-BUILDER-1", building=move.building)
        offer = colony.offer(move.building)
        if offer is None or not offer.copies:
            return refuse(Reason.NOT_OFFERED, "PR-BUILDER-1", building=move.building)
        if colony.boards[seat].owns(move.building):
            return refuse(Reason.BUILT_ALREADY, "PR-BUILDER-5", building=move.building)
        free = colony.box.numbers.city_spaces - colony.city_spaces(seat)
        if colony.box.size(move.building) > free:
            return refuse(Reason.CITY_FULL, "PR-BUILDER-6", building=move.building, free=free)
        if refusal := given_refusal(colony, seat, move):
            return refusal
        board = self._board(colony, seat, move)
        owed = self._owed(colony, seat, board, building)
        given, missing = given_count(move), max(0, owed - board.doubloons)
        if given < missing:
            return refuse(Reason.NOT_ENOUGH_DOUBLOONS, "PR-BUILDER-2", cost=owed, doubloons=board.doubloons + given)
        if given > missing:
            return refuse(Reason.NOT_NEEDED, "PR-BLACK-MARKET-2", missing=missing, given=given)
        return self._university_refusal(colony, board, building, move) if move.colonist else None

    def _owed(self, colony: Colony, seat: Seat, board: Board, building: Building) -> int:
        if board is not colony.boards[seat]:
            colony = colony.with_board(seat, board)  # the colonist that left may have been the library's
        return cost(colony, board, building, reduction(colony, seat, board, has_privilege=self.has_privilege))

    def _board(self, colony: Colony, seat: Seat, move: Build) -> Board:
        """PR-BLACK-MARKET-4  The board that pays: a colonist given away serves once more, as a rule."""
        board = colony.boards[seat]
        if move.given_colonist and colony.options.black_market_timing == "before":
            return with_colonists(board, move.given_colonist, -1)
        return board

    def _university_refusal(self, colony: Colony, board: Board, building: Building, move: Build) -> Refusal | None:
        """PR-UNIVERSITY-1  A colonist for the building just built, if it takes one."""
        if refusal := not_occupied(board, "university", "PR-UNIVERSITY-1"):
            return refusal
        if not building.circles:
            return refuse(Reason.NO_CIRCLE, "PR-UNIVERSITY-1", building=building.id)
        if colonist_source(colony) or gives_first(colony, move):
            return None
        return refuse(Reason.NO_COLONIST_LEFT, "PR-HOSPICE-2")

    def resolve(self, play: Play[Colony], seat: Seat, move: Build | Forfeit) -> None:
        """PR-CHURCH-1  An occupied church brings chips by the column of what is built; after it the university."""
        if isinstance(move, Forfeit):
            return
        colony, building = play.state, play.state.box.buildings[move.building]
        board = self._board(colony, seat, move)
        owed = self._owed(colony, seat, board, building)
        record_given(play, seat, move)
        before = colony.options.black_market_timing == "before"
        if before:
            record_colonist(play, seat, move)
        play.record(BuildingBought(seat, move.building, owed - given_count(move)))
        # PR-CHURCH-1  Chips by the column of what is built, on the board as it was: a church just built brings none.
        if board.on("church"):
            gain_points(play, seat, building.church_points, "church")
        if move.colonist:
            settle_colonist(play, seat, move.building)
        if not before:
            record_colonist(play, seat, move)
        if play.state.city_spaces(seat) >= colony.box.numbers.city_spaces:
            announce(play, EndReason.CITY)
