"""D1: what is stored hangs on stored names alone: on no order, no name of a class, and no place of an enum's member."""

import asyncio
import random
from dataclasses import replace
from enum import Enum
from itertools import chain
from typing import Any

import pytest
from msgspec import Struct, inspect

from quarterdeck_rules.book.verdict import Grade
from quarterdeck_rules.book.verify import verify_book
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine import codec, game
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.golden import games
from tests.golden.folding import differences
from tests.golden.played import Played, directed, plain, taken_back
from tests.golden.samples import samples, shared_samples
from tests.seals import TRUST

RECORDED = sorted(games.GAMES.glob("*.txt"))


def kinds_of(title: Title[Any]) -> tuple[type[Struct], ...]:
    """All that is stored of a title."""
    return (*game.SHARED_EVENTS, *facts.EVENTS, *title.events, *title.steps, *title.moves)


def enums_in(kinds) -> set[type[Enum]]:
    """The enums in what is stored."""
    found: set[type[Enum]] = set()
    waiting, seen = [inspect.type_info(kind) for kind in kinds], set()
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, inspect.EnumType):
            found.add(kind.cls)
        elif isinstance(kind, inspect.StructType) and kind.cls not in seen:
            seen.add(kind.cls)
            waiting += [field.type for field in kind.fields]
        else:
            waiting += [*getattr(kind, "types", ()), *getattr(kind, "item_types", ())]
            waiting += [kind.item_type] if isinstance(kind, inspect.VarTupleType) else []
    return found


def permuted(title: Title[Any]) -> Title[Any]:
    """The same title with everything it lists in another order."""
    rng = random.Random("another order")
    lists = {name: list(getattr(title, name)) for name in ("events", "steps", "moves", "anytime")}
    for one in lists.values():
        rng.shuffle(one)
    return replace(title, **{name: tuple(one) for name, one in lists.items()})  # type: ignore[arg-type]


@pytest.fixture
def rename(monkeypatch):
    """Has all classes of what is stored called otherwise; gives the titles with their registries in another order."""
    every = dict.fromkeys(chain.from_iterable(map(kinds_of, TITLES.values())))
    before = {kind: (kind.__name__, kind.__qualname__) for kind in every}

    def rename() -> dict[str, Title[Any]]:
        found = {name: permuted(title) for name, title in TITLES.items()}
        for number, kind in enumerate(every):
            kind.__name__ = kind.__qualname__ = f"C{number}"
        monkeypatch.setattr(codec, "SHARED_EVENTS", tuple(reversed(game.SHARED_EVENTS)))
        monkeypatch.setattr(facts, "EVENTS", tuple(reversed(facts.EVENTS)))
        return found

    yield rename
    for kind, names in before.items():
        kind.__name__, kind.__qualname__ = names


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_d1_golden_logs_fold_alike_with_other_registries_and_other_names_of_classes(rename, path):
    recorded = games.read(path)
    title = rename()[recorded.title]
    assert not {kind.__name__ for kind in kinds_of(title)} & {"Created", "Closed", "Joined"}
    assert list(differences(recorded, title, games.kept_components(title, recorded.components))) == []


@pytest.mark.parametrize("path", RECORDED[::3], ids=lambda path: path.stem)
def test_d1_golden_logs_fold_alike_with_the_members_of_enums_in_another_order(monkeypatch, path):
    recorded = games.read(path)
    title = TITLES[recorded.title]
    for enum in enums_in(kinds_of(title)):
        names = [member.name for member in enum]
        monkeypatch.setattr(enum, "_member_names_", names[::-1])
        assert [member.name for member in enum] == names[::-1]
    assert list(differences(recorded, title, games.kept_components(title, recorded.components))) == []


@pytest.mark.parametrize("name", TITLES)
def test_d1_everything_is_stored_alike(rename, name):
    before = [one.stored for one in (*samples(TITLES[name]), *shared_samples(TITLES[name]))]
    title = rename()[name]
    after = [one.stored for one in (*samples(title), *shared_samples(title))]
    assert sorted(after) == sorted(before)
    assert len(before) > 200


@pytest.mark.parametrize("play", [plain, taken_back, directed])
@pytest.mark.parametrize("name", TITLES)
def test_d1_games_are_judged_anew_alike(rename, name, play):
    title = TITLES[name]
    book = asyncio.run(Played(title, max(title.seat_counts), play).book())
    titles = rename()
    verdict = verify_book(book, TRUST.check, lambda found, _: titles[found])
    assert (verdict.grade, verdict.detail) == (Grade.EXACT, "")
    assert verdict.judged > 20
