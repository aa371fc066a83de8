"""Fan-out: a game that is played, and all who watch it, beside a bare gRPC stream of the very same messages.

Of each there are three kinds.  *As fast as it goes*: the next move is made while the readers are still being told of
those before, a few at most.  *At a pace*: slow enough for nobody to wait, for how long a revision takes from being
accepted to each reader.  *Afterwards*: all read from the first revision on what has been played.
"""

import multiprocessing
import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from statistics import median

from msgspec import Struct

from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.keys import LocalKeys
from quarterdeck_server.api.tokens import Tokens
from quarterdeck_server.application.caller import Role
from quarterdeck_server.key_folder import KeyFolder
from tests.bench.accepted import noted
from tests.bench.drive import PROCESSES, Lane, Metadata
from tests.bench.figures import percentile
from tests.bench.processes import at, free_port, processes, serve
from tests.bench.reading import Read, Readers, read
from tests.bench.scripted import SEATS, Script, begun, scripts

TITLE = "cooper_island"
ROUNDS = 3
MOVES = {1: 200, 100: 150, 1_000: 30}
"""By how many watch: how many moves are told."""
WINDOW = 16
"""As fast as it goes: so many revisions are under way at most.  Every reader has room for more."""
A_SECOND = 5_000
"""At a pace: so many messages a second, and no more than `MOST_MOVES` moves."""
MOST_MOVES = 100
AIM = 2 / 3
"""Of the bare stream.  One watcher waits for commands most of the time: there what is told afterwards counts."""
BEGUN = SEATS + 2
"""Revisions of a game before its first move."""
WATCH, SUBMIT = "/quarterdeck.v1.GameService/WatchGame", "/quarterdeck.v1.GameService/SubmitMove"
BARE_WATCH, BARE_SUBMIT = "/bench.Bare/Watch", "/bench.Bare/Publish"
REVISION = bytes([pb.WatchGameResponse.DESCRIPTOR.fields_by_name["revision"].number << 3 | 2])
"""What a message with a revision begins with; heartbeats begin otherwise."""
FAST, PACED, AFTERWARDS = "as fast as it goes", "at a pace", "afterwards"


class Side(Struct, frozen=True):
    """The service, or the limit."""

    what: str
    address: str
    watch: str
    submit: str
    accepted: Path


class Result(Struct, frozen=True):
    """What one run came to."""

    rate: float
    """Messages a second."""
    latencies: Sequence[float]
    cpu_per_message: float


def measure() -> Iterator[str]:
    """The table, a line each."""
    yield (
        f"{TITLE}, {SEATS} seats, watchers without a seat and with a token each; {PROCESSES} processes of clients, "
        f"{os.cpu_count()} cores; medians of {ROUNDS} rounds"
    )
    results: dict[tuple[int, str, str], list[Result]] = {}
    with tempfile.TemporaryDirectory() as folder, processes() as start:
        data, bare, port = Path(folder), free_port(), free_port()
        noted_bare, noted_served = data / "bare.txt", data / "served.txt"
        start("tests.bench.bare", str(bare), "memory", "", str(noted_bare))
        limits = {"QUARTERDECK_STREAMS": str(2 * max(MOVES))}
        start("tests.bench.served", str(noted_served), *serve(data, port, "sqlite"), **limits)
        service = Side("WatchGame", at(port), WATCH, SUBMIT, noted_served)
        limit = Side("bare stream", at(bare), BARE_WATCH, BARE_SUBMIT, noted_bare)
        games = iter(begun(at(port), data, _scripts()))
        callers = _callers(data)
        with ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
            for round_ in range(ROUNDS + 1):
                for watchers, moves in MOVES.items():
                    for kind in (FAST, PACED):
                        lane = next(games)
                        found = _run(
                            pool, service, limit, callers[:watchers], kind, Lane(lane.metadata, lane.requests[:moves])
                        )
                        # The first round is there to make connections, and to warm the code.
                        for key, result in list(found)[: None if round_ else 0]:
                            results.setdefault((watchers, *key), []).append(result)
    yield from _table(results)


def _scripts() -> list[Script]:
    return scripts(TITLES[TITLE], 2 * len(MOVES) * (ROUNDS + 1), max(MOVES.values()))


def _callers(data: Path) -> list[Metadata]:
    tokens = Tokens(LocalKeys(KeyFolder(data / "keys")))
    issued = (tokens.issue(f"watcher {place}", Role.SPECTATOR, 3600) for place in range(max(MOVES)))
    return [(("authorization", f"Bearer {token}"),) for token in issued]


def _run(
    pool: Executor, service: Side, limit: Side, callers: Sequence[Metadata], kind: str, moves: Lane
) -> Iterator[tuple[tuple[str, str], Result]]:
    """A game of which all are told, and then the same messages over again on a bare stream."""
    game = pb.SubmitMoveRequest.FromString(moves.requests[0]).game_id
    request = pb.WatchGameRequest(game_id=game, start_revision=BEGUN + 1).SerializeToString()
    told, result = _told(pool, service, game, request, callers, kind, moves)
    yield (kind, service.what), result
    topic = game.encode()
    published = Lane((), [topic + message for message in told.messages])
    yield (kind, limit.what), _told(pool, limit, game, topic, callers, kind, published)[1]
    if kind == FAST:
        for side, asked in ((service, request), (limit, topic)):
            nothing = Lane((), [])
            yield (
                (AFTERWARDS, side.what),
                _told(pool, side, game, asked, callers, AFTERWARDS, nothing, len(told.messages))[1],
            )


def _told(
    pool: Executor,
    side: Side,
    game: str,
    request: bytes,
    callers: Sequence[Metadata],
    kind: str,
    moves: Lane,
    count: int = 0,
) -> tuple[Read, Result]:
    count = count or len(moves.requests)
    told = read(
        pool,
        Readers(
            side.address,
            side.watch,
            request,
            callers,
            REVISION,
            count,
            0.0,
            side.submit if kind != AFTERWARDS else "",
            moves,
            WINDOW if kind == FAST else 0,
            max(1 / MOST_MOVES, len(callers) / A_SECOND) if kind == PACED else 0.0,
        ),
    )
    accepted = noted(side.accepted)[game][-count:]
    arrivals = [moment for each in told.arrivals for moment in each]
    if kind == AFTERWARDS:
        began, latencies = told.began, [moment - told.began for moment in told.arrivals[0]]
    else:
        began = accepted[0]
        latencies = [moment - at_ for at_, each in zip(accepted, told.arrivals, strict=True) for moment in each]
    return told, Result(len(arrivals) / (max(arrivals) - began), latencies, told.cpu / len(arrivals))


def _table(results: dict[tuple[int, str, str], list[Result]]) -> Iterator[str]:
    yield (
        f"{'watchers':>8} {'kind':18} {'what':12} {'messages/s':>10} {'p50 ms':>7} {'p99 ms':>7} "
        f"{'of bare':>8} {'client µs':>9}"
    )
    for (watchers, kind, what), runs in sorted(results.items(), key=lambda one: one[0][0]):
        beside = results[watchers, kind, "bare stream"]
        share = median(run.rate / bare.rate for run, bare in zip(runs, beside, strict=True))
        p50, p99 = (median(1_000 * percentile(run.latencies, part) for run in runs) for part in (50, 99))
        has_aim = what == "WatchGame" and kind == (FAST if watchers > 1 else AFTERWARDS)
        aim = f"  (aim: at least {AIM:.0%}){'' if share >= AIM else '  MISSED'}" if has_aim else ""
        yield (
            f"{watchers:8,} {kind:18} {what:12} {median(run.rate for run in runs):10,.0f} {p50:7.2f} {p99:7.2f} "
            f"{share:8.0%} {1e6 * median(run.cpu_per_message for run in runs):9.0f}{aim}"
        )


if __name__ == "__main__":
    print("\n".join(measure()))
