"""Games that were played, gone through in a terminal by keys, and printed where there is none."""

import asyncio
import json
import re
import signal

import pytest
from google.protobuf import json_format

from quarterdeck.cli.exits import Exit
from quarterdeck.v1 import referee_service_pb2 as referee
from quarterdeck.v1 import referee_service_pb2_grpc
from quarterdeck.v1.replay_service_pb2 import ReplayedRevision
from quarterdeck_rules.titles import TITLES
from tests.serving import new_id, serving
from tests.terminal import Terminal, in_terminal, lines_of
from tests.toy import TOY

MOVES = {"toy": 3, "cooper_island": 42, "puerto_rico": 25}
"""Moves of each title that lead into its second round, where it has rounds."""

LEFT, RIGHT = "\x1b[D", "\x1b[C"

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
async def terminal(tmp_path):
    async with serving(tmp_path, [TOY, *TITLES.values()], heartbeat_seconds=1.0, drain_seconds=2.0) as table:
        yield Terminal(table)


async def played(terminal, title):
    """A game of ann and bob, whose first move was taken back; its positions as ann sees them, by revision."""
    game_id, *clients = await terminal.table.started(title=title, practice=True, seed="replay")
    ann = clients[0]
    for place in range(MOVES[title]):
        seat = (await ann.position(game_id)).open_decisions[0].seat
        listed = (await clients[seat].legal(game_id)).moves
        chosen = listed[len(listed) // 2]
        revision = (await clients[seat].submit(game_id, chosen.decision_id, chosen.move.notation)).revision
        if place == 0:
            stub = referee_service_pb2_grpc.RefereeServiceStub(clients[seat].channel)
            undo = referee.RequestUndoRequest(request_id=new_id(), game_id=game_id, to=revision.number - 1)
            await stub.RequestUndo(undo, metadata=clients[seat].metadata)
    last = (await ann.position(game_id)).revision
    return game_id, [await ann.position(game_id, revision=number) for number in range(1, last + 1)]


async def keyed(terminal, player, game_id, keys, arguments=""):
    """What a terminal shows of a replay: a frame, as lines, for each time that it was drawn anew.

    Each key is pressed when the text before it has appeared.
    """
    desk = (terminal.table.address, game_id, terminal.token(player) if player else "")
    code, shown = await asyncio.to_thread(in_terminal, desk, f"replay {arguments}", keys)
    assert code == Exit.DONE, shown
    before, *frames = shown.split("\x1b[2J\x1b[H")
    assert not before, before
    return [[line.rstrip() for line in lines_of(frame)] for frame in frames]


def numbers(frames):
    """The revisions that were shown, one after the other."""
    found = [re.search(r"revision (\d+) of", frame[0]) for frame in frames]
    return [int(one[1]) for one in found if one]


def walk(*steps):
    """Keys, each with the revision that it is pressed at."""
    return [(f"revision {number} of ", key) for number, key in steps]


def seats_of(positions):
    return [frozenset(one.seat for one in position.open_decisions) for position in positions]


async def test_keys_go_forward_and_back_to_a_revision_and_to_both_ends(terminal):
    game_id, positions = await played(terminal, "toy")
    last = len(positions)
    keys = walk((1, "n"), (2, " "), (3, RIGHT), (4, "p"), (3, LEFT), (2, "e"), (last, "n"))
    keys += [("That is the last revision.", "b"), *walk((1, "p")), ("That is the first revision.", "g")]
    keys += [("revision (1 to ", "35"), ("35", "\x7f\n"), *walk((3, "g")), ("revision (1 to ", "9" * 5000 + "\n")]
    keys += [(f"There are revisions 1 to {last}.", "g"), ("revision (1 to ", "2\x1b"), ("There are revisions", "x?")]
    keys += [("look from another seat", "q")]
    frames = await keyed(terminal, "ann", game_id, keys)
    assert numbers(frames) == [1, 2, 3, 4, 3, 2, last, 1, 3]


@pytest.mark.parametrize("title", TITLES)
async def test_what_a_replay_draws_is_what_show_draws_of_that_revision_and_what_log_tells(terminal, title):
    game_id, positions = await played(terminal, title)
    last = len(positions)
    for player in ("ann", None):
        frames = await keyed(terminal, player, game_id, walk((4, "e"), (last, "q")), "--from 4")
        assert numbers(frames) == [4, last]
        for number, frame in zip((4, last), frames, strict=True):
            # Without its heading, which says which revision it is.
            live = (await terminal.done(player, "show", game_id, "--revision", str(number))).splitlines()[1:]
            begins = frame.index(live[0].rstrip())
            assert frame[begins : begins + len(live)] == [line.rstrip() for line in live]
            told = await terminal.done(player, "log", game_id, "--from", str(number), "--to", str(number))
            said = " ".join(" ".join(frame[begins + len(live) :]).split())
            for line in told.splitlines():
                assert " ".join(line[27:].split()) in said


@pytest.mark.parametrize("title", TITLES)
async def test_keys_go_from_turn_to_turn_and_from_round_to_round(terminal, title):
    game_id, positions = await played(terminal, title)
    seats = seats_of(positions)
    second = next(number for number, one in enumerate(positions, 1) if getattr(one.position, title).round == 2)
    # The game starts with revision 4, which begins a turn and the first round; its own revision is taken back at 6.
    turns = [number for number in range(4, len(seats)) if number == 4 or seats[number - 1] != seats[number - 2]]
    keys = walk((1, "t"), (4, "t"), (turns[1], "t"), (turns[2], "T"), (turns[1], "T"), (4, "T"), (1, "r"))
    keys += walk((4, "r"), (second, "R"), (4, "r"), (second, "n"), (second + 1, "R"), (second, "q"))
    frames = await keyed(terminal, "bob", game_id, keys)
    expected = [1, 4, turns[1], turns[2], turns[1], 4, 1, 4, second, 4, second, second + 1, second]
    assert numbers(frames) == expected


async def test_a_title_without_rounds_goes_by_turns(terminal):
    game_id, _ = await played(terminal, "toy")
    assert numbers(await keyed(terminal, "ann", game_id, walk((1, "r"), (4, "R"), (1, "q")))) == [1, 4, 1]


async def test_what_was_taken_back_is_marked_and_where_the_game_went_on_is_told(terminal):
    game_id, _ = await played(terminal, "puerto_rico")
    frames = await keyed(terminal, "ann", game_id, walk((4, "n"), (5, "n"), (6, "n"), (7, "q")), "--from 4")
    marked = ["This was taken back later." in frame for frame in frames]
    assert marked == [False, True, False, False]
    goes_on = ["The game goes on from revision 4." in frame for frame in frames]
    assert goes_on == [False, False, True, False]


async def test_the_view_goes_round_those_that_are_permitted(terminal):
    game_id, *_ = await terminal.table.started(title="puerto_rico")
    cleo = terminal.table.client("cleo")
    both = (await cleo.create(title="puerto_rico")).game_id
    for seat in range(2):
        await cleo.join(both, seat=seat)
    await cleo.start(both)
    frames = await keyed(terminal, "cleo", both, [*walk((3, "v")), ("as 1 cleo", "v"), ("as 0 cleo", "q")], "--from 3")
    assert [frame[1].partition(" as ")[2] for frame in frames] == [f"{seat} cleo sees it" for seat in (0, 1, 0)]
    frames = await keyed(terminal, "cleo", both, [*walk((3, "v")), ("as 0 cleo", "q")], "--from 3 --seat 1")
    assert [frame[1].partition(" as ")[2] for frame in frames] == [f"{seat} cleo sees it" for seat in (1, 0)]
    for player, sees in (("ann", "0 ann"), ("eve", "a spectator"), (None, "a spectator")):
        keys = [*walk((3, "v")), ("no other seat", "m"), ("moves" if player != "ann" else "no move", "q")]
        (frame,) = await keyed(terminal, player, game_id, keys, "--from 3")
        assert frame[1].endswith(f"as {sees} sees it")


async def test_from_what_is_shown_one_goes_on_in_a_game_of_ones_own(terminal):
    game_id, *_ = await terminal.table.started(title="puerto_rico")
    keys = [*walk((4, "f")), ("Enter makes a game", "x"), ("No game was made.", "f"), ("Enter makes a game", "\n")]
    await keyed(terminal, "ann", game_id, [*keys, ("others hold seats of it: 1", "q")], "--from 4")
    await terminal.done("ann", "resign", game_id, lines="y\n")
    keys = [*walk((4, "f")), ("Enter makes a game", "\n"), ("All its seats are yours: quarterdeck play ", "q")]
    await keyed(terminal, "cleo", game_id, keys, "--from 4")
    (made,) = json.loads(await terminal.done(None, "games", "--player", "cleo", "--json"))["games"]
    shown = json.loads(await terminal.done("cleo", "show", made["game_id"], "--json"))
    assert (shown["players"], shown["revision"], shown["status"]) == (["cleo", "cleo"], 2, "GAME_STATUS_ACTIVE")


async def test_the_view_goes_round_seats_that_are_shared_and_all_of_a_game_that_has_ended(terminal):
    game_id, *_ = await terminal.table.started(title="puerto_rico")
    await terminal.done("bob", "share-view", game_id)
    keys = [*walk((4, "v")), ("as 1 bob", "m"), ("and not which moves there are", "v"), ("as a spectator", "q")]
    frames = await keyed(terminal, "eve", game_id, keys, "--from 4")
    assert [frame[1].partition(" as ")[2] for frame in frames] == [
        f"{one} sees it" for one in ("a spectator", "1 bob", "a spectator")
    ]
    # Chips of others are hidden; whoever shares the view shows its own.
    assert [sum("chips: 0 points" in line for line in frame) for frame in frames] == [0, 1, 0]
    await terminal.done("ann", "resign", game_id, lines="y\n")
    keys = [*walk((4, "v")), ("as 1 bob", "v"), ("as 0 ann", "q")]
    frames = await keyed(terminal, "ann", game_id, keys, "--from 4")
    assert len(frames) == 3
    keys = [*walk((4, "v")), ("as 0 ann", "v"), ("as 1 bob", "v"), ("as a spectator", "e"), ("revision 6 of 6", "q")]
    frames = await keyed(terminal, None, game_id, keys, "--from 4")
    assert numbers(frames) == [4, 4, 4, 4, 6]


async def test_score_and_legal_moves_are_those_of_the_revision(terminal):
    game_id, positions = await played(terminal, "puerto_rico")
    seat = positions[3].open_decisions[0].seat
    player = ("ann", "bob")[seat]
    keys = [*walk((1, "s")), ("The game has not started.", "g"), ("revision (1 to", "4\n"), *walk((4, "s"))]
    keys += [("tie-break", "m"), ("prospector", "q")]
    *_, frame = await keyed(terminal, player, game_id, keys)
    scored = (await terminal.done(player, "score", game_id, "--revision", "4")).splitlines()[1:]
    assert [line.rstrip() for line in scored] == frame[frame.index(scored[0]) :][: len(scored)]
    legal = await terminal.table.client(player).legal(game_id, revision=4)
    assert f"take_role ({len(legal.moves)})" in frame


async def test_a_replay_plays_by_itself_until_space_or_its_end(terminal):
    game_id, positions = await played(terminal, "toy")
    last = len(positions)
    keys = [*walk((1, " ")), ("It waits; space goes on.", "?"), ("space stops and goes on", " "), *walk((last, "q"))]
    frames = await keyed(terminal, "ann", game_id, keys, "--play 0.2")
    assert numbers(frames) == list(range(1, last + 1))


async def test_ctrl_c_ends_a_replay_and_says_so_by_its_code(terminal):
    game_id, _ = await played(terminal, "toy")
    desk = (terminal.table.address, game_id, terminal.token("ann"))
    code, shown = await asyncio.to_thread(in_terminal, desk, "replay", [("q leave", signal.SIGINT)])
    assert code == Exit.INTERRUPTED
    assert "Traceback" not in shown


async def test_without_a_terminal_revision_after_revision_is_printed(terminal):
    game_id, positions = await played(terminal, "cooper_island")
    out = await terminal.done("ann", "replay", game_id, "--from", "3", "--to", "6", "--play", "0")
    shown = out.split(f"Game {game_id}, ")[1:]
    assert [one.splitlines()[0] for one in shown] == [f"revision {number} of 6" for number in (3, 4, 5, 6)]
    assert "The game has not started." in shown[0]
    assert "feeding" in shown[1]
    assert ["This was taken back later." in one for one in shown] == [False, False, True, False]
    lines = (await terminal.done("ann", "replay", game_id, "--json")).splitlines()
    found = [json_format.Parse(line, ReplayedRevision()) for line in lines]
    assert [one.position for one in found] == positions


async def test_a_replay_says_what_it_cannot_do(terminal):
    game_id, _ = await played(terminal, "toy")
    for arguments, code, words in (
        (("--from", "8", "--to", "5"), Exit.USAGE, "--from: 8 comes after --to 5"),
        (("--from", "99"), Exit.REFUSED, "the game has no revision 99"),
        (("--to", "99"), Exit.REFUSED, "the game has no revision 99"),
        (("--seat", "1"), Exit.NOT_ALLOWED, ""),
        (("--play", "-1"), Exit.USAGE, "--play"),
    ):
        ran = await terminal.run("ann", "replay", game_id, *arguments)
        assert (ran.code, ran.out) == (code, ""), ran
        assert words in " ".join(re.sub("[│╭╮╰╯─]", " ", ran.err).split())
