"""Nobody learns what is secret from any call: servers whose games differ in that alone tell the same, byte for byte.

Every call of every service is asked, as each seat, as a spectator, without a token and as a director, of the past as
well, with answers, refusals and streams; what changes something, too, up to the end of the game.  Not covered here:
how long an answer takes, and when something was received (each revision has the time at which its command came).
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from google.protobuf.message import Message

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck.v1.game_pb2 import GAME_STATUS_ENDED
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.title import Title, Viewer
from tests.profiles import PROFILE
from tests.property.asked import MUTATIONS, Asker, acts, moves, reads, request
from tests.property.kit import MAIN_SETTINGS, SETTINGS, Playout, Setting
from tests.property.worlds import METHODS, WORLDS, Log, Pair, Told, World, fold, log_of, serving_both

STOPS = {"check": 0, "test": 1, "soak": 12}[PROFILE]
"""At so many moments of each game, and one more, all is asked."""
MOST_TRIED = 30
TOLD_APART = "a call tells the worlds apart"
OF_THE_TREE = ("GetCheckpoint", "ProveInclusion", "ProveConsistency")
OPTION_SETTINGS = [one for one in SETTINGS if one not in MAIN_SETTINGS]


def test_every_call_is_asked():
    """A new call has to be told here how it is asked."""
    asker = Asker("cooper_island", 2, 9, "player 0", 0)
    asked = [name for calls in (reads(asker), moves(asker), acts(asker)) for name, _ in calls]
    # What a file of a game tells is looked at in `test_book_secrets`: its commitments differ, and tell nothing.
    # Links come of salts, and so do checkpoints and proofs; what the tree tells is looked at in `test_tree_secrets`.
    assert sorted({*asked, "ExportGame", *OF_THE_TREE}) == sorted(METHODS)
    assert {name for name, _ in acts(asker)} == MUTATIONS


@pytest.mark.timeout(120 if PROFILE != "soak" else 7_200)
@pytest.mark.parametrize("setting", MAIN_SETTINGS, ids=str)
def test_h1_h4_h5_h6_no_call_tells_a_secret(tmp_path, setting: Setting):
    playout, whole = played(setting)
    different = 0
    first, *later = stops(playout, whole)
    for stop in (first, *later):
        everybody = (None, *range(setting.seats))
        for viewer in everybody if stop == first or PROFILE == "soak" else playout.dice.sample(everybody, 1):
            worlds = WORLDS[setting.title](playout, whole[:stop], viewer, playout.dice)
            different += prints(playout, worlds[0]) != prints(playout, worlds[1])
            compare(tmp_path, playout, worlds, viewer)
    assert different, "some secret was kept"


@pytest.mark.parametrize("setting", OPTION_SETTINGS, ids=str)
def test_h1_no_call_tells_a_secret_whatever_is_played(tmp_path, setting: Setting):
    playout, whole = played(setting)
    viewer = playout.dice.choice((None, *range(setting.seats)))
    stop = stops(playout, whole)[0]
    compare(tmp_path, playout, WORLDS[setting.title](playout, whole[:stop], viewer, playout.dice), viewer)


def test_h13_cards_that_nobody_was_shown_are_not_shown_at_the_end(tmp_path):
    playout, whole = played(Setting("cooper_island", 2))
    different = 0
    for viewer in (None, 0, 1):
        worlds = WORLDS["cooper_island"](playout, whole, viewer, playout.dice)
        different += worlds[0][1] != worlds[1][1]
        compare(tmp_path, playout, worlds, viewer)
    assert different


@pytest.mark.parametrize("ending", ["VoidGame", "AdjudicateGame"])
def test_h13_hidden_points_are_told_with_the_end_also_without_a_result(tmp_path, ending: str):
    playout, whole = played(Setting("puerto_rico", 3))
    worlds = WORLDS["puerto_rico"](playout, whole[: len(whole) // 2], None, playout.dice)
    with serving_both(tmp_path, playout, worlds) as pair:
        sheets = []
        for _ in range(2):
            sheets.append(pair.ask("GetScoreSheet", None, request("GetScoreSheet")))
            pair.ask(ending, "dora", request(ending, request_id="end", reason="a fire"))
        running, ended = ([pb.GetScoreSheetResponse.FromString(told[0]) for told in both] for both in sheets)
        assert [one.final for one in (*running, *ended)] == [False, False, True, True]
        assert [bool(one.standings) for one in (*running, *ended)] == [False, False, True, True]
        assert ended[0] != ended[1]


@pytest.mark.parametrize("title", WORLDS)
def test_h8_what_one_viewer_asks_changes_nothing_for_another(tmp_path, title: str):
    """A resync, another point of view, the past: nothing that was made for one audience is given to another."""
    playout, whole = played(Setting(title, 2))
    log = whole[: stops(playout, whole)[0]]
    world = (playout.title, log)
    viewers: dict[str | None, Viewer] = {None: None, "player 0": 0, "player 1": 1, "eve": None}

    def told(pair: Pair, player: str | None) -> list[Told]:
        asker = Asker(title, 2, len(log), player, viewers[player])
        return [pair.ask(name, player, message)[0] for name, message in reads(asker)]

    alone = {}
    for player in viewers:
        with serving_both(tmp_path, playout, (world, world)) as pair:
            alone[player] = told(pair, player)
    assert len({str(one) for one in alone.values()}) == len(alone), "each is told something else"
    with serving_both(tmp_path, playout, (world, world)) as pair:
        for player in (*viewers, *reversed(viewers)):
            assert told(pair, player) == alone[player], "what others have asked before is told"


def played(setting: Setting) -> tuple[Playout, Log]:
    """A random game in which something is drawn in secret, if the title has that, and its log."""
    for number in range(MOST_TRIED):
        playout = Playout(setting, number)
        whole = log_of(playout)
        if setting.title == "puerto_rico" or drawn(playout, whole):
            return playout, whole
    raise AssertionError("nobody has drawn in secret")


def drawn(playout: Playout, whole: Log) -> list[int]:
    """The revisions in which somebody draws in secret."""
    redact = playout.title.redact
    return [
        place
        for place, command in enumerate(whole, start=1)
        if any(type(event) in playout.title.events and redact(event, None) != event for event in command)
    ]


def stops(playout: Playout, whole: Log) -> list[int]:
    """Revisions to look at: some just when somebody has drawn in secret, and others in the middle of the game."""
    secret = drawn(playout, whole)
    started = playout.setting.seats + 2
    found = playout.dice.sample(secret, min(len(secret), max(1, STOPS)))
    return [*found, *(playout.dice.randrange(started + 2, len(whole)) for _ in range(max(0, STOPS + 1 - len(found))))]


def prints(playout: Playout, world: World) -> bytes | str:
    title, log = world
    shown = Playout(playout.setting, playout.number)
    shown.title = title
    return fingerprint(fold(shown, log).game)


def compare(data: Path, playout: Playout, worlds: tuple[World, World], viewer: Viewer) -> None:
    setting, log = playout.setting, worlds[0][1]
    with serving_both(data, playout, worlds) as pair:
        for player in ("eve", None, "dora") if viewer is None else (f"player {viewer}",):
            asker = now(pair, Asker(setting.title, setting.seats, len(log), player, viewer))
            same(pair, asker, reads(asker))
            same(pair, asker, moves(knowing(pair, asker)))
            if player != "eve":
                for name, act in acts(asker):
                    same(pair, asker, [(name, act)])
                    same(pair, asker, [("GetPosition", request("GetPosition")), ("GetUndo", request("GetUndo"))])
                same(pair, asker, reads(now(pair, asker)))


def now(pair: Pair, asker: Asker) -> Asker:
    """The asker, who knows whether the game has ended."""
    game = pb.GetGameResponse.FromString(pair.ask("GetGame", asker.player, request("GetGame"))[0][0])
    return msgspec.structs.replace(asker, is_over=game.summary.status == GAME_STATUS_ENDED)


def knowing(pair: Pair, asker: Asker) -> Asker:
    """The asker with what is open, and the own legal moves."""
    position = pb.GetPositionResponse.FromString(pair.ask("GetPosition", asker.player, request("GetPosition"))[0][0])
    legal = pb.ListLegalMovesResponse.FromString(
        pair.ask("ListLegalMoves", asker.player, request("ListLegalMoves", page_size=1000))[0][0]
    )
    return msgspec.structs.replace(
        asker,
        decisions=tuple((one.decision_id, one.seat) for one in position.open_decisions),
        moves=tuple((one.decision_id, one.move.notation) for one in legal.moves),
    )


def same(pair: Pair, asker: Asker, asked: Iterable[tuple[str, Message]]) -> None:
    for name, message in asked:
        one, other = pair.ask(name, asker.player, message)
        assert one == other, (TOLD_APART, name, asker.player, message)
        if (following := next_page(name, message, one)) is not None:
            same(pair, asker, [(name, following)])


def next_page(name: str, message: Message, told: Told) -> Any:
    """The request for the second page of a list that has one."""
    if "page_token" not in METHODS[name].input_type.fields_by_name or len(told) != 1:
        return None
    answer: Any = getattr(pb, f"{name}Response", pb.ListGamesResponse)
    token = (
        answer.FromString(told[0]).next_page_token if name.startswith("List") and hasattr(pb, f"{name}Response") else ""
    )
    wanted: Any = type(message)()
    wanted.CopyFrom(message)
    if not token or wanted.page_token:
        return None
    wanted.page_token = token
    return wanted


def leaky(title: Title[Any], **told: Any) -> Title[Any]:
    return replace(title, **told)


@pytest.mark.parametrize(
    ("title", "leak"),
    [
        ("cooper_island", {"redact": lambda event, viewer: event}),
        ("puerto_rico", {"has_hidden_points": False}),
    ],
    ids=["in facts", "in standings"],
)
def test_a_leak_would_be_noticed(tmp_path, title: str, leak: dict[str, Any]):
    playout, whole = played(Setting(title, 3))
    stop = stops(playout, whole)[0]
    one, other = WORLDS[title](playout, whole[:stop], None, playout.dice)
    with pytest.raises(AssertionError, match=TOLD_APART):
        compare(tmp_path, playout, ((leaky(one[0], **leak), one[1]), (leaky(other[0], **leak), other[1])), None)
