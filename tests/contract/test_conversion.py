"""Messages mirror structs: every shape, both ways, and what does not fit is found."""

import pytest
from msgspec import Struct

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.engine import game, title
from quarterdeck_rules.engine.steps import Step
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.convert import Converter, UnreadableError, kinds_by_word
from quarterdeck_server.api.mirror import MismatchError, message_of, pairs
from tests import toy, toy_protos

ODD = 'syntax = "proto3"; package odd.v1;'


class Shapes(Struct, frozen=True):
    either: toy.MakeBid | toy.BuyCard
    many: tuple[toy.MakeBid | toy.BuyCard, ...] = ()
    metal: toy.Metal | None = None
    inner: "Shapes | None" = None
    flag: bool = False


class WithSteps(Struct, frozen=True):
    left: int
    then: Step
    after: tuple[Step, ...] = ()


def written(name, value):
    message = toy_protos.messages()[name]
    return message(**Converter().fields(value, message.DESCRIPTOR))


def read(kind, message):
    return Converter().reader(kind, message.DESCRIPTOR)(message)


def there_and_back(name, value):
    # Through bytes, as it goes over the wire.
    message = toy_protos.messages()[name].FromString(written(name, value).SerializeToString())
    return read(type(value), message)


@pytest.mark.parametrize(
    "value",
    [
        toy.TakeCoins((toy.Metal.GOLD, toy.Metal.SILVER)),
        toy.TakeCoins((), "a note"),
        toy.TakeCoins((), ""),
        toy.CardDealt(0, None),
        toy.CardDealt(1, 0),
        toy.BidMade(1, -2),
        toy.BidsOpened((0, 3)),
        toy.CardBought(0),
        Shapes(toy.BuyCard()),
        Shapes(toy.MakeBid(0), (toy.BuyCard(), toy.MakeBid(2)), toy.Metal.GOLD, Shapes(toy.BuyCard(), flag=True)),
    ],
    ids=repr,
)
def test_a_struct_comes_back_from_its_message_as_it_was(value):
    assert there_and_back(type(value).__name__, value) == value


def test_a_move_is_found_in_the_oneof_by_its_kind():
    converter, message = Converter(), toy_protos.messages()["Move"]
    read_move = converter.chooser(kinds_by_word(toy.TOY.moves), message.DESCRIPTOR)
    for move in (toy.MakeBid(0), toy.TakeCoins((toy.Metal.GOLD,)), toy.BuyCard()):
        assert read_move(message(**converter.one_of(move, message.DESCRIPTOR))) == move


@pytest.mark.parametrize(
    ("fields", "path", "problem"),
    [
        ({}, "", "one of make_bid, take_coins, buy_card is needed"),
        ({"take_coins": {"metals": [1, 0]}}, "take_coins.metals", "0 is no Metal"),
        ({"take_coins": {"metals": [9]}}, "take_coins.metals", "9 is no Metal"),
    ],
)
def test_what_is_no_move_is_refused_with_the_place_of_what_is_wrong(fields, path, problem):
    message = toy_protos.messages()["Move"]
    with pytest.raises(UnreadableError) as caught:
        Converter().chooser(kinds_by_word(toy.TOY.moves), message.DESCRIPTOR)(message(**fields))
    assert (caught.value.field, caught.value.problem) == (path, problem)


def test_a_message_that_has_to_be_there_is_asked_for():
    message = toy_protos.messages()["Shapes"]
    with pytest.raises(UnreadableError) as caught:
        read(Shapes, message(flag=True))
    assert (caught.value.field, caught.value.problem) == ("either", "is needed")
    with pytest.raises(UnreadableError) as caught:
        read(Shapes, message(either={"buy_card": {}}, inner={"either": {}}))
    assert (caught.value.field, caught.value.problem) == ("inner.either", "one of make_bid, buy_card is needed")


def test_steps_are_no_part_of_a_message():
    descriptor = toy_protos.messages()["ChooseCoins"].DESCRIPTOR
    assert Converter().fields(WithSteps(3, toy.OpenBids()), descriptor) == {"left": 3}


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ("uint32 seat = 1;", "do not have the same fields: card"),
        ("uint32 seat = 1; uint32 card = 2;", "cannot say that it is not set"),
        ("uint32 seat = 1; repeated uint32 card = 2;", "repeated on one side alone"),
        ("uint32 seat = 1; optional Odd card = 2;", "an enum on one side alone"),
        ("Other seat = 1; optional uint32 card = 2;", "a message on one side alone"),
        ("uint32 seat = 1; optional uint32 card = 2; uint32 more = 3;", "do not have the same fields: more"),
    ],
)
def test_a_message_that_does_not_mirror_its_struct_is_found(fields, problem):
    text = f"{ODD} enum Odd {{ ODD_UNSPECIFIED = 0; }} message Other {{}} message Dealt {{ {fields} }}"
    with pytest.raises(MismatchError, match=problem):
        Converter().reader(toy.CardDealt, toy_protos.compiled(text)["Dealt"].DESCRIPTOR)


def test_an_enum_that_lacks_a_member_is_found():
    enum = "enum Metal { METAL_UNSPECIFIED = 0; METAL_GOLD = 1; }"
    text = f"{ODD} {enum} message Taken {{ uint32 seat = 1; repeated Metal metals = 2; }}"
    with pytest.raises(MismatchError, match="same members"):
        Converter().reader(toy.CoinsTaken, toy_protos.compiled(text)["Taken"].DESCRIPTOR)


@pytest.mark.parametrize(
    "kind", [game.Joined, game.Started, game.Ended, title.Standing], ids=lambda kind: kind.__name__
)
def test_the_events_that_all_titles_share_are_mirrored(kind):
    pairs(kind, getattr(play_pb2, kind.__name__).DESCRIPTOR)


def test_the_creation_of_a_game_is_told_in_full():
    # Its options are pairs of texts, which take a message of their own.
    assert set(game.Created.__struct_fields__) == set(play_pb2.Created.DESCRIPTOR.fields_by_name)


@pytest.mark.parametrize("name", sorted(TITLES))
def test_every_struct_of_a_title_that_meets_the_api_has_its_message(name):
    played, converter = TITLES[name], Converter()
    decisions = [step for step in played.steps if hasattr(step, "answers")]
    for union, kinds in (
        (play_pb2.Move, played.moves),
        (play_pb2.Event, played.events),
        (play_pb2.Decision, decisions),
    ):
        descriptor = message_of(union.DESCRIPTOR.fields_by_name[name])
        assert set(kinds_by_word(tuple(kinds))) == set(descriptor.fields_by_name)
        for word, kind in kinds_by_word(tuple(kinds)).items():
            inner = message_of(descriptor.fields_by_name[word])
            assert inner.name == kind.__name__
            converter.writer(kind, inner)
            if union is play_pb2.Move:
                converter.reader(kind, inner)
    for whole in (play_pb2.Position, play_pb2.ScoreSheet):
        assert name in whole.DESCRIPTOR.fields_by_name
