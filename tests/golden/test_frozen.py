"""What was frozen is read as it was, and whoever changes what is stored is told."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from quarterdeck_rules.book.file import read
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.book.verify import verify
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import SHARED_EVENTS
from quarterdeck_rules.titles import RULES, TITLES, find_title
from tests import toy
from tests.golden import freeze as freezing
from tests.golden import frozen, games
from tests.golden.folding import differences
from tests.golden.played import CONDUCTED, Form, Played, games_of, plain
from tests.golden.samples import SHARED, samples, shared_samples
from tests.seals import TRUST
from tests.toy import TOY

EVERY = tuple(RULES.values())
FOLDERS = frozen.folders()
GAMES = [file for folder in FOLDERS for file in sorted((folder / "games").iterdir())]
LOGS = [file for folder in FOLDERS for file in sorted((folder / freezing.LOGS).glob("*.txt"))]


@pytest.fixture
def freeze(tmp_path):
    """Freezes the samples of a title into one more folder, and gives all of them."""

    def freeze(title):
        folder = tmp_path / f"v{len(frozen.folders(tmp_path)) + 1}"
        frozen.write_samples(folder, [title])
        (folder / frozen.MANIFEST).write_text(frozen.manifest(folder), encoding="utf-8")
        return frozen.folders(tmp_path)

    return freeze


def changed(title, kind, name, fields, tag=None, without=()):
    """A title in which a fact has other fields."""
    tag = tag or kind.__struct_config__.tag
    other = msgspec.defstruct(name, fields, frozen=True, tag=tag)
    return replace(title, events=tuple(other if one is kind else one for one in title.events if one not in without))


class Colour(StrEnum):
    RED = "red"


def test_d8_everything_that_was_frozen_is_read_and_everything_that_is_stored_is_frozen():
    assert list(frozen.problems(FOLDERS, EVERY) if FOLDERS else ()) == []


@pytest.mark.parametrize("file", GAMES, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_a_frozen_game_is_exact_for_ever(file):
    verdict = verify(file.read_bytes(), TRUST.check, find_title)
    # Of a game that ran records were closed, and chain and seal hold.
    closed = (Grade.UNVERIFIABLE, Finding.WITHHELD)
    wanted = closed if file.stem.endswith(Form.SPECTATORS) else (Grade.EXACT, None)
    assert (verdict.grade, verdict.finding) == wanted, verdict
    assert frozen.said_of(verdict) == frozen.verdicts(file.parents[1])[file.stem]


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parents[1].name}-{file.stem}")
def test_d1_a_frozen_log_folds_to_its_fingerprints_and_scores_for_ever(file):
    recorded = games.read(file)
    created = msgspec.json.decode(recorded.lines[0].split(" ", 2)[2])
    title = find_title(created["title"], created["rules_version"])
    assert title is not None
    box = games.kept_components(title, recorded.components, file.parent / "components")
    assert box.hash == recorded.components
    assert list(differences(recorded, title, box)) == []


@pytest.fixture(scope="module")
def fresh(tmp_path_factory):
    """What would be frozen today, a part of its games."""
    folder = tmp_path_factory.mktemp("fresh") / "v1"
    played = {name: game for title in TITLES.values() for name, game in games_of(title).items()}
    few = [
        (name, game)
        for name, game in played.items()
        if game.play in CONDUCTED or game.form is not Form.WHOLE or name.endswith("-2")
    ]
    freezing.freeze(folder, EVERY, few)
    return folder


def test_what_is_frozen_today_is_whole_and_is_read(fresh):
    assert list(frozen.problems([fresh], EVERY)) == []
    for file in (fresh / "games").iterdir():
        test_a_frozen_game_is_exact_for_ever(file)
    for file in sorted((fresh / freezing.LOGS).glob("*.txt"))[::15]:
        test_d1_a_frozen_log_folds_to_its_fingerprints_and_scores_for_ever(file)


def test_games_that_are_frozen_have_every_shared_fact_every_seat_count_and_options_of_their_own(fresh):
    shared = {tag_of(kind) for kind in (*SHARED_EVENTS, *facts.EVENTS)}
    for title in TITLES.values():
        files = [read(file.read_bytes()) for file in (fresh / "games").iterdir() if file.name.startswith(title.name)]
        assert shared <= {entry.name for book in files for entry in book.entries}
        wanted = games_of(title)
        assert {game.seats for game in wanted.values()} == {*title.seat_counts}
        assert {game.form for game in wanted.values()} == {*Form}
        assert any(book.proof is not None for book in files)
        assert any(not entry.is_open for book in files for entry in book.entries)
        assert any(entry.is_open and entry.person for book in files for entry in book.entries)
        assert any("options" in game.wanted for game in wanted.values())


def test_what_is_there_is_never_written_again(fresh, tmp_path):
    before = (fresh / frozen.MANIFEST).read_bytes()
    with pytest.raises(FileExistsError, match="what was frozen stays as it was"):
        freezing.freeze(fresh, [TOY], ())
    assert (fresh / frozen.MANIFEST).read_bytes() == before
    # Nor is a part of one left when it cannot be made.
    with pytest.raises(AssertionError, match="unverifiable"):
        freezing.freeze(tmp_path / "v2", [TOY], [("toy-2", Played(TOY, 2, plain))])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("line", [[], ["games"], ["v0"], ["v1", "v2"], ["../v1"]], ids=" ".join)
def test_only_names_of_folders_are_taken(line, capsys):
    assert freezing.main(line) == 2
    assert capsys.readouterr().err == "usage: python -m tests.golden.freeze v1\n"


@pytest.mark.parametrize("title", EVERY, ids=lambda title: title.name)
def test_every_stored_name_has_samples(title):
    made = [*samples(title), *shared_samples(title)]
    assert {one.of for one in made} == frozen.current_names(title)


def test_samples_have_each_member_of_an_enum_each_kind_of_a_union_and_each_default():
    terms = {one.spelled for one in shared_samples(TOY) if one.of == "quarterdeck.terms_set.v1"}
    for text in (
        "per_move",
        "bank",
        "correspondence",
        '"clock":null',
        "until_revealed",
        "consent",
        '"director"',
        "forfeit",
    ):
        assert any(text in one for one in terms), text
    (metals,) = {one.stored for one in samples(TOY) if one.of == "toy.coins_taken.v1" and "gold" in one.stored}
    assert '["gold","silver"]' in metals


def test_d8_frozen_samples_are_read_alike_by_the_release_that_froze_them(freeze):
    assert list(frozen.problems(freeze(TOY), [TOY])) == []


def told(folders, title):
    found = list(frozen.problems(folders, [title]))
    assert found, "nobody noticed"
    return "\n".join(found)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ([("seat", int), ("value", int | None)], "toy.card_dealt.v1 cannot be read"),
        ([("seat", int), ("value", int | None, None)], "toy.card_dealt.v1 means something else"),
        ([("seat", int)], "toy.card_dealt.v1 means something else"),
        ([("seat", str), ("card", int | None)], "toy.card_dealt.v1 cannot be read"),
        ([("seat", int), ("card", int)], "toy.card_dealt.v1 cannot be read"),
        ([("seat", int), ("card", int | None), ("suit", str)], "toy.card_dealt.v1 cannot be read"),
        # What may be added without harm is to be frozen as well, before it can change once more.
        ([("seat", int), ("card", int | None), ("suit", str, "")], "in a form that no folder has"),
        ([("seat", int), ("card", int | str | None)], "in a form that no folder has"),
    ],
    ids=[
        "renamed",
        "renamed with a default",
        "removed",
        "type",
        "no longer nothing",
        "added",
        "added by default",
        "wider",
    ],
)
def test_a_change_of_a_stored_fact_without_a_new_name_is_told(freeze, fields, problem):
    assert problem in told(freeze(TOY), changed(TOY, toy.CardDealt, "CardDealt", fields))


def test_fields_in_another_order_and_a_class_of_another_name_are_no_change(freeze):
    title = changed(TOY, toy.CardDealt, "Handed", [("card", int | None), ("seat", int)])
    assert list(frozen.problems(freeze(TOY), [title])) == []


def test_another_default_of_what_is_left_out_is_told(freeze):
    first, second = (
        replace(
            TOY,
            events=(
                *TOY.events,
                msgspec.defstruct("Said", [("loud", bool, loud)], tag="toy.said.v1", omit_defaults=True),
            ),
        )
        for loud in (False, True)
    )
    assert "toy.said.v1 means something else" in told(freeze(first), second)


def test_a_member_of_an_enum_that_is_gone_or_came_is_told(freeze):
    def title(members):
        colour = StrEnum("Colour", members)  # type: ignore[misc]
        said = msgspec.defstruct("Painted", [("colour", colour)], frozen=True, tag="toy.painted.v1")
        return replace(TOY, events=(*TOY.events, said))

    two, three = title({"RED": "red", "BLUE": "blue"}), title({"RED": "red", "BLUE": "blue", "GREEN": "green"})
    folders = freeze(two)
    assert "toy.painted.v1 of toy-1 is stored today in a form" in told(folders, three)
    assert "toy.painted.v1 cannot be read" in told(folders, title({"RED": "red"}))
    assert list(frozen.problems(freeze(three), [three])) == []


@pytest.mark.parametrize("part", ["events", "steps", "moves"])
def test_a_stored_name_that_is_gone_is_told_for_facts_steps_and_moves(freeze, part):
    first, *others = getattr(TOY, part)
    problem = f"{first.__struct_config__.tag} cannot be read"
    less: Any = {part: tuple(others)}
    assert problem in told(freeze(TOY), replace(TOY, **less))


class CardDealtAgain(Struct, frozen=True, tag="toy.card_dealt.v2"):
    """The newer form."""

    seat: int
    cards: tuple[int, ...]


def newer(raw: dict[str, Any]) -> dict[str, Any]:
    return {"type": "toy.card_dealt.v2", "seat": raw["seat"], "cards": [] if raw["card"] is None else [raw["card"]]}


def with_newer(upcasters: Mapping[str, Any]):
    events = tuple(CardDealtAgain if one is toy.CardDealt else one for one in TOY.events)
    return replace(TOY, events=events, upcasters=upcasters)


def test_d8_a_new_form_wants_an_upcaster_and_a_sample_of_its_own(freeze):
    folders = freeze(TOY)
    assert "toy.card_dealt.v1 cannot be read" in told(folders, with_newer({}))
    title = with_newer({"toy.card_dealt.v1": newer})
    assert (
        told(folders, title)
        == f"toy.card_dealt.v2 of toy-1 is stored today in a form that no folder has; {frozen.AGAIN}"
    )
    assert list(frozen.problems(freeze(title), [title])) == []


def test_d8_an_upcaster_that_is_not_pure_or_has_no_sample_is_told(freeze):
    def spoils(raw):
        raw["cards"] = [raw.pop("card") or 0]
        return {**raw, "type": "toy.card_dealt.v2"}

    counts = []

    def counting(raw):
        counts.append(raw)
        return {"type": "toy.card_dealt.v2", "seat": raw["seat"], "cards": [len(counts)]}

    freeze(TOY)
    folders = freeze(with_newer({"toy.card_dealt.v1": newer}))
    assert "not pure" in told(folders, with_newer({"toy.card_dealt.v1": spoils}))
    assert "toy.card_dealt.v1 is read as" in told(folders, with_newer({"toy.card_dealt.v1": counting}))
    more = with_newer({"toy.card_dealt.v1": newer, "toy.gone.v1": newer})
    assert "takes toy.gone.v1, of which no folder has a sample" in told(folders, more)


def test_a_file_that_was_frozen_never_changes(freeze):
    (folder,) = freeze(TOY)
    file = folder / "samples" / f"{SHARED}.txt"
    before = file.read_text(encoding="utf-8")
    file.write_text(before.replace("a player", "a person"), encoding="utf-8")
    assert "v1 is not as it was frozen" in told([folder], TOY)
    file.write_text(before, encoding="utf-8")
    (folder / "one_more").touch()
    assert "v1 is not as it was frozen" in told([folder], TOY)
    (folder / "one_more").unlink()
    assert list(frozen.problems([folder], [TOY])) == []
