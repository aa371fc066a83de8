"""Games that are given away, taken in, kept and read again: nothing of them is ever another thing."""

from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.conduct.logs import codec_of
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import extend, fold
from quarterdeck_rules.engine.judge import decide
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.titles import RULES, TITLES
from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.loading import LogFault, load
from quarterdeck_server.audit.exporting import book_of as exported
from quarterdeck_server.audit.importing import ImportRefusedError, take_in
from quarterdeck_server.store.memory import MemoryStore
from quarterdeck_server.store.port import Store
from quarterdeck_server.store.sqlite import SqliteStore
from tests.books import GAME, book_of, content_of, resealed, verified
from tests.property.kit import MAIN_SETTINGS, Playout, each_main_setting, each_setting
from tests.property.worlds import commands_of
from tests.seals import TRUST, sealed

CATALOGUE = Catalogue(RULES.values())


SEALS: Any = SimpleNamespace(seal=sealed)


def given_away(store: Store) -> bytes:
    """The file of the one game that a store has, as a server gives it away."""
    live = load(GAME, store, CATALOGUE)
    book = exported(live, store.read(GAME), live.game.revision, None, SEALS, is_open=True)
    return content_of(book)


@each_setting
def test_d5_a_game_of_any_option_and_seat_count_is_given_away_taken_in_and_given_away_as_the_same_bytes(setting):
    with Playout(setting, 0) as playout:
        for _ in playout.steps():
            pass
        content = content_of(book_of(playout.title, playout.components, commands_of(playout.log)))
        store = MemoryStore()
        assert take_in(content, store, TRUST.check)
        assert given_away(store) == content
        assert not take_in(given_away(store), store, TRUST.check)
        store.close()


@each_main_setting
def test_d3_a_game_that_is_stored_and_read_after_draws_goes_on_as_the_one_that_was_not(setting):
    with Playout(setting, 0) as playout:
        title, codec, chance = playout.title, codec_of(playout.title), KeyedChance(playout.seed)
        goes_on = list(playout.play())
        for place in range(1, len(goes_on), max(1, len(goes_on) // 3)):
            log = [*playout.log, *(event for step in goes_on[:place] for event in step.events)]
            copy = fold(title, playout.components, [codec.decode(*codec.encode(event)) for event in log])
            original = goes_on[place - 1].game
            assert sum(count for _, count in copy.draws) > 0
            assert (copy, fingerprint(copy)) == (original, fingerprint(original))
            for step in islice(goes_on, place, place + 40):
                events = decide(title, copy, step.seat, step.decision.id, step.move, chance)
                assert not isinstance(events, Refusal)
                assert [codec.encode(event) for event in events] == [codec.encode(event) for event in step.events]
                copy = extend(title, copy, events)
                assert copy == step.game


def with_event(book: file.Book, place: int, old: str, new: str) -> file.Book:
    """A book with another stored name in a record, sealed anew: as a release to come would seal it."""
    entry = book.entries[place]
    other = replace(entry, name=entry.name.replace(old, new), event=entry.event.replace(old.encode(), new.encode()))
    assert other != entry
    entries = [*book.entries[:place], other, *book.entries[place + 1 :]]
    title = TITLES[book.title]
    return resealed(title, title.restore_components(book.components), entries)


UNKNOWN = {
    "event": (4, ".v1", ".v9", Finding.EVENT_UNKNOWN),
    "creation": (0, "quarterdeck.created.v1", "quarterdeck.created.v9", Finding.EVENT_UNKNOWN),
    "rules": (0, '"rules_version":"1"', '"rules_version":"99"', Finding.TITLE_UNKNOWN),
    "title": (0, '"title":"puerto_rico"', '"title":"go"', Finding.FILE),
}


@pytest.mark.parametrize(("place", "old", "new", "finding"), UNKNOWN.values(), ids=UNKNOWN)
def test_d12_what_a_newer_release_has_sealed_is_told_and_nothing_of_it_is_kept(tmp_path, place, old, new, finding):
    setting = next(one for one in MAIN_SETTINGS if one.title == "puerto_rico")
    playout = Playout(setting, 0)
    for _ in playout.steps():
        pass
    whole = book_of(playout.title, playout.components, commands_of(playout.log))
    book = with_event(whole, place, old, new)
    verdict = verified(content_of(book))
    assert (verdict.finding, verdict.grade is Grade.EXACT) == (finding, False)
    assert verdict.grade is (Grade.DIVERGED if finding is Finding.FILE else Grade.UNVERIFIABLE)
    store = SqliteStore(tmp_path / "log.sqlite")
    with pytest.raises(ImportRefusedError, match=str(finding)):
        take_in(content_of(book), store, TRUST.check)
    assert store.games(0, 10) == []
    assert store.read(GAME) == []
    assert store.components(book.component_set) is None
    # One that is on the log already is not loaded in part, and whoever looks through all games is told.
    assert take_in(content_of(whole), store, TRUST.check)
    store.forget(book.entries, store.games(0, 1)[0].summary)
    with pytest.raises(LogFault, match=GAME):
        load(GAME, store, CATALOGUE)
    store.close()
