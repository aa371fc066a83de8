"""Solo games of Cooper Island: every strategy, level and way to get islets, and what in them occurs rarely."""

from collections.abc import Callable, Iterator, Mapping
from itertools import product

import pytest
from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events, moves
from quarterdeck_rules.cooper_island.cooper import Cooper, Posted
from quarterdeck_rules.cooper_island.solo.cards import ChooseFromDepot
from quarterdeck_rules.cooper_island.state import Island
from quarterdeck_rules.cooper_island.terms import Good, Phase, Worker
from quarterdeck_rules.engine.game import Game, Status
from tests.playouts import Step
from tests.property.cooper_island import check
from tests.property.cooper_solo import only_one_way
from tests.property.kit import Playout, Setting, playouts
from tests.property.solo import ISLETS, LEVELS, STRATEGIES, HiringPlayout


def solo(strategy: str, level: str, islets: str, *, generous: bool) -> Setting:
    options = (("strategy", strategy), ("level", level), ("islets", islets))
    return Setting("cooper_island", 1, options, generous=generous)


SOLO_SETTINGS = [
    solo(*chosen, generous=number % 3 == 0) for number, chosen in enumerate(product(STRATEGIES, LEVELS, ISLETS))
]


@pytest.mark.parametrize("setting", SOLO_SETTINGS, ids=str)
def test_every_strategy_level_and_way_to_get_islets_comes_to_a_result_and_loses_nothing(setting: Setting):
    for playout in playouts(setting):
        with playout:
            check(playout.game)
            for before, step in playout.steps():
                check(step.game)
                only_one_way(before.state, step.game.state)
            assert playout.game.status is Status.ENDED


def cooper_of(game: Game[Island]) -> Cooper:
    assert game.state.cooper is not None
    return game.state.cooper


def met(before: Game[Island], step: Step) -> Iterator[str]:
    """What happens in a command that a solo game is to be looked at for."""
    cooper, after = cooper_of(before), cooper_of(step.game)
    for event in step.events:
        yield from _met(event, cooper)
    posted = sum(isinstance(event, events.CooperWorkerPlaced) for event in step.events)
    if sum(isinstance(event, events.CooperTurnBegan) for event in step.events) > posted:
        yield "no worker or space is left for a card"
    if isinstance(step.decision.decision, ChooseFromDepot):
        yield f"depot: {type(step.move).__name__}"
    if isinstance(step.move, moves.PlaceWorker):
        space = (step.move.section, step.move.worker)
        yield from (f"on the third color: {one.worker}" for one in cooper.third if (one.section, one.worker) == space)
        yield from (f"on Cooper: {one.worker}" for one in cooper.posted if (one.section, one.worker) == space)
    if len(after.spaces) == len(step.game.state.box.contents.clean_up_spaces):
        yield "all spaces of the clean-up"
    if cooper.tokens > 1:
        yield "two tokens in one clean-up"
    if not after.depot:
        yield "the depot is empty"
    if step.game.status is Status.ENDED:
        yield "won" if step.game.standings[0].rank == 1 else "lost"
        yield from ["ten steps of Cooper"] if after.steps >= step.game.state.banks else []


def _met(event: Struct, cooper: Cooper) -> Iterator[str]:
    match event:
        case events.CooperTurnBegan():
            yield f"card {event.card}"
        case events.CooperWorkerPlaced():
            yield f"Cooper places: {event.worker}{' on top' if event.on_top else ''}"
        case events.ThirdWorkerPlaced():
            yield f"the third color stays: {event.worker} on {event.section}"
        case events.CooperTokenMoved():
            yield f"clean-up space {event.space}"
        case events.IsletReturned():
            yield f"an islet is {'exchanged' if event.exchanged else 'lost'}"
        case _:
            yield type(event).__name__


WANTED = {
    *(f"card {letter}{number}" for letter, number in product("BDFH", "12")),
    *(f"Cooper places: {worker}{top}" for worker, top in product(Worker, ("", " on top"))),
    *(f"the third color stays: {worker} on {section}" for worker, section in product(Worker, "ACEG")),
    *(f"on the third color: {worker}" for worker in Worker),
    *(f"on Cooper: {worker}" for worker in Worker),
    *(f"clean-up space {space}" for space in ("bottom", "aside", "top")),
    *("an islet is exchanged", "an islet is lost", "won", "lost", "ten steps of Cooper"),
    *("depot: TakeGood", "depot: Forfeit", "the depot is empty"),
    *("all spaces of the clean-up", "two tokens in one clean-up", "no worker or space is left for a card"),
    *("CooperAnchorAdded", "CooperAnchorRaised", "CooperAnchorsCleared", "CooperLogBookGained"),
}
GAMES = 20
"""Games of every setting at most: as few as meet everything, and the same in every profile."""


def test_solo_games_meet_every_card_worker_and_space_and_both_results():
    missing = set(WANTED)
    for number, chosen in product(range(GAMES), product(STRATEGIES, LEVELS, ISLETS)):
        setting = solo(*chosen, generous=True)
        for before, step in HiringPlayout(setting, number).steps():
            missing -= set(met(before, step))
        if not missing:
            return
    assert missing == set()


FAULTS: Mapping[str, Callable[[Cooper], Cooper]] = {
    "a step that is none of the ring": lambda cooper: replace(cooper, steps=cooper.steps + 1),
    "a log book too many": lambda cooper: replace(cooper, log_books=(*cooper.log_books, "coins")),
    "a card twice": lambda cooper: replace(cooper, discard=(*cooper.discard, "B1")),
    "a card lost": lambda cooper: replace(cooper, discard=cooper.discard[1:]),
    "a coin in the depot": lambda cooper: replace(cooper, depot=(Good.COIN,)),
    "a depot that grew": lambda cooper: replace(cooper, depot=(*cooper.depot, *cooper.depot, Good.WOOD)),
    "an order in both displays": lambda cooper: replace(cooper, orders=("order_3", "order_4")),
    "his worker on a section of the third color": lambda cooper: post(cooper, Posted("A", Worker.NORMAL)),
    "two of his on a space": lambda cooper: post(cooper, *2 * (Posted("B", Worker.SPECIAL),)),
    "more of his than there are": lambda cooper: post(cooper, *(Posted(one, Worker.SPECIAL) for one in "BDF")),
    "on top of nobody": lambda cooper: post(cooper, Posted("H", Worker.SPECIAL, on_top=True)),
    "the third color on a section of his": lambda cooper: replace(cooper, third=(Posted("B", Worker.NORMAL),)),
    "a token of nobody": lambda cooper: replace(cooper, tokens=cooper.tokens + 1),
    "a space used twice": lambda cooper: replace(cooper, tokens=cooper.tokens - 2, spaces=("top", "top")),
}


def post(cooper: Cooper, *posted: Posted) -> Cooper:
    return replace(cooper, posted=posted)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_on_the_side_of_cooper_would_be_noticed(fault: str):
    playout = Playout(solo("strategy_1", "level_1", "chosen", generous=True), 0)
    game = next(before for before, _ in playout.steps() if before.state.round == 2 and cooper_of(before).discard)
    assert game.state.phase is Phase.WORKERS
    check(game)
    wrong = FAULTS[fault](cooper_of(game))
    with pytest.raises(AssertionError):
        check(replace(game, state=replace(game.state, cooper=wrong)))


@pytest.mark.parametrize(
    "fault",
    [
        lambda cooper: replace(cooper, steps=cooper.steps + 1),
        lambda cooper: replace(cooper, depot=cooper.depot[1:]),
        lambda cooper: replace(cooper, spaces=("top",)),
        lambda cooper: replace(cooper, orders=cooper.orders[:1]),
    ],
    ids=["a ship that turned back", "a cube put back", "a space that is free again", "an order less"],
)
def test_what_goes_back_on_the_side_of_cooper_would_be_noticed(fault: Callable[[Cooper], Cooper]):
    playout = Playout(solo("strategy_1", "level_1", "chosen", generous=True), 0)
    state = next(before for before, _ in playout.steps() if before.state.round == 2).state
    assert state.cooper is not None
    only_one_way(state, state)
    with pytest.raises(AssertionError):
        only_one_way(replace(state, cooper=fault(state.cooper)), state)
