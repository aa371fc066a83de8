"""Over the wire: `SubmitMove` on each store and of each title, beside the bare limits, in one run by the same client.

The limits are a gRPC echo and a save of one event with the event sourcing library behind it.  Servers and clients are
processes of their own on loopback, and share the cores.
"""

import multiprocessing
import os
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from msgspec import Struct

from quarterdeck_rules.titles import TITLES
from quarterdeck_server.store import schema
from tests import postgres
from tests.bench.bare import GAMES
from tests.bench.drive import PROCESSES, Lane, Ran, run
from tests.bench.figures import percentile
from tests.bench.processes import at, free_port, processes, serve
from tests.bench.scripted import SEATS, Script, begun, scripts

ROUNDS = 3
CALLS = {1: 4, 8: 12, 64: 24}
"""By how many are in flight: how many calls each game gets in a round."""
OF_BARE = 3
"""So many times more calls of the limits, which take less: as short as moves they would tell little."""
MOVES = ROUNDS * sum(CALLS.values())
ECHO, SAVE, GROUPED = "/bench.Bare/Echo", "/bench.Bare/Save", "/bench.Bare/Grouped"
SUBMIT = "/quarterdeck.v1.GameService/SubmitMove"
PAYLOAD = Lane((), [b"x" * 120] * OF_BARE * max(CALLS.values()))
STORES = ("memory", "sqlite", "postgres")
"""The kinds of store; `bare.LOGS` has the library's log of each."""
ALONE = ("sqlite", "cooper_island")
"""Where the service is measured with a transaction for each command as well."""
IDLE_AIM, SHARE_AIM = 5.0, 0.33
"""Milliseconds of a move at idle; share of the echo's rate with most in flight.  Of Cooper Island in SQLite."""


class Runner(Struct, frozen=True):
    """Something that is called: what it is, where, and with what."""

    what: str
    store: str
    address: str
    method: str
    lanes: Sequence[Lane]

    @property
    def is_bare(self) -> bool:
        """Whether it is one of the limits."""
        return self.method != SUBMIT

    def calls(self, round_: int, in_flight: int) -> list[Lane]:
        """The calls of one round: the same again, or the next moves of each game."""
        count = CALLS[in_flight]
        if self.is_bare:
            return [Lane(lane.metadata, lane.requests[: OF_BARE * count]) for lane in self.lanes]
        start = round_ * sum(CALLS.values()) + sum(number for level, number in CALLS.items() if level < in_flight)
        return [Lane(lane.metadata, lane.requests[start : start + count]) for lane in self.lanes]


Results = dict[tuple[str, str, int], list[Ran]]
"""By what, store and how many in flight: each round."""


def measure() -> Iterator[str]:
    """The table, a line each."""
    known = {name: scripts(title, GAMES, MOVES) for name, title in TITLES.items()}
    yield (
        f"{GAMES} games of {SEATS} seats, the next move of each; {PROCESSES} processes of clients, "
        f"{os.cpu_count()} cores; medians of {ROUNDS} rounds"
    )
    results: Results = {}
    with _everything(known) as runners, ProcessPoolExecutor(PROCESSES, multiprocessing.get_context("spawn")) as pool:
        # Once before it counts: processes and connections are made, and code is warm.
        for runner in runners:
            if runner.is_bare:
                run(pool, runner.address, runner.method, runner.calls(0, 64), 64)
        for round_ in range(ROUNDS):
            for in_flight in CALLS:
                for runner in runners:
                    ran = _run(pool, runner, round_, in_flight)
                    results.setdefault((runner.what, runner.store, in_flight), []).append(ran)
    yield from _table(results)


def _run(pool: Executor, runner: Runner, round_: int, in_flight: int) -> Ran:
    return run(pool, runner.address, runner.method, runner.calls(round_, in_flight), in_flight)


def _table(results: Results) -> Iterator[str]:
    yield (
        f"{'store':8} {'what':34} {'in flight':>9} {'calls/s':>8} {'p50 ms':>7} {'p99 ms':>7} "
        f"{'of echo':>8} {'of grouped':>10} {'client µs':>9}"
    )
    for what, store, in_flight in sorted(results, key=lambda key: STORES.index(key[1])):
        runs = results[what, store, in_flight]
        rates = [ran.rate for ran in runs]
        of_echo = _share(rates, results["echo", store, in_flight])
        of_grouped = _share(rates, results["bare save, grouped", store, in_flight])
        p50, p99 = (median(1_000 * percentile(ran.latencies, part) for ran in runs) for part in (50, 99))
        aim = ""
        if what == "SubmitMove, cooper_island" and store == "sqlite":
            aim = _aim(in_flight, p50, of_echo)
        yield (
            f"{store:8} {what:34} {in_flight:9} {median(rates):8,.0f} {p50:7.2f} {p99:7.2f} "
            f"{of_echo:8.0%} {of_grouped:10.0%} {1e6 * median(ran.cpu_per_call for ran in runs):9.0f}{aim}"
        )


def _aim(in_flight: int, p50: float, of_echo: float) -> str:
    if in_flight == min(CALLS):
        return f"  (aim: p50 under {IDLE_AIM:.0f} ms){'' if p50 < IDLE_AIM else '  MISSED'}"
    if in_flight == max(CALLS):
        return f"  (aim: at least {SHARE_AIM:.0%} of the echo){'' if of_echo >= SHARE_AIM else '  MISSED'}"
    return ""


def _share(rates: Sequence[float], limit: Sequence[Ran]) -> float:
    """Round by round, since the machine's own speed changes from one to the next."""
    return median(rate / ran.rate for rate, ran in zip(rates, limit, strict=True))


@contextmanager
def _everything(known: dict[str, list[Script]]) -> Iterator[list[Runner]]:
    """Start all servers and games; they end with the block."""
    runners: list[Runner] = []
    with tempfile.TemporaryDirectory() as folder, postgres.running() as server, processes() as start:
        for store in STORES:
            bare, port = free_port(), free_port()
            data = Path(folder) / store
            data.mkdir()
            place, database = str(data), ""
            if store == "postgres":
                place, database = postgres.new_database(server, "bare"), postgres.new_database(server, "service")
                schema.migrate(database)
            start("tests.bench.bare", str(bare), store, place)
            start("tests.bench.served", "grouped", *serve(data, port, store), QUARTERDECK_DATABASE_URL=database)
            names = (("echo", ECHO), ("bare save, one at a time", SAVE), ("bare save, grouped", GROUPED))
            runners += [Runner(what, store, at(bare), method, [PAYLOAD] * GAMES) for what, method in names]
            for title, script in known.items():
                lanes = begun(at(port), data, script)
                runners.append(Runner(f"SubmitMove, {title}", store, at(port), SUBMIT, lanes))
            if store == ALONE[0]:
                alone = free_port()
                beside = data / "alone"
                start("tests.bench.served", "alone", *serve(beside, alone, store))
                lanes = begun(at(alone), beside, known[ALONE[1]])
                runners.append(Runner("the same, a transaction a command", store, at(alone), SUBMIT, lanes))
        yield runners


if __name__ == "__main__":
    print("\n".join(measure()))
