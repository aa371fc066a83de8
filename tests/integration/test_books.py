"""Books that are taken in and given away again, and names that are forgotten, on every store."""

from typing import Any

import pytest
from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.records import Entry, commitment, person_of
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct import direction
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_rules.titles import RULES
from quarterdeck_server.application.cache import Games
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.catalogue import Catalogue
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.moments import utc_now
from quarterdeck_server.application.reads import Reads
from quarterdeck_server.audit.books import Books
from quarterdeck_server.audit.erasing import StillPlayingError, erase
from quarterdeck_server.audit.importing import ImportRefusedError, take_in
from quarterdeck_server.audit.seals import Trust
from quarterdeck_server.store.port import Answered
from tests.books import GAME, KEY, TRUST, book_of, content_of, played, seal_of, verified
from tests.property.worlds import commands_of


class Seals:
    """Seals with the key of tests."""

    def seal(self, head: file.Head) -> file.Seal:
        statement = head.statement()
        return file.Seal(head, seal_of(ENTRY).key, KEY.sign(statement).hex())


STORES = ("memory", "sqlite", "postgres")

PLAYOUT, BOOK = played("puerto_rico", 3)
ENTRY = BOOK.entries[-1]
CONTENT = content_of(BOOK)


@pytest.fixture
def store(any_store):
    return any_store


async def exported(store, caller=None):
    """The file that a server on this store gives away."""
    catalogue = Catalogue(RULES.values())
    games = Games(store, catalogue, 8)
    seals: Any = Seals()
    book = await Books(store, Reads(store, games, Hub(8, 8), 1.0, utc_now), seals).export(GAME, caller, None, None)
    return b"".join(file.written(book))


async def test_d5_a_game_that_is_taken_in_and_given_away_again_is_the_same_file_byte_for_byte(store):
    assert take_in(CONTENT, store, TRUST.check)
    assert await exported(store) == CONTENT
    assert not take_in(CONTENT, store, TRUST.check)
    (listed,) = store.games(0, 10)
    assert (listed.summary.status, listed.summary.players) == ("ended", ("player 0", "player 1", "player 2"))
    assert store.answered("player 0", "request 1") == Answered(GAME, 1)
    assert store.due(10**15, 10) == []


def test_a_file_that_is_not_exact_is_not_taken_in(store):
    for content, problem in (
        (CONTENT[:-5], "the end of the line is missing"),
        (CONTENT.replace(b'"seat":0', b'"seat":1', 1), "diverged at event"),
    ):
        with pytest.raises(ImportRefusedError, match=problem):
            take_in(content, store, TRUST.check)
    with pytest.raises(ImportRefusedError, match="KEY_NOT_GIVEN"):
        take_in(CONTENT, store, Trust().check)
    assert store.games(0, 10) == []
    assert store.read(GAME) == []


def test_another_game_of_the_same_name_and_used_request_ids_are_refused(store):
    assert take_in(CONTENT, store, TRUST.check)
    _, other = played("puerto_rico", 3, 1)
    with pytest.raises(ImportRefusedError, match="already, and it is another"):
        take_in(content_of(other), store, TRUST.check)
    renamed = book_of(PLAYOUT.title, PLAYOUT.components, commands_of(PLAYOUT.log), "another")
    with pytest.raises(ImportRefusedError, match="a request id in it"):
        take_in(content_of(renamed), store, TRUST.check)
    assert [listed.game for listed in store.games(0, 10)] == [GAME]


async def test_p6_a_name_that_is_forgotten_leaves_the_chain_and_the_seal_as_they_were(store):
    take_in(CONTENT, store, TRUST.check)
    assert erase(store, "player 1") == [GAME]
    content = await exported(store)
    assert b"player 1" in CONTENT
    assert b"player 1" not in content
    assert file.read(content).seal == BOOK.seal
    verdict = verified(content)
    assert (verdict.grade, verdict.finding) == (Grade.EXACT, None)
    assert verdict.players == ("player 0", "(erased 1)", "player 2")
    (listed,) = store.games(0, 10)
    assert listed.summary.players == ("player 0", "(erased 1)", "player 2")
    assert store.answered("player 1", "request 6") is None
    # Once more, and somebody else, whose name is not taken for the other's.
    assert erase(store, "player 1") == []
    assert erase(store, "tester") == [GAME]
    content = await exported(store, Caller("player 0"))
    assert verified(content).grade is Grade.EXACT
    assert b'"creator":"(erased 2)"' in content
    assert take_in(content, store, TRUST.check) is False


async def test_p6_who_was_forgotten_is_still_somebody_in_particular(store):
    take_in(CONTENT, store, TRUST.check)
    erase(store, "player 1")
    entries = store.read(GAME)
    changed = [one for one, before in zip(entries, BOOK.entries, strict=True) if one != before]
    assert all(one.person and not one.person_salt for one in changed)
    assert [one.link for one in entries] == [one.link for one in BOOK.entries]
    place = entries.index(changed[1])
    forged = (*entries[:place], replace(entries[place], person="0" * 64), *entries[place + 1 :])
    verdict = verified(content_of(replace(BOOK, entries=forged)))
    assert (verdict.finding, verdict.event) == (Finding.LINK, place + 1)


async def test_p6_with_a_name_that_was_given_in_a_request_goes_what_it_could_be_tried_with(store):
    director = direction.Director("dora", "ill")
    case = cases.fold(PLAYOUT.title, PLAYOUT.components, commands_of(PLAYOUT.log)[:6])
    passed = direction.pass_seat(case, director, 1, "somebody")
    assert not isinstance(passed, Refusal)
    voided = direction.void(case.extended(passed), director)
    assert not isinstance(voided, Refusal)
    commands = [*commands_of(PLAYOUT.log)[:6], passed, voided]
    take_in(content_of(book_of(PLAYOUT.title, PLAYOUT.components, commands)), store, TRUST.check)
    assert erase(store, "somebody") == [GAME]
    content = await exported(store)
    assert (verified(content).grade, b"somebody" in content) == (Grade.EXACT, False)
    named = next(entry for entry in file.read(content).entries if entry.command and entry.command.revision == 7)
    assert named.command is not None
    # A request that is known but for a name would be found by trying names.
    assert (named.command.request_id, named.command.request_hash) == ("", "")
    # Nothing proves any more who else stood there, and so nobody does.
    assert b'"player":"(erased 1)","by":"(erased)","reason":"(erased)"' in content
    assert b'"by":"dora"' in content, "elsewhere he stands as he did"


@pytest.mark.parametrize("shown", ["Eve", "(erased 1) Eve", "(erased x)"])
def test_a_name_put_where_nothing_proves_it_is_found(shown):
    """Else whoever has a file could close a person, and say that it was another."""
    forged, place = list[Entry](), 0
    for entry in BOOK.entries:
        if entry.name == "quarterdeck.joined.v1" and b'"player 1"' in entry.event:
            person = person_of(entry)
            assert person is not None
            event = entry.event.replace(b"player 1", shown.encode())
            closed = commitment(entry.person_salt, person)
            forged.append(replace(entry, event=event, person=closed, person_salt=""))
            place = entry.number
        else:
            forged.append(entry)
    verdict = verified(content_of(replace(BOOK, entries=tuple(forged))))
    assert (verdict.finding, verdict.event) == (Finding.LINK, place)


def test_nobody_is_forgotten_who_still_plays(store):
    commands = commands_of(PLAYOUT.log)[:6]
    book = book_of(PLAYOUT.title, PLAYOUT.components, commands)
    take_in(content_of(book), store, TRUST.check)
    with pytest.raises(StillPlayingError, match=f"player 0 takes part in games that have not ended: {GAME}"):
        erase(store, "player 0")
    assert tuple(store.read(GAME)) == book.entries
