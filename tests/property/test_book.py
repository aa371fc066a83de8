"""Books that were altered: whatever is changed is found, and the record is named at which it was."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from quarterdeck_rules.book import file
from quarterdeck_rules.book.file import Book
from quarterdeck_rules.book.verdict import Finding, Grade, Verdict
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.titles import find_title
from quarterdeck_server.audit.seals import Trust
from tests.books import TRUST, content_of, played, resealed, verified
from tests.profiles import PROFILE
from tests.property.kit import MAIN_SETTINGS, Playout

FLIPS = 500 if PROFILE != "soak" else 20_000


@cache
def game(title: str = "puerto_rico", seats: int = 2) -> tuple[Playout, Book]:
    return played(title, seats)


@pytest.mark.parametrize("setting", MAIN_SETTINGS, ids=str)
def test_a_book_of_a_whole_game_is_exact_and_is_written_as_it_was_read(setting):
    playout, book = game(setting.title, setting.seats)
    content = content_of(book)
    verdict = verified(content)
    assert (verdict.grade, verdict.finding) == (Grade.EXACT, None), verdict
    assert verdict.judged == verdict.revision - 1 == playout.game.revision - 1
    assert verdict.draws == sum(count for _, count in playout.game.draws) > 0
    assert verdict.standings == playout.game.standings
    assert b"".join(file.written(file.read(content))) == content


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all single values within a JSON value."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    if not parts or not value:
        yield path
    for name, part in parts:
        yield from paths(part, (*path, name))


def changed(value: Any, path: tuple[Any, ...]) -> Any:
    """A JSON value with another value in one place."""
    if path:
        copy = dict(value) if isinstance(value, dict) else list(value)
        copy[path[0]] = changed(value[path[0]], path[1:])
        return copy
    if isinstance(value, bool) or value is None:
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        # Of a hexadecimal number another one, so that it is no matter of form.
        return f"{'1' if value[:1] != '1' else '2'}{value[1:]}" if value else "1"
    return [*value, 1] if isinstance(value, list) else {**value, "more": 1}


@pytest.mark.parametrize("title", ["cooper_island", "puerto_rico"])
def test_p1_every_field_of_every_record_altered_once_is_found_and_named(title):
    _, book = game(title, 2)
    lines = content_of(book).splitlines()
    # Of records of one form the first, and the last of the file: the form is what is enumerated.
    forms: dict[Any, int] = {}
    for place, line in enumerate(lines):
        record = json.loads(line)
        forms.setdefault((record["line"], record.get("name"), "command" in record), place)
    places = sorted({*forms.values(), len(lines) - 1})
    altered = 0
    for place in places:
        record = json.loads(lines[place])
        for path in paths(record):
            line = msgspec.json.encode(changed(record, path))
            verdict = verified(b"\n".join((*lines[:place], line, *lines[place + 1 :], b"")))
            assert verdict.grade is Grade.DIVERGED, (place, path, verdict)
            if 2 <= place < len(lines) - 1:
                assert verdict.event == place - 1, (place, path, verdict)
            altered += 1
    assert altered > 300


def test_p1_every_flipped_byte_is_found_and_named():
    _, book = game()
    content, dice = content_of(book), random.Random("flips")
    starts = [0, *(place + 1 for place, byte in enumerate(content) if byte == 10)]
    for _ in range(FLIPS):
        place, mask = dice.randrange(len(content)), dice.randrange(1, 256)
        flipped = bytearray(content)
        flipped[place] ^= mask
        verdict = verified(bytes(flipped))
        assert verdict.grade is Grade.DIVERGED, (place, mask, verdict)
        line = sum(start <= place for start in starts)
        is_record = 2 < line < len(starts) - 1
        # A line end that is gone, or one too many, moves all that follows: the first record that is not in its place.
        if is_record and 10 not in (content[place], flipped[place]):
            assert verdict.event == line - 2, (place, mask, verdict)
        else:
            assert verdict.detail, (place, mask, verdict)


def test_lines_left_out_doubled_or_swapped_are_found_and_named():
    _, book = game()
    lines = content_of(book).splitlines(keepends=True)
    for place in (2, 3, len(lines) // 2, len(lines) - 2):
        for wrong in (
            [*lines[:place], *lines[place + 1 :]],
            [*lines[: place + 1], lines[place], *lines[place + 1 :]],
            [*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]],
        ):
            verdict = verified(b"".join(wrong))
            assert verdict.grade is Grade.DIVERGED, (place, verdict)
            assert verdict.event is not None, (place, verdict)
    for count in range(len(lines)):
        assert verified(b"".join(lines[:count])).grade is Grade.DIVERGED
    assert verified(b"").grade is Grade.DIVERGED


def forged(book: Book, playout: Playout, name: str, forge: Callable[[dict[str, Any]], None], which: int = 0) -> Verdict:
    """What a book is worth whose sealer has changed an event, and has sealed all anew."""
    places = [place for place, entry in enumerate(book.entries) if entry.name.endswith(name)]
    place = places[which]
    event = json.loads(book.entries[place].event)
    forge(event)
    entries = list(book.entries)
    entries[place] = replace(entries[place], event=msgspec.json.encode(event))
    return verified(content_of(resealed(playout.title, playout.components, entries)))


def test_d2_p5_a_sealed_lie_about_what_was_drawn_is_found_at_its_record():
    playout, book = game("cooper_island", 2)
    one, other = [place for place, entry in enumerate(book.entries) if entry.name.endswith("tile_drawn.v1")][:2]
    entries = list(book.entries)
    # The same tiles in another order: as conserving as a lie can be.
    assert entries[one].event != entries[other].event
    entries[one], entries[other] = (
        replace(entries[one], event=book.entries[other].event),
        replace(entries[other], event=book.entries[one].event),
    )
    verdict = verified(content_of(resealed(playout.title, playout.components, entries)))
    assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.JUDGEMENT), verdict
    assert verdict.event == one + 1


def test_p5_another_seed_than_the_one_committed_to_is_found():
    playout, book = game()

    def commit(event: dict[str, Any]) -> None:
        event["commitment"] = "0" * 64

    assert forged(book, playout, "created.v1", commit).finding is Finding.SEED

    def reseed(event: dict[str, Any]) -> None:
        event["seed"] = "another"

    # A practice game is committed to nothing: there the first draw tells.
    verdict = forged(book, playout, "seeded.v1", reseed)
    assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.JUDGEMENT)


@pytest.mark.parametrize(
    ("name", "forge", "finding"),
    [
        ("closed.v1", lambda event: event["answer"].update(seat=1 - event["answer"]["seat"]), Finding.JUDGEMENT),
        ("closed.v1", lambda event: event.pop("answer"), Finding.JUDGEMENT),
        ("closed.v1", lambda event: event.update(draws=[["nothing", 1]]), Finding.JUDGEMENT),
        ("closed.v1", lambda event: event.update(revision=event["revision"] + 1), Finding.EVENT),
        ("quarterdeck.ended.v1", lambda event: event["standings"][0].update(points=999), Finding.JUDGEMENT),
        ("quarterdeck.ended.v1", lambda event: event["standings"][0].update(rank=7), Finding.JUDGEMENT),
        ("quarterdeck.ended.v1", lambda event: event.update(reason="LEFT"), Finding.JUDGEMENT),
    ],
)
def test_a_sealed_lie_about_what_was_judged_is_found(name, forge, finding):
    playout, book = game()
    moves = [place for place, entry in enumerate(book.entries) if b'"answer"' in entry.event]
    closings = [place for place, entry in enumerate(book.entries) if entry.name.endswith("closed.v1")]
    which = closings.index(moves[5]) if name == "closed.v1" else 0
    verdict = forged(book, playout, name, forge, which)
    assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, finding), verdict


def test_d2_a_sealed_lie_about_a_fingerprint_is_found_at_its_record():
    playout, book = game()
    place = next(place for place, one in enumerate(book.entries) if one.command and one.command.fingerprint)
    entry = book.entries[place]
    assert entry.command is not None
    for mark, finding in (
        ("1:" + "0" * 64, Finding.FINGERPRINT),
        ("", Finding.FINGERPRINT),
        ("9:" + "0" * 64, Finding.FINGERPRINT_UNKNOWN),
    ):
        entries = list(book.entries)
        entries[place] = replace(entry, command=replace(entry.command, fingerprint=mark))
        verdict = verified(content_of(resealed(playout.title, playout.components, entries)))
        assert verdict.finding is finding
        assert verdict.grade is (Grade.UNVERIFIABLE if finding is Finding.FINGERPRINT_UNKNOWN else Grade.DIVERGED)


def test_what_is_missing_is_said_and_is_no_divergence():
    _, book = game()
    content = content_of(book)
    assert verify(content, Trust().check, find_title).finding is Finding.KEY_NOT_GIVEN
    verdict = verify(content, TRUST.check, lambda name, version: None)
    assert (verdict.grade, verdict.finding) == (Grade.UNVERIFIABLE, Finding.TITLE_UNKNOWN)
    assert verdict.detail == "puerto_rico, rules version 1"
    # What is wrong is told before what is missing.
    entries = (*book.entries[:-1], replace(book.entries[-1], link="0" * 64))
    broken = content_of(replace(book, entries=entries))
    assert verify(broken, Trust().check, lambda name, version: None).finding is Finding.LINK


def test_an_event_that_this_release_does_not_know_is_missing_and_not_wrong():
    playout, book = game()
    place = next(place for place, one in enumerate(book.entries) if one.name.startswith("puerto_rico."))
    entry = book.entries[place]
    entries = list(book.entries)
    event = {**json.loads(entry.event), "type": "puerto_rico.of_tomorrow.v9"}
    entries[place] = replace(entry, name="puerto_rico.of_tomorrow.v9", event=msgspec.json.encode(event))
    verdict = verified(content_of(resealed(playout.title, playout.components, entries)))
    assert (verdict.grade, verdict.finding) == (Grade.UNVERIFIABLE, Finding.EVENT_UNKNOWN)


def test_other_components_than_those_of_the_game_are_found():
    _, book = game()
    assert verified(content_of(replace(book, components=book.components + b" "))).finding is Finding.COMPONENTS
    assert verified(content_of(replace(book, component_set="0" * 64))).finding is Finding.FILE
    assert verified(content_of(replace(book, title="cooper_island"))).finding is Finding.FILE


def test_a_seal_of_another_head_key_or_signature_is_found():
    _, book = game()
    _, other = game("cooper_island", 2)
    seal = book.seal
    for wrong in (
        other.seal,
        replace(seal, head=replace(seal.head, revision=1)),
        replace(seal, signature=other.seal.signature),
        replace(seal, signature=seal.signature.upper()),
        replace(seal, signature="no hex"),
        replace(seal, signature=""),
    ):
        verdict = verified(content_of(replace(book, seal=wrong)))
        assert (verdict.grade, verdict.finding) == (Grade.DIVERGED, Finding.SEAL), wrong
    # Called by another name a key that is given has signed all the same; what no given key has signed may be of others.
    renamed = replace(seal, key="0" * 16)
    assert verified(content_of(replace(book, seal=renamed))).finding is Finding.SEAL
    foreign = replace(renamed, signature="0" * 128)
    assert verified(content_of(replace(book, seal=foreign))).finding is Finding.KEY_NOT_GIVEN
