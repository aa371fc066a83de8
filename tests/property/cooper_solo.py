"""What holds for Cooper's side of a solo game after every move, and what of it goes only one way."""

from collections import Counter

from quarterdeck_rules.cooper_island.cooper import Cooper, Posted
from quarterdeck_rules.cooper_island.sections import ChooseWorkerSpace
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import GOODS, Good, Phase, Worker
from quarterdeck_rules.engine.agenda import Due
from quarterdeck_rules.engine.game import Game, Status

HIS_SECTIONS, THIRD_SECTIONS = "BDFH", "ACEG"
"""His cards name the first; workers of the third color are left behind on the others."""
BANKS = 10
"""One peninsula and one bay: five steps from the harbor to the bay, and five back."""


def check_solo(game: Game[Island], dues: tuple[Due, ...]) -> None:
    """Every invariant of Cooper's side; AssertionError names the one that is broken.  He has no side in other games."""
    island = game.state
    assert (island.cooper is None) is (island.seats > 1), "Cooper plays with one seat"
    if island.cooper is None:
        return
    _set_up(island, island.cooper)
    _voyage(island, island.cooper)
    _deck(island, island.cooper)
    _workers(island, island.cooper)
    _tokens(island, island.cooper)
    _turns(island, island.cooper, dues)
    _score(game, island.cooper)


def only_one_way(before: Island, after: Island) -> None:
    """The depot never grows, his ship never turns back, and what a card or token has done stays."""
    was, now = before.cooper, after.cooper
    assert was is not None
    assert now is not None
    assert Counter(now.depot) <= Counter(was.depot), "the depot never grows"
    assert now.steps >= was.steps, "his ship sails clockwise"
    assert now.log_books[: len(was.log_books)] == was.log_books
    assert now.spaces[: len(was.spaces)] == was.spaces, "a space of the clean-up is used once a game"
    kept = (was.strategy, was.level, was.orders)
    assert (now.strategy, now.level, now.orders) == kept, "chosen at set-up"
    assert set(after.boards[0].islets) <= set(before.boards[0].islets), "an islet does not come back"
    assert after.boards[0].islet_exchanged or not before.boards[0].islet_exchanged, "once in the game"
    _posts_stay(before, after, was.posted, now.posted)


def _posts_stay(before: Island, after: Island, was: tuple[Posted, ...], now: tuple[Posted, ...]) -> None:
    if before.round == after.round and now:
        assert now[: len(was)] == was, "his workers stay where they are until his clean-up"


def _set_up(island: Island, cooper: Cooper) -> None:
    """What strategy and level set up: orders 1 to 7 among both displays at most, and a depot of cubes."""
    options, box = island.options, island.box
    strategy, level = box.strategies[cooper.strategy], box.levels[cooper.level]
    assert options.strategy in ("drawn", cooper.strategy)
    assert cooper.level == options.level
    assert cooper.orders == strategy.cooper_orders
    shown = [order.order for order in island.orders]
    added = set(shown) - set(strategy.orders)
    assert len(set(shown)) == len(shown) == len(strategy.orders) + level.orders_added
    assert set(strategy.orders) <= set(shown), "the strategy's orders"
    assert added <= set(level.orders_from), "the level's orders"
    assert not set(shown) & set(cooper.orders), "an order lies in one display"
    assert "order_8" not in {*shown, *cooper.orders}, "the eighth order is in the box"
    assert Counter(cooper.depot) <= Counter(level.depot)
    assert set(cooper.depot) <= {*GOODS} - {Good.COIN}, "cubes alone"
    assert island.token == 0, "there is no Cooper token to take"


def _voyage(island: Island, cooper: Cooper) -> None:
    """A log book for every five steps, while there are any; his ship lies where its steps brought it."""
    between = island.box.numbers.banks_to_bay
    assert island.banks == BANKS
    assert cooper.bank == cooper.steps % BANKS
    assert cooper.anchors >= 0
    earned = cooper.steps // between
    assert len(cooper.log_books) <= earned
    assert len(cooper.log_books) == earned or not any(island.log_books)


def _deck(island: Island, cooper: Cooper) -> None:
    """Every action card is a start card, in the deck, carried out, discarded or left out, and only once."""
    single = [card for card in (cooper.card, cooper.aside) if card]
    parts = (*cooper.start, *cooper.deck)
    cards = [*(card for part in parts for card in part), *cooper.discard, *single]
    assert sorted(cards) == sorted(island.box.action_cards)
    assert all(parts), "a part of the deck without a card is none"
    assert all(group in island.box.strategies[cooper.strategy].start_cards for group in cooper.start)
    assert island.round == 1 or not cooper.start, "three turns at least use up two start cards"


def _workers(island: Island, cooper: Cooper) -> None:
    """His workers and the third color's are no more than there are, one on a space, each in its own sections."""
    numbers = island.box.numbers
    for posted, normal, special, sections in (
        (cooper.posted, numbers.cooper_normal_workers, numbers.cooper_special_workers, HIS_SECTIONS),
        (cooper.third, numbers.third_normal_workers, numbers.third_special_workers, THIRD_SECTIONS),
    ):
        kinds = Counter(one.worker for one in posted)
        assert kinds[Worker.NORMAL] <= normal
        assert kinds[Worker.SPECIAL] <= special
        spaces = [(one.section, one.worker) for one in posted]
        assert len(set(spaces)) == len(spaces), "nobody covers a worker of the same color"
        assert {one.section for one in posted} <= set(sections)
    own = {(stack.section, stack.worker) for stack in island.stacks}
    assert all(stack.seats == (0,) for stack in island.stacks), "one seat, and none of its workers on another"
    assert not any(one.on_top for one in cooper.third), "the third color is there first"
    if island.phase is Phase.WORKERS:
        assert all((one.section, one.worker) in own for one in cooper.posted if one.on_top), "on top of a worker"
    if island.phase is Phase.INCOME:
        assert not cooper.posted, "his workers are at home"
        assert not own, "the seat's workers are at home"
        assert island.round > 1 or not cooper.third, "nobody was there to leave one behind"


def _tokens(island: Island, cooper: Cooper) -> None:
    """Each hired worker brings a token, which waits or covers a space of its own."""
    numbers, locked = island.box.numbers, island.boards[0].locked
    hired = numbers.normal_workers_locked + numbers.special_workers_locked - locked.normal - locked.special
    assert cooper.tokens >= 0
    assert cooper.tokens + len(cooper.spaces) == hired
    assert len(set(cooper.spaces)) == len(cooper.spaces)
    assert set(cooper.spaces) <= {space.id for space in island.box.contents.clean_up_spaces}
    if island.phase is Phase.INCOME:
        assert not cooper.tokens, "tokens of a round move in its clean-up"
    assert not cooper.aside or "aside" in cooper.spaces


def _turns(island: Island, cooper: Cooper, dues: tuple[Due, ...]) -> None:
    """He is a turn ahead whenever the seat is to place a worker.

    Of the cards that were drawn, one on the discard pile may have been left out of the shuffle before.
    """
    if island.phase is not Phase.WORKERS or not any(isinstance(due.step, ChooseWorkerSpace) for due in dues):
        return
    ahead = len(cooper.discard) - len(island.stacks)
    assert not cooper.card, "his turn is over"
    assert ahead in ((1, 2) if "aside" in cooper.spaces else (1,)), "Cooper is a turn ahead"
    assert len(cooper.posted) <= len(cooper.discard), "a card places one worker at most"


def _score(game: Game[Island], cooper: Cooper) -> None:
    """The seat is first with more points than Cooper's steps and level make, and second with as many."""
    if game.status is Status.ENDED:
        points = cooper.steps + game.state.box.levels[cooper.level].points
        (standing,) = game.standings
        assert standing.rank == (1 if standing.points > points else 2)
