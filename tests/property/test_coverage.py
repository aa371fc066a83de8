"""Playouts are only worth what they reach: over the fixed seeds, everything a title has occurs at least once."""

from typing import Any

import pytest

from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.steps import Effect
from quarterdeck_rules.engine.title import Title
from tests.property.generous import GENEROUS
from tests.property.kit import SETTINGS, Playout, each_title

FIRST = 37
"""Number of the first game: from here on what is rarest comes soon."""
PLAYOUTS = 60
"""Games of every setting at most: as few as reach everything, and the same in every profile."""


@each_title
def test_every_kind_of_fact_move_decision_and_effect_occurs(title: Title[Any], monkeypatch: pytest.MonkeyPatch):
    kinds = (*title.events, *title.moves, *title.steps)
    missing = set(kinds)
    take = Play.take

    def watched(play: Play[Any], lane: int) -> Any:
        due = take(play, lane)
        missing.discard(type(due.step))
        return due

    monkeypatch.setattr(Play, "take", watched)
    generous_first = sorted(SETTINGS, key=lambda setting: not setting.generous)
    for number in range(FIRST, FIRST + PLAYOUTS):
        for setting in generous_first:
            if setting.title == title.name:
                playout = Playout(setting, number)
                missing -= {type(event) for event in playout.log}
                for _, step in playout.steps():
                    missing -= {type(event) for event in step.events}
                    missing -= {type(step.move), type(step.decision.decision)}
                if not missing:
                    return
    names = sorted(kind.__name__ for kind in missing)
    assert names == [], f"never seen; a richer set than {'the generous one' if title.name in GENEROUS else 'none'}?"


@each_title
def test_every_step_of_a_title_is_an_effect_or_a_decision_with_a_stored_name(title: Title[Any]):
    for kind in title.steps:
        assert kind.__struct_config__.tag.startswith(f"{title.name}."), kind
        assert issubclass(kind, Effect) or kind.answers, kind
