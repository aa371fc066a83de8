"""Notation: a move as one line, and what is wrong with a line that is none."""

from enum import StrEnum

import pytest
from msgspec import Struct

from quarterdeck_rules.engine.notation import Notation, NotationError


class Good(StrEnum):
    COIN = "coin"
    WOOD = "wood"


class Item(Struct, frozen=True):
    good: Good
    space: str = ""
    count: int = 1


class Pay(Struct, frozen=True, tag="test.pay.v1"):
    items: tuple[Item, ...]
    reductions: tuple[Good, ...] = ()


class Place(Struct, frozen=True, tag="test.place.v2"):
    space: str
    level: int
    shim: bool = False
    owner: int | None = None


class Name(Struct, frozen=True, tag="test.name.v1"):
    names: tuple[str, ...]


class Pass(Struct, frozen=True, tag="test.pass.v1"):
    pass


NOTATION = Notation((Pay, Place, Name, Pass))


@pytest.mark.parametrize(
    ("move", "line"),
    [
        (Pass(), "pass"),
        (Pay(()), "pay -"),
        (Pay((Item(Good.COIN),)), "pay coin"),
        (Pay((Item(Good.COIN), Item(Good.WOOD, "B2"))), "pay coin,wood:B2"),
        (Pay((Item(Good.COIN, "", 3),)), "pay coin:-:3"),
        (Pay((), (Good.WOOD, Good.WOOD)), "pay - reductions=wood,wood"),
        (Place("A1", 3), "place A1 3"),
        (Place("A1", -3, True, 0), "place A1 -3 shim=yes owner=0"),
        (Place("", 0), "place - 0"),
        (Place("-", 0), "place %2D 0"),
        (Place("by the sea, west=left:50%", 0), "place by%20the%20sea%2C%20west%3Dleft%3A50%25 0"),
        (Name(()), "name -"),
        (Name(("",)), "name ''"),
        (Name(("-",)), "name %2D"),
        (Name(("", "forest-meadow")), "name -,forest-meadow"),
    ],
)
def test_a_move_is_written_as_a_line_and_read_from_it(move: Struct, line: str):
    assert NOTATION.write(move) == line
    assert NOTATION.read(line) == move


def test_fields_with_names_may_stand_in_any_order_and_spaces_do_not_matter():
    assert NOTATION.read("  place   owner=1 A1 shim=yes  2 ") == Place("A1", 2, True, 1)


def test_the_kinds_of_move_are_told():
    assert NOTATION.words == ("pay", "place", "name", "pass")


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "no kind of move is called ''"),
        ("fly A1", "no kind of move is called 'fly'"),
        ("place", "space is missing"),
        ("place A1", "level is missing"),
        ("place A1 2 3", "'3' is one too many"),
        ("pass now", "'now' is one too many"),
        ("place A1 2 height=3", "'height=3' is one too many"),
        ("place A1 2 shim=yes shim=no", "'shim=no' is one too many"),
        ("place A1 level=2", "'level=2' is one too many"),
        ("place A1 two", "'two' is no level"),
        ("place A1 --2", "'--2' is no level"),
        ("place A1 2.0", "'2.0' is no level"),
        ("place A1 2 shim=perhaps", "'perhaps' is no shim"),
        ("place A1 2147483648", "'2147483648' is no level"),
        ("place A1 -2147483648", "'-2147483648' is no level"),
        (f"place A1 {'9' * 5000}", f"'{'9' * 63}…' is no level"),
        ("x" * 5000, f"no kind of move is called '{'x' * 63}…'"),
        (f"pass {'x' * 20_000}", f"pass: '{'x' * 63}…' is one too many"),
        (f"pay {'coin,' * 5000}", "is no items"),
        ("x" * 64, f"no kind of move is called '{'x' * 64}'"),
        ("pay gold", "'gold' is no items"),
        ("pay coin:A1:2:3", "'coin:A1:2:3' is no items"),
        ("pay coin,", "'coin,' is no items"),
    ],
)
def test_a_line_that_is_no_move_says_what_is_wrong(line: str, problem: str):
    with pytest.raises(NotationError) as caught:
        NOTATION.read(line)
    assert problem in str(caught.value)
    assert len(str(caught.value)) < 150
