"""The cost of a command, and of loading a game, against how much has happened in it, in time of the processor.

Commands: the same moves are made with more and more behind them.  What is behind them is the game up to there, which a
director has then paused and resumed until its log is as long as wanted, so that nothing but the length differs.
Loading: whole games, as far as they have come.
"""

from collections.abc import Iterator, Mapping
from itertools import islice
from statistics import median

from quarterdeck_rules.book.records import START, sealed
from quarterdeck_rules.conduct.terms import PerMove, Terms
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.application.catalogue import Catalogue, Offer
from quarterdeck_server.application.loading import load
from quarterdeck_server.store.memory import MemoryStore
from tests.bench.figures import Figure, used
from tests.bench.kept import GAME, PARTS, SEATS, KeptGame
from tests.playouts import Step, new_game, play_out

LENGTHS = (100, 500, 1_000, 2_000)
"""Events."""
MOVES = 40
ROUNDS = 3
CLOCKS = {"without a clock": None, "with clocks": PerMove(24 * 60 * 60)}
SEED = "bench"


def measure() -> Iterator[str]:
    """Every figure of every title, a line each."""
    for title in TITLES.values():
        offer = Offer(title)
        game, _ = new_game(title, offer.components, SEATS, SEED)
        steps = list(play_out(title, game, SEED, SEED))
        for told, clock in CLOCKS.items():
            yield from map(str, _commands(offer, steps, told, Terms(clock=clock)))
        yield from map(str, _loading(offer, steps))


def _commands(offer: Offer, steps: list[Step], told: str, terms: Terms) -> Iterator[Figure]:
    name = offer.title.name
    for length in LENGTHS:
        rounds = [_moved(offer, steps, terms, length) for _ in range(ROUNDS)]
        parts = {part: 1e6 * median(spent[part] for spent in rounds) / MOVES for part in PARTS}
        shares = ", ".join(f"{part} {value:,.0f}" for part, value in parts.items())
        yield Figure(f"{name}, {told}: a move after {length:,} events ({shares})", sum(parts.values()), "µs")


def _moved(offer: Offer, steps: list[Step], terms: Terms, length: int) -> Mapping[str, float]:
    """What the same moves cost with so many events behind them, by part."""
    kept, following = KeptGame(offer, SEED, terms), iter(steps)
    while kept.event_count < min(LENGTHS):
        kept.move(next(following))
    kept.lengthen(length)
    kept.seconds.clear()
    for step in islice(following, MOVES):
        kept.move(step)
    return kept.seconds


def _loading(offer: Offer, steps: list[Step]) -> Iterator[Figure]:
    name, kept = offer.title.name, KeptGame(offer, SEED, Terms())
    lengths = iter((*LENGTHS, None))
    wanted = next(lengths)
    for step in steps:
        kept.move(step)
        if wanted is not None and kept.event_count >= wanted:
            yield _loaded(name, offer, kept)
            wanted = next(lengths)
    yield _loaded(name, offer, kept)
    entries = [entry for batch in kept.batches for entry in batch.entries]
    salt = "0" * 32
    spent = min(used(lambda: [*sealed(START, entries, lambda: salt)]) for _ in range(ROUNDS))
    yield Figure(f"{name}: sealing an event, drawing salts left out", 1e6 * spent / len(entries), "µs")


def _loaded(name: str, offer: Offer, kept: KeptGame) -> Figure:
    store, catalogue = MemoryStore(), Catalogue(TITLES.values())
    catalogue.keep(store)
    store.append(kept.batches)
    spent = min(used(lambda: load(GAME, store, catalogue)) for _ in range(2 * ROUNDS))
    count = kept.event_count
    return Figure(f"{name}: loading a game of {count:,} events, {1e6 * spent / count:.1f} µs each", 1e3 * spent, "ms")
