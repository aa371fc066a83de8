"""The captain: goods are loaded, or shipped by a wharf.  Rulebook: "Captain Phase"."""

from collections.abc import Iterator
from itertools import product

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Decision, Effect, Seat
from quarterdeck_rules.puerto_rico.events import GoodsShipped, LoadingForfeited, ShipLoaded
from quarterdeck_rules.puerto_rico.functions import (
    gain_doubloons,
    gain_points,
    not_occupied,
    privilege,
    working,
)
from quarterdeck_rules.puerto_rico.guests import Turn, can_act
from quarterdeck_rules.puerto_rico.moves import Forfeit, LoadShip, UseSmallWharf, UseWharf
from quarterdeck_rules.puerto_rico.reasons import Reason
from quarterdeck_rules.puerto_rico.ships import can_load_ship, capacity_left, load_refusal, loads
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.storage import StorePhase
from quarterdeck_rules.puerto_rico.terms import GOOD_AT, GOODS, Amount, amounts, barrels_of
from quarterdeck_rules.puerto_rico.unionhall import is_waiting, pay_union

WHARVES = ("wharf", "small_wharf")


class PlayCaptain(Effect[Colony], frozen=True, tag="puerto_rico.play_captain.v1"):
    """PR-CAPTAIN-1  Seats load in turn, again and again, until a full circle loads nothing; then goods are stored.

    PR-LIGHTHOUSE-1  A captain with a lighthouse gets a doubloon first, whether or not he ships.
    """

    def run(self, play: Play[Colony], seat: Seat) -> None:
        for building in working(play.state, seat):
            gain_doubloons(play, seat, building.load_doubloons, building.id)
        play.schedule(seat, CaptainTurn(captain=seat), StorePhase())
        if play.state.options.union_hall == "phase_start":
            play.schedule_each(tuple(play.state.clockwise(seat)), UnionTurn())


class UnionTurn(Turn, frozen=True, tag="puerto_rico.union_turn.v1"):
    """PR-UNION-1  Where union halls score when the phase begins: one seat's, after guests that may go there."""

    def decision(self, play: Play[Colony], seat: Seat) -> None:
        return None

    def asks_guests(self, play: Play[Colony], seat: Seat) -> bool:
        return is_waiting(play.state, seat) and super().asks_guests(play, seat)

    def done(self, play: Play[Colony], seat: Seat) -> None:
        pay_union(play, seat)


class CaptainTurn(Turn, frozen=True, tag="puerto_rico.captain_turn.v1"):
    """PR-CAPTAIN-1  One loading, if the seat can load."""

    captain: Seat = 0
    idle: int = 0
    """Seats in a row, up to this one, that have loaded nothing."""

    def run(self, play: Play[Colony], seat: Seat) -> None:
        colony = play.state
        if self.idle >= colony.seats:
            return
        if colony.options.union_hall == "first_turn":
            if is_waiting(colony, seat) and self.asks_guests(play, seat):
                return
            pay_union(play, seat)
        super().run(play, seat)

    def decision(self, play: Play[Colony], seat: Seat) -> "ChooseLoading | None":
        if not any(play.state.boards[seat].goods):
            return None
        choice = ChooseLoading(self.captain, self.idle)
        return choice if can_act(choice, play.state, seat) else None

    def asks_guests(self, play: Play[Colony], seat: Seat) -> bool:
        return any(play.state.boards[seat].goods) and super().asks_guests(play, seat)

    def done(self, play: Play[Colony], seat: Seat) -> None:
        next_turn(play, seat, self.captain, self.idle + 1)


def next_turn(play: Play[Colony], seat: Seat, captain: Seat, idle: int) -> None:
    """The seat to the left is next."""
    play.schedule((seat + 1) % play.state.seats, CaptainTurn(captain=captain, idle=idle))


Loading = LoadShip | UseWharf | UseSmallWharf | Forfeit


class ChooseLoading(Decision[Colony, Loading], frozen=True, tag="puerto_rico.choose_loading.v1"):
    """PR-CAPTAIN-2  One kind on one cargo ship, or the use of a wharf instead."""

    answers = (LoadShip, UseWharf, UseSmallWharf, Forfeit)
    rule = "PR-CAPTAIN-2"
    captain: Seat
    """Who took the captain."""
    idle: int
    """Seats in a row before this one that have loaded nothing."""

    def candidates(self, colony: Colony, seat: Seat) -> Iterator[Loading]:
        board = colony.boards[seat]
        yield from (LoadShip(good, capacity) for good, capacity in loads(colony, seat))
        if board.on("wharf"):
            yield from (UseWharf(good) for good, count in zip(GOODS, board.goods, strict=True) if count)
        if board.on("small_wharf"):
            # All barrels first: less is rarely wanted.
            for counts in product(*(range(count, -1, -1) for count in board.goods)):
                if any(counts):
                    yield UseSmallWharf(amounts(counts))
        yield Forfeit()

    def refusal(self, colony: Colony, seat: Seat, move: Loading) -> Refusal | None:
        """PR-CAPTAIN-6  Who can load a cargo ship has to, or uses a wharf in that turn; wharves are never a must."""
        if isinstance(move, Forfeit):
            if can_load_ship(colony, seat):
                return refuse(Reason.MUST_LOAD, "PR-CAPTAIN-6")
            return None
        if isinstance(move, LoadShip):
            return load_refusal(colony, seat, move.good, move.capacity)
        if isinstance(move, UseWharf):
            return self._wharf_refusal(colony, seat, "wharf", (Amount(move.good, 1),))
        return self._wharf_refusal(colony, seat, "small_wharf", move.goods)

    def _wharf_refusal(self, colony: Colony, seat: Seat, building: str, goods: tuple[Amount, ...]) -> Refusal | None:
        """PR-WHARF-1  Once in a phase, instead of loading a cargo ship, with what the seat has.

        PR-SMALL-WHARF-1  The same for a small wharf, which may be used beside the wharf.
        """
        board, rule = colony.boards[seat], "PR-WHARF-1" if building == "wharf" else "PR-SMALL-WHARF-1"
        if refusal := not_occupied(board, building, rule):
            return refusal
        if building in board.used:
            return refuse(Reason.ALREADY_USED, rule, building=building)
        places = [GOOD_AT[amount.good] for amount in goods]
        if not goods or places != sorted(set(places)) or any(amount.count < 1 for amount in goods):
            return refuse(Reason.NOT_IN_ORDER, rule, goods=tuple(amount.good for amount in goods))
        for amount in goods:
            if amount.count > (there := board.goods[GOOD_AT[amount.good]]):
                return refuse(Reason.NO_SUCH_GOOD, rule, good=amount.good, barrels=there)
        return None

    def resolve(self, play: Play[Colony], seat: Seat, move: Loading) -> None:
        """PR-HARBOR-1  A point more for each loading, by wharf as well, while the harbor is occupied.

        PR-LIGHTHOUSE-2  A doubloon for each loading, by wharf as well, while the lighthouse is occupied.
        PR-CAPTAIN-7  The captain gets a point more with his first loading, and none if he never loads.
        """
        if isinstance(move, Forfeit):
            if play.state.options.union_hall == "first_turn":
                pay_union(play, seat)  # a guest may have gone there since the turn began
            board = play.state.boards[seat]
            closed = play.state.options.wharf_declined == "for_the_phase"
            wharves = tuple(name for name in WHARVES if closed and board.on(name) and name not in board.used)
            play.record(LoadingForfeited(seat, wharves))
            next_turn(play, seat, self.captain, self.idle + 1)
            return
        if play.state.options.union_hall != "phase_start":
            # A guest may have gone to the union hall since the turn began; who was paid then is not paid again.
            pay_union(play, seat)
        is_first = not play.state.boards[seat].loadings
        if isinstance(move, LoadShip):
            self._load_ship(play, seat, move)
        else:
            self._use_wharf(play, seat, move)
        for building in working(play.state, seat):
            uses = 1
            if isinstance(move, UseSmallWharf) and play.state.options.small_wharf_harbor == "per_kind":
                uses = len(move.goods)
            gain_points(play, seat, building.load_points * uses, building.id)
            gain_doubloons(play, seat, building.load_doubloons, building.id)
        if is_first and seat == self.captain:
            points = privilege(play.state, seat, play.state.box.numbers.captain_points)
            gain_points(play, seat, points, "captain")
        next_turn(play, seat, self.captain, 0)

    def _load_ship(self, play: Play[Colony], seat: Seat, move: LoadShip) -> None:
        """PR-CAPTAIN-3  As many barrels as fit, a point for each."""
        there = play.state.boards[seat].goods[GOOD_AT[move.good]]
        barrels = min(there, capacity_left(play.state, move.capacity))
        play.record(ShipLoaded(seat, move.good, move.capacity, barrels))
        gain_points(play, seat, barrels, "loading")

    def _use_wharf(self, play: Play[Colony], seat: Seat, move: UseWharf | UseSmallWharf) -> None:
        """PR-WHARF-2  All barrels of one kind, a point for each.

        PR-SMALL-WHARF-2  Barrels of any kinds, a point for every two together.
        """
        if isinstance(move, UseWharf):
            barrels = play.state.boards[seat].goods[GOOD_AT[move.good]]
            play.record(GoodsShipped(seat, "wharf", (Amount(move.good, barrels),)))
            gain_points(play, seat, barrels, "wharf")
            return
        play.record(GoodsShipped(seat, "small_wharf", move.goods))
        shipped = sum(barrels_of(move.goods))
        gain_points(play, seat, shipped // play.state.box.numbers.barrels_per_small_wharf_point, "small_wharf")
