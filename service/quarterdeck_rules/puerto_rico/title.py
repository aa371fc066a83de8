"""The title: what Puerto Rico gives to the engine."""

from quarterdeck_rules.engine.steps import Decision, Effect, Step
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.puerto_rico import (
    box,
    builder,
    captain,
    craftsman,
    guests,
    market,
    mayor,
    rounds,
    settler,
    storage,
    trader,
)
from quarterdeck_rules.puerto_rico.events import EVENTS
from quarterdeck_rules.puerto_rico.evolve import evolve
from quarterdeck_rules.puerto_rico.moves import MOVES
from quarterdeck_rules.puerto_rico.options import Options
from quarterdeck_rules.puerto_rico.scoring import score_sheet, standings
from quarterdeck_rules.puerto_rico.state import Colony, new_colony
from quarterdeck_rules.puerto_rico.view import redact, view

_CHAPTERS = (rounds, market, settler, mayor, builder, craftsman, trader, captain, storage, guests)

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

TITLE: Title[Colony] = Title(
    name="puerto_rico",
    rules_version="1",
    seat_counts=(2, 3, 4, 5),
    options=Options,
    events=EVENTS,
    steps=STEPS,
    moves=MOVES,
    anytime=(guests.GuestMove(),),
    load_components=box.load,
    restore_components=box.restore,
    begin=new_colony,  # type: ignore[arg-type]
    set_up=rounds.set_up,
    evolve=evolve,
    obligations=lambda colony: (),
    view=view,
    redact=redact,
    standings=standings,
    score_sheet=score_sheet,
    words=box.words,
    has_hidden_points=True,
)
