"""The title: what Cooper Island gives to the engine."""

from collections.abc import Sequence

from quarterdeck_rules.cooper_island import (
    actions,
    anytime,
    boats,
    box,
    buildings,
    cargo,
    cartographer,
    cleanup,
    feeding,
    fees,
    goods,
    hiring,
    income,
    islets,
    land,
    largecards,
    rounds,
    sailing,
    sections,
    statues,
    together,
)
from quarterdeck_rules.cooper_island.events import EVENTS, CardKept, CardsDrawn
from quarterdeck_rules.cooper_island.evolve import evolve
from quarterdeck_rules.cooper_island.moves import MOVES
from quarterdeck_rules.cooper_island.scoring import score_sheet, standings
from quarterdeck_rules.cooper_island.solo import cards as solo_cards
from quarterdeck_rules.cooper_island.solo import cleanup as solo_cleanup
from quarterdeck_rules.cooper_island.solo import meetings as solo_meetings
from quarterdeck_rules.cooper_island.solo import setup as solo_setup
from quarterdeck_rules.cooper_island.solo import turns as solo_turns
from quarterdeck_rules.cooper_island.state import Island, Options, new_island
from quarterdeck_rules.cooper_island.view import redact, view
from quarterdeck_rules.engine.components import effect_hook
from quarterdeck_rules.engine.options import OptionError
from quarterdeck_rules.engine.steps import Decision, Effect, Step
from quarterdeck_rules.engine.title import Title

_CHAPTERS = (
    actions, boats, buildings, cargo, cartographer, cleanup, feeding, fees, goods, hiring, income, islets, land,
    largecards, rounds, sailing, sections, statues, together, anytime,
    solo_cards, solo_cleanup, solo_meetings, solo_setup, solo_turns,
)  # fmt: skip

SOLO_OPTIONS = ("strategy", "level", "islets")
"""Options that only a game of one seat has."""

STEPS: tuple[type[Step], ...] = tuple(
    kind
    for chapter in _CHAPTERS
    for kind in vars(chapter).values()
    if isinstance(kind, type)
    and issubclass(kind, Effect | Decision)
    and kind.__module__ == chapter.__name__
    and kind.__struct_config__.tag is not None
)
"""Every effect and decision of the chapters that has a stored name."""

ANYTIME = (
    anytime.StoreCubeMove(),
    anytime.StoreFromMarketMove(),
    anytime.StartTradeMove(),
    anytime.UseLidMove(),
    cartographer.CartographerMove(),
    anytime.UseCardMove(),
    hiring.HireMove(),
)

_HOOK = effect_hook(
    "cooper_island", [step for step in STEPS if issubclass(step, actions.Action | solo_cards.CooperStep)]
)


def _load(replacements: Sequence[bytes]) -> box.Box:
    return box.load(replacements, _HOOK)


def _restore(canonical: bytes) -> box.Box:
    return box.restore(canonical, _HOOK)


def _begin(seats: int, options: Options, components: box.Box) -> Island:
    layouts = components.tables[seats].layouts
    if options.layout not in layouts:
        raise OptionError("layout", f"{seats} seats take {', '.join(layouts)}")
    for name in SOLO_OPTIONS:
        if seats > 1 and getattr(options, name) != getattr(Options(), name):
            raise OptionError(name, "only a game of one seat is played against Cooper")
    return new_island(seats, options, components)


TITLE: Title[Island] = Title(
    name="cooper_island",
    rules_version="1",
    seat_counts=(1, 2, 3, 4),
    options=Options,
    events=EVENTS,
    steps=STEPS,
    moves=MOVES,
    anytime=ANYTIME,
    load_components=_load,
    restore_components=_restore,
    begin=_begin,  # type: ignore[arg-type]
    set_up=rounds.set_up,
    evolve=evolve,
    obligations=hiring.milestones_reached,
    view=view,
    redact=redact,
    # Cards that come back from under a stack are not drawn by chance, and the kept one lies face up from then on.
    reveals=(CardsDrawn, CardKept),
    standings=standings,
    score_sheet=score_sheet,
    words=box.words,
)
