"""Replay: finished games once more over the wire, without a pause, and the fold of the same events alone.

*First*: nobody has asked for anything of the game yet.  *Again*: what can be kept is kept.
"""

import multiprocessing
import tempfile
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

from quarterdeck.v1 import game_service_pb2, replay_service_pb2
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.titles import TITLES
from tests.bench.drive import Lane, run
from tests.bench.figures import Figure, timed
from tests.bench.processes import at, free_port, processes, serve
from tests.bench.reading import Readers, read
from tests.bench.scripted import SEATS, begun, whole
from tests.property.worlds import commands_of

ROUNDS = 3
"""Games of each title."""
REPLAY, SUBMIT = "/quarterdeck.v1.ReplayService/ReplayGame", "/quarterdeck.v1.GameService/SubmitMove"
REVISION = bytes(
    [replay_service_pb2.ReplayGameResponse.DESCRIPTOR.fields_by_name["revision"].number << 3 | 2],
)
"""What a message with a revision begins with."""


def measure() -> Iterator[str]:
    """Every figure of every title, a line each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        processes() as start,
        ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool,
    ):
        data, port = Path(folder), free_port()
        start("tests.bench.served", "grouped", *serve(data, port, "sqlite"))
        for title in TITLES.values():
            yield from map(str, _figures(title, pool, at(port), data))


def _figures(title: Title[Any], pool: Executor, address: str, data: Path) -> Iterator[Figure]:
    components, events, revisions, sizes = title.load_components(()), 0, 0, 0
    seconds: dict[str, list[float]] = {}
    for number in range(ROUNDS):
        script, log = whole(title, f"replayed {number}")
        commands, (lane,) = commands_of(log), begun(address, data, [script])
        run(pool, address, SUBMIT, [lane], 1)
        events, revisions = events + len(log), revisions + len(commands)
        for told, positions in (("without positions", False), ("with positions", True)):
            for time in ("first", "again"):
                spent, size = _replayed(pool, address, lane, len(commands), positions=positions)
                seconds.setdefault(f"ReplayGame {told}, {time}", []).append(spent / len(log))
                sizes += size if positions and time == "first" else 0
        spent = min(timed(partial(cases.fold, title, components, commands)) for _ in range(ROUNDS))
        seconds.setdefault("the fold alone", []).append(spent / len(log))
    told = f"{SEATS} seats, {events // ROUNDS} events in {revisions // ROUNDS} revisions"
    for what, each in seconds.items():
        yield Figure(f"{title.name}: {what} ({told})", 1 / median(each), "events/s")
    yield Figure(f"{title.name}: a message with its position, mean", sizes / revisions / 1024, "KiB")


def _replayed(pool: Executor, address: str, lane: Lane, revisions: int, *, positions: bool) -> tuple[float, int]:
    """Seconds, and bytes, of a whole game."""
    game = game_service_pb2.SubmitMoveRequest.FromString(lane.requests[0]).game_id
    request = replay_service_pb2.ReplayGameRequest(game_id=game, with_positions=positions).SerializeToString()
    replayed = read(pool, Readers(address, REPLAY, request, [lane.metadata], REVISION, revisions, 0.0))
    return replayed.arrivals[-1][0] - replayed.began, sum(map(len, replayed.messages))
