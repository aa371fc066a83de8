"""Chance: fair, keyed by purpose and number, and never rewound."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from quarterdeck_rules.engine.chance import Drawing, KeyedChance, added
from tests.unit.script import Choose, Pick, Roll, Script


@pytest.mark.parametrize("size", [1, 2, 3, 7, 60])
def test_all_results_are_equally_likely(size: int):
    keyed, draws = KeyedChance("fair"), 300 * size
    counts = Counter(keyed.draw("die", number, size) for number in range(draws))
    assert set(counts) == set(range(size))
    expected = draws / size
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < 2 * size + 30


def test_a_value_that_would_favour_some_results_is_drawn_again(monkeypatch: pytest.MonkeyPatch):
    tries: list[bytes] = []

    def digest(key: bytes, text: bytes, name: str) -> bytes:
        tries.append(text)
        return (b"\xff" * 8 if len(tries) == 1 else (5).to_bytes(8, "big")) + b"\x00" * 24

    monkeypatch.setattr(hmac, "digest", digest)
    assert KeyedChance("seed").draw("die", 4, 3) == 5 % 3
    assert tries == [b"die\x004\x000", b"die\x004\x001"], "2**64 - 1 is above the last multiple of 3 that fits"


def test_an_auditor_draws_the_same_from_the_revealed_seed():
    key = hashlib.sha256(b"seed\x00salt of seat 0\x00").digest()
    value = int.from_bytes(hmac.new(key, b"bag\x0012\x000", "sha256").digest()[:8], "big")
    assert KeyedChance("seed", ("salt of seat 0", "")).draw("bag", 12, 60) == value % 60
    assert KeyedChance("seed").draw("bag", 12, 1 << 40) != KeyedChance("seed", ("salt",)).draw("bag", 12, 1 << 40)


def test_draws_are_numbered_by_purpose():
    keyed = KeyedChance("seed")
    drawing = Drawing(keyed, (("bag", 5),))
    assert [drawing.pick("bag", 1000), drawing.pick("bag", 1000)] == [keyed.draw("bag", n, 1000) for n in (5, 6)]
    assert drawing.pick("cards", 1000) == keyed.draw("cards", 0, 1000)
    assert drawing.made == (("bag", 2), ("cards", 1))
    assert added((("bag", 5),), drawing.made) == (("bag", 7), ("cards", 1))


def test_what_one_purpose_draws_does_not_change_what_another_gets():
    alone, beside = Drawing(KeyedChance("seed"), ()), Drawing(KeyedChance("seed"), ())
    beside.sample("cards", range(30), 30)
    assert alone.pick("bag", 1000) == beside.pick("bag", 1000)


def test_a_sample_holds_each_item_once_and_every_order_is_as_likely():
    counts = Counter(Drawing(KeyedChance("seed"), (("deck", 10 * n),)).sample("deck", "abc", 3) for n in range(1200))
    assert set(counts) == set(permutations("abc"))
    assert max(counts.values()) - min(counts.values()) < 100
    assert Drawing(KeyedChance("seed"), ()).sample("deck", "abc", 0) == ()
    assert len(set(Drawing(KeyedChance("seed"), ()).sample("deck", range(9), 4))) == 4


def test_the_numbers_of_draws_go_on_from_the_log_whatever_is_taken_back():
    keyed = KeyedChance("seed")
    play = Script(Choose("ask", (Roll("die", 1000), Roll("die", 1000))), Choose("more", (Roll("die", 1000),)))
    assert play.pick(0).draws == (("die", 2),)
    assert play.game.draws == (("die", 2),)
    play.pick(0)
    assert play.game.draws == (("die", 3),)
    assert [mark for mark in play.marks if mark.startswith("die")] == [
        f"die {keyed.draw('die', number, 1000)}" for number in range(3)
    ]


def test_a_command_judged_twice_draws_the_same():
    play = Script(Choose("ask", (Roll("die", 1000),)))
    opened = play.decision(0)
    assert play.judge(0, opened.id, Pick()) == play.judge(0, opened.id, Pick())


def test_no_draws_leave_the_numbers_as_they_are():
    draws = (("bag", 1),)
    assert added(draws, ()) is draws
    assert Drawing(KeyedChance("seed"), draws).made == ()
