"""Set-up of a solo game.  Solo rulebook, cards 1 to 4 and 11 to 14."""

from quarterdeck_rules.cooper_island.events import CartographerAdvanced, CooperArrived, OrdersDisplayed
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Effect, Seat


def display_orders(play: Play[Island]) -> None:
    """CI-SOLO-SETUP-1  Strategy and level, and what they set up: royal orders of both, start cards, depot.

    CI-SOLO-SETUP-2  Orders that the level adds to the seat's are drawn from those that no strategy card names.
    """
    box, options = play.state.box, play.state.options
    drawn = options.strategy == "drawn"
    name = play.chance.choose("strategy", tuple(box.strategies)) if drawn else str(options.strategy)
    strategy, level = box.strategies[name], box.levels[options.level]
    added = play.chance.sample("royal_orders", level.orders_from, level.orders_added)
    shown = {*strategy.orders, *added}
    play.record(
        CooperArrived(name, options.level, strategy.cooper_orders, level.depot),
        OrdersDisplayed(tuple(order for order in box.royal_orders if order in shown)),
    )


class PlaceCartographer(Effect[Island], frozen=True, tag="cooper_island.place_cartographer.v1"):
    """CI-SOLO-SETUP-3  There is no Cooper token; the cartographer starts as the table of one seat says."""

    def run(self, play: Play[Island], seat: Seat) -> None:
        (steps,) = play.state.box.tables[play.state.seats].cartographer
        play.record(CartographerAdvanced(seat, steps))
