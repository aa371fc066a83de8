"""A game is played to its end under the rules that it was created under, whatever newer rules the service has."""

from dataclasses import replace

import msgspec
import pytest
from msgspec import Struct
from structlog.testing import capture_logs

from quarterdeck.v1 import play_pb2
from quarterdeck_rules.book.verdict import Finding, Grade
from quarterdeck_rules.book.verify import verify_book
from quarterdeck_rules.conduct.terms import Terms, UndoPolicy
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.refusal import refuse
from quarterdeck_rules.engine.steps import Move
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.convert import Converter
from quarterdeck_server.api.moves import MoveReader
from quarterdeck_server.application.catalogue import Catalogue, Offer, UnknownRulesError
from quarterdeck_server.application.loading import LogFault, load
from quarterdeck_server.application.rejection import Kind
from quarterdeck_server.store.sqlite import SqliteStore
from tests import toy
from tests.desk import ANN, BOB, Desk, rejected, request
from tests.seals import TRUST, book_of


class ChooseHighBid(toy.ChooseBid, frozen=True, tag="toy.choose_high_bid.v1"):
    """TOY-BID-1  A bid is 3 to 9: with the older rules it was 0 to 3."""

    def candidates(self, state, seat):
        return map(toy.MakeBid, range(3, 10))

    def refusal(self, state, seat, move):
        return None if 3 <= move.bid <= 9 else refuse("BID_NOT_FITTING", "TOY-BID-1", bid=move.bid)


def set_up(play):
    seats = range(len(play.state.places))
    for seat in seats:
        toy.deal(play, seat)
    play.schedule(0, toy.OpenBids())
    play.all_at_once({seat: (ChooseHighBid(play.state.places[seat].card),) for seat in seats})


def evolve(state, event):
    if isinstance(event, toy.CoinsTaken):
        # The older rules count each coin once.
        coins = state.places[event.seat].coins + 2 * len(event.metals)
        return state.with_place(event.seat, coins=coins)
    return toy.evolve(state, event)


class CardHanded(Struct, frozen=True, tag="toy.card_handed.v1"):
    """What `CardDealt` is called in a newer release, under the same rules."""

    to: int
    cards: tuple[int | None, ...]


def handed(raw):
    return {"type": "toy.card_handed.v1", "to": raw["seat"], "cards": [raw["card"]]}


def stored_anew(event):
    return CardHanded(event.seat, (event.card,)) if isinstance(event, toy.CardDealt) else event


class Recording:
    """A play that records facts in their newer form."""

    def __init__(self, play):
        self._play = play

    def __getattr__(self, name):
        return getattr(self._play, name)

    def record(self, event):
        self._play.record(stored_anew(event))


class BuyAnew(toy.Buy):
    def resolve(self, play, seat, move):
        super().resolve(Recording(play), seat, move)  # type: ignore[arg-type]


def evolve_anew(state, event):
    return (
        state.with_place(event.to, card=event.cards[0]) if isinstance(event, CardHanded) else toy.evolve(state, event)
    )


def redact_anew(event, viewer):
    if isinstance(event, CardHanded):
        return event if event.to == viewer else CardHanded(event.to, (None,))
    return toy.redact(event, viewer)


OLD = toy.TOY
RENEWED = replace(
    OLD,
    events=tuple(CardHanded if one is toy.CardDealt else one for one in OLD.events),
    anytime=(BuyAnew(),),
    set_up=lambda play: toy.set_up(Recording(play)),  # type: ignore[arg-type]
    evolve=evolve_anew,
    redact=redact_anew,
    upcasters={"toy.card_dealt.v1": handed},
)
NEW = replace(OLD, rules_version="2", steps=(*OLD.steps, ChooseHighBid), set_up=set_up, evolve=evolve)
VERSIONS = {(title.name, title.rules_version): title for title in (OLD, NEW)}
FREE = Terms(undo=UndoPolicy.UNTIL_REVEALED)


def find_title(name, rules_version):
    return VERSIONS.get((name, rules_version))


@pytest.fixture
async def opened(tmp_path):
    """Opens a desk with these titles on one file; the one before ends, as a process does."""
    desks: list[Desk] = []

    async def end():
        for desk in desks:
            await desk.close()
            desk.store.close()
        desks.clear()

    async def opened(*titles):
        await end()
        desks.append(Desk(SqliteStore(tmp_path / "log.sqlite"), titles=titles))
        return desks[-1]

    yield opened
    await end()


def verdict(desk, game_id, live, find_title=find_title):
    components = live.case.components
    book = book_of("toy", components.hash, components.canonical, desk.store.read(game_id))
    return verify_book(book, TRUST.check, find_title)


async def test_a_new_game_gets_the_newest_rules(opened):
    desk = await opened(OLD, NEW)
    game_id = await desk.started()
    live = await desk.games.get(game_id)
    assert live.game.created.rules_version == "2"
    assert {revision.command.rules_version for revision in live.revisions} == {"2"}
    assert (await rejected(desk.move(ANN, game_id, "make_bid 2"), Kind.MOVE_REFUSED)).reason == "BID_NOT_FITTING"
    await desk.move(ANN, game_id, "make_bid 9")


async def test_d10_a_game_of_older_rules_still_refuses_and_allows_as_they_do(opened):
    desk = await opened(OLD)
    game_id = await desk.started(seed="ada", practice=True)
    await desk.move(ANN, game_id, "make_bid 2")

    desk = await opened(OLD, NEW)
    refused = await rejected(desk.move(BOB, game_id, "make_bid 4"), Kind.MOVE_REFUSED)
    assert (refused.reason, refused.rule) == ("BID_TOO_HIGH", "TOY-BID-1")
    await desk.move(BOB, game_id, "make_bid 1")
    refused = await rejected(desk.move(ANN, game_id, "take_coins gold,gold"), Kind.MOVE_REFUSED)
    assert refused.reason == "TOO_MUCH_GOLD"
    live = await desk.play_out(game_id)
    assert {revision.command.rules_version for revision in live.revisions} == {"1"}
    # Two turns with a coin each, counted once.
    assert [place.coins for place in live.game.state.places] == [2, 2]
    assert verdict(desk, game_id, live).grade is Grade.EXACT


async def test_games_of_both_versions_are_judged_anew_each_by_its_own(opened):
    desk = await opened(OLD)
    older = await desk.started()
    await desk.play_out(older)
    desk = await opened(OLD, NEW)
    newer = await desk.started()
    await desk.play_out(newer)
    for game_id, version in ((older, "1"), (newer, "2")):
        found = verdict(desk, game_id, await desk.games.get(game_id))
        assert (found.grade, found.rules_version) == (Grade.EXACT, version)


async def test_a_log_that_says_other_rules_than_its_moves_were_judged_by_diverges(opened):
    desk = await opened(OLD)
    game_id = await desk.started()
    await desk.move(ANN, game_id, "make_bid 1")
    live = await desk.games.get(game_id)
    components = live.case.components
    book = book_of("toy", components.hash, components.canonical, desk.store.read(game_id))

    def newest(name, rules_version):
        return NEW

    found = verify_book(book, TRUST.check, newest)
    assert (found.grade, found.finding) == (Grade.DIVERGED, Finding.JUDGEMENT)


async def test_d8_a_game_is_played_on_and_verified_by_a_release_that_stores_its_facts_otherwise(opened):
    desk = await opened(OLD)
    game_id = await desk.started(terms=FREE)
    await desk.move(ANN, game_id, "make_bid 1")
    before = fingerprint((await desk.games.get(game_id)).game)

    desk = await opened(RENEWED)
    live = await desk.games.get(game_id)
    assert fingerprint(live.game) == before
    await desk.move(BOB, game_id, "make_bid 2")
    await desk.move(ANN, game_id, "take_coins gold")
    await desk.move(BOB, game_id, "take_coins silver")
    await desk.move(ANN, game_id, "buy_card")
    await desk.play_out(game_id)
    names = [entry.name for entry in desk.store.read(game_id)]
    assert (names.count("toy.card_dealt.v1"), names.count("toy.card_handed.v1")) == (2, 1)
    found = verdict(desk, game_id, live, lambda *_: RENEWED)
    assert (found.grade, found.detail) == (Grade.EXACT, "")
    # The release of before does not know the newer name.
    found = verdict(desk, game_id, live, lambda *_: OLD)
    assert (found.grade, found.finding) == (Grade.UNVERIFIABLE, Finding.EVENT_UNKNOWN)


async def test_b2_an_undo_under_a_newer_release_goes_back_by_the_rules_of_the_game(opened):
    desk = await opened(OLD)
    game_id = await desk.started(terms=FREE, options=(("length", "long"),))
    await desk.move(ANN, game_id, "make_bid 1")
    await desk.move(BOB, game_id, "make_bid 2")
    live = await desk.games.get(game_id)
    before, revision = fingerprint(live.game), live.game.revision
    await desk.move(ANN, game_id, "take_coins gold,silver")

    desk = await opened(OLD, NEW)
    await desk.referee.undo(ANN, request(), game_id, None, revision)
    live = await desk.games.get(game_id)
    assert fingerprint(live.game) == before
    await desk.referee.redo(ANN, request(), game_id, None)
    assert live.game.state.places[0].coins == 2
    assert verdict(desk, game_id, live).grade is Grade.EXACT


async def test_d12_a_game_of_rules_that_the_release_does_not_have_is_unreadable_and_the_log_says_why(opened):
    desk = await opened(OLD, NEW)
    newer = await desk.started()

    desk = await opened(OLD)
    older = await desk.started()
    before = list(desk.store.read(newer))
    with capture_logs() as logs:
        await rejected(desk.games.get(newer), Kind.GAME_UNREADABLE)
    (line,) = [one for one in logs if one["event"] == "game_unreadable"]
    assert line["game"] == newer
    assert "rules version '2'" in line["problem"]
    assert "this release has version 1" in line["problem"]
    await rejected(desk.move(ANN, newer, "make_bid 9", decision_id="4.1"), Kind.GAME_UNREADABLE)
    assert list(desk.store.read(newer)) == before
    # The others play on, and with the newer release so does this one.
    await desk.move(ANN, older, "make_bid 1")
    desk = await opened(OLD, NEW)
    await desk.move(ANN, newer, "make_bid 9")


@pytest.mark.parametrize(
    ("stored", "problem"),
    [
        (("toy.card_dealt.v1", "toy.card_dealt.v9"), "'toy.card_dealt.v9' is not known"),
        (("toy.choose_bid.v1", "toy.choose_bid.v9"), "step 'toy.choose_bid.v9' is not known"),
        (("toy.choose_bid.v1", "puerto_rico.choose_role.v1"), "is not known"),
    ],
    ids=["event", "step", "step of another title"],
)
async def test_d12_an_unknown_stored_name_is_told_and_nothing_of_the_game_is_loaded(
    opened, monkeypatch, stored, problem
):
    desk = await opened(OLD)
    game_id = await desk.started()
    entries = list(desk.store.read(game_id))
    known, unknown = stored
    place, found = next((place, one) for place, one in enumerate(entries) if known.encode() in one.event)
    changed = msgspec.structs.replace(
        found,
        name=found.name.replace(known, unknown),
        event=found.event.replace(known.encode(), unknown.encode()),
    )

    def read(game):
        return [*entries[:place], changed, *entries[place + 1 :]]

    monkeypatch.setattr(desk.store, "read", read)
    with pytest.raises(LogFault, match=problem):
        load(game_id, desk.store, desk.catalogue)


def test_the_catalogue_lists_the_newest_and_finds_all(tmp_path):
    catalogue = Catalogue((OLD, NEW))
    assert [offer.title for offer in catalogue] == [NEW]
    assert catalogue.offer("toy").title is NEW
    assert catalogue.version("toy", "1").title is OLD
    with pytest.raises(UnknownRulesError, match="this release has version 1, 2"):
        catalogue.version("toy", "3")
    with pytest.raises(UnknownRulesError, match="does not have the title"):
        catalogue.version("go", "1")


def test_typed_moves_are_read_as_those_of_the_rules_of_the_game():
    older = TITLES["puerto_rico"]
    kind = next(one for one in older.moves if not one.__struct_fields__)
    again = msgspec.defstruct(kind.__name__, [], bases=(Move, Struct), frozen=True, tag=kind.__struct_config__.tag)
    newer = replace(older, rules_version="2", moves=tuple(again if one is kind else one for one in older.moves))
    reader = MoveReader(Converter())
    message = play_pb2.Move()
    getattr(message.puerto_rico, word_of(kind)).SetInParent()
    for title, wanted in ((newer, again), (older, kind), (newer, again)):
        assert type(reader.read(Offer(title), message)) is wanted
