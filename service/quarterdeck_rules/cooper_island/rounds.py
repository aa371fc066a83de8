"""Set-up and rounds.  Rulebook: "Setup", "Playing the Game", "End of the Game"."""

from collections.abc import Iterator

from quarterdeck_rules.cooper_island import moves
from quarterdeck_rules.cooper_island.cleanup import BeginCleanUp
from quarterdeck_rules.cooper_island.events import (
    CartographerAdvanced,
    CooperTokenTaken,
    CubePlaced,
    GoodsGained,
    OrdersDisplayed,
    PhaseBegan,
    RoundBegan,
    StartTilePlaced,
)
from quarterdeck_rules.cooper_island.income import BeginIncome
from quarterdeck_rules.cooper_island.land import DrawTiles
from quarterdeck_rules.cooper_island.sections import NextTurn
from quarterdeck_rules.cooper_island.solo import setup as solo
from quarterdeck_rules.cooper_island.solo.turns import CooperTurn
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import RESOURCE_OF, Good, Landscape, Phase
from quarterdeck_rules.cooper_island.together import AskAgain, KeepWindow, LapseDiscounts, together
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.engine.steps import Decision, Effect, Seat, Step

TABLE: Seat = 0
"""Steps that concern no seat in particular stand on the agenda under the first one."""


def set_up(play: Play[Island]) -> None:
    """CI-SETUP-1  Orders, double tiles, coin and start space for each seat; then the Cooper token."""
    island = play.state
    if island.seats == 1:
        solo.display_orders(play)
    else:
        display_orders(play)
    numbers = island.box.numbers
    for seat in range(island.seats):
        DrawTiles(numbers.drawn_at_start).run(play, seat)
        play.record(GoodsGained(seat, (Good.COIN,) * numbers.coins_at_start))
    starts: dict[Seat, tuple[Step, ...]] = {}
    match island.options.start_landscape:  # CI-SETUP-3
        case "free":
            starts = {seat: (ChooseStart(),) for seat in range(island.seats)}
        case "random":
            landscape = play.chance.choose("start_landscape", tuple(Landscape))
            for seat in range(island.seats):
                start_on(play, seat, landscape)
        case "meadow":
            for seat in range(island.seats):
                start_on(play, seat, Landscape.MEADOW)
    play.schedule(TABLE, solo.PlaceCartographer() if island.seats == 1 else GiveCooperToken(), BeginRound(1))
    together(play, starts)


def display_orders(play: Play[Island]) -> None:
    """CI-SETUP-2  As many royal orders as the table of seats says: all in play, or a draw among them."""
    island = play.state
    shown = island.box.tables[island.seats].royal_orders
    in_play = tuple(order.id for order in island.box.contents.royal_orders if order.seats_at_least <= island.seats)
    chosen = play.chance.sample("royal_orders", in_play, shown) if len(in_play) > shown else in_play
    play.record(OrdersDisplayed(tuple(order for order in in_play if order in chosen)))


def start_on(play: Play[Island], seat: Seat, landscape: Landscape) -> None:
    """CI-SETUP-3  A single tile with its cube lies on the start space."""
    start = play.state.box.spaces[play.state.box.start]
    play.record(StartTilePlaced(seat, start, landscape), CubePlaced(seat, start, RESOURCE_OF[landscape]))


class ChooseStart(Decision[Island, moves.StartOn], frozen=True, tag="cooper_island.choose_start.v1"):
    """CI-SETUP-3  As an option all seats choose their start landscape, openly, before the starting seat is known."""

    rule = "CI-SETUP-3"
    answers = (moves.StartOn,)
    interruptible = False

    def candidates(self, island: Island, seat: Seat) -> Iterator[moves.StartOn]:
        return (moves.StartOn(landscape) for landscape in Landscape)

    def refusal(self, island: Island, seat: Seat, move: moves.StartOn) -> Refusal | None:
        return None

    def resolve(self, play: Play[Island], seat: Seat, move: moves.StartOn) -> None:
        start_on(play, seat, move.landscape)


class GiveCooperToken(Effect[Island], frozen=True, tag="cooper_island.give_cooper_token.v1"):
    """CI-SETUP-4  The starting seat gets the Cooper token; from it on cartographers start further."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        island = play.state
        drawn = island.options.starting_seat == "drawn"
        play.record(CooperTokenTaken(play.chance.pick("starting_seat", island.seats) if drawn else TABLE))
        starts = island.box.tables[island.seats].cartographer
        for owner, steps in zip(play.state.from_token(), starts, strict=True):
            play.record(CartographerAdvanced(owner, steps))


class BeginRound(Effect[Island], frozen=True, tag="cooper_island.begin_round.v1"):
    """CI-ROUND-1  A round: income phase, worker phase, clean-up phase."""

    round: int

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(RoundBegan(self.round))
        last = self.round == play.state.box.numbers.rounds
        following: Step = LastWindow() if last else BeginRound(self.round + 1)
        play.schedule(TABLE, BeginIncome(), BeginWorkers(), BeginCleanUp(), following)


class BeginWorkers(Effect[Island], frozen=True, tag="cooper_island.begin_workers.v1"):
    """CI-TURN-1  The holder of the Cooper token starts the worker phase."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(PhaseBegan(Phase.WORKERS))
        play.schedule(TABLE, NextTurn(play.state.token) if play.state.cooper is None else CooperTurn())


class LastWindow(Effect[Island], frozen=True, tag="cooper_island.last_window.v1"):
    """CI-END-1  After the last round anytime moves are open once more, before the final scoring."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        play.record(PhaseBegan(Phase.GAME_END))
        play.schedule(TABLE, AskAgain(), LapseDiscounts())
        together(play, dict.fromkeys(play.state.from_token(), (KeepWindow(),)))
