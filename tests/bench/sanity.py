"""Whether games of Puerto Rico come out as others have seen them: rounds, scores, ends and wins, by number of seats.

    python -m tests.bench.sanity [games per number of seats]

The rows to compare with are another engine's, 400 games each, with seats counted from the first governor and 122 chips
for five.  Its random player places colonist by colonist, and may leave some idle beside empty circles.  Ours cannot: so
the ship is filled up with fewer, and games take a round or two more.
"""

import random
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision
from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.puerto_rico import TITLE
from quarterdeck_rules.puerto_rico.guests import circles
from quarterdeck_rules.puerto_rico.mayor import ChooseArrangement
from quarterdeck_rules.puerto_rico.moves import ArrangeColonists
from quarterdeck_rules.puerto_rico.scoring import score_sheet
from quarterdeck_rules.puerto_rico.state import Colony
from quarterdeck_rules.puerto_rico.terms import EndReason, Staffed
from tests.bench.figures import mean, percentile
from tests.playouts import Policy, new_game, play_with, uniform

GAMES = 200
OPTIONS = (("starting_seat", "first"), ("points_pool", "first"))
REASONS = (EndReason.COLONISTS, EndReason.POINTS, EndReason.CITY)


class Row(Struct, frozen=True):
    """What games of one kind of player come to."""

    games: int
    rounds: tuple[float, int, int]
    """Mean, and where the middle nine tenths begin and end."""
    winner: tuple[float, int, int]
    every_score: float
    parts: tuple[float, float, float]
    """Of the mean score: chips, printed points, extras of large buildings."""
    ends: tuple[int, int, int]
    """Games that ended for each of `REASONS`; some for two."""
    wins: tuple[int, ...]
    """In percent, by seat."""

    def __str__(self) -> str:
        share = [round(100 * count / self.games) for count in self.ends]
        return (
            f"{_spread(self.rounds):>16} {_spread(self.winner):>16} {self.every_score:>6.1f} "
            f"{' / '.join(f'{part:.1f}' for part in self.parts):>17} {' / '.join(map(str, share)):>13} "
            f"  {' '.join(map(str, self.wins))}"
        )


def _spread(values: tuple[float, int, int]) -> str:
    return f"{values[0]:.1f} ({values[1]}-{values[2]})"


HEAD = f"{'rounds':>33} {'winner':>16} {'all':>6} {'chips/print/extra':>17} {'ends % c/p/b':>13}   wins % by seat"

SEEN: Mapping[str, Mapping[int, Row]] = {
    "random": {
        2: Row(400, (13.0, 11, 15), (36.8, 25, 51), 32.1, (19.7, 12.0, 0.4), (398, 4, 6), (29, 71)),
        3: Row(400, (21.4, 18, 26), (33.5, 20, 51), 26.9, (13.6, 12.3, 1.0), (375, 21, 16), (23, 24, 53)),
        4: Row(400, (19.8, 16, 24), (34.5, 21, 50), 26.9, (15.0, 11.4, 0.5), (378, 25, 3), (15, 17, 31, 37)),
        5: Row(400, (18.7, 16, 22), (35.2, 23, 50), 26.5, (15.4, 10.7, 0.4), (388, 18, 1), (11, 17, 17, 28, 28)),
    },
    "greedy": {
        2: Row(400, (9.3, 8, 10), (46.3, 34, 59), 42.6, (21.6, 17.6, 3.4), (385, 7, 74), (52, 48)),
        3: Row(400, (15.3, 13, 17), (42.0, 29, 56), 37.2, (17.3, 16.7, 3.2), (372, 24, 35), (26, 33, 42)),
        4: Row(400, (13.6, 12, 15), (41.3, 29, 54), 35.1, (18.0, 15.2, 2.0), (377, 32, 24), (22, 19, 28, 31)),
        5: Row(400, (13.0, 11, 14), (42.5, 31, 54), 35.0, (18.9, 14.4, 1.6), (365, 55, 36), (15, 15, 14, 32, 25)),
    },
}
"""What another engine's players came to, by kind of player and number of seats."""


def colonist_by_colonist(game: Game[Any], opened: OpenDecision, rng: random.Random) -> Struct:
    """Any answer, all equally likely; colonists on any circles, all equally likely."""
    if not isinstance(opened.decision, ChooseArrangement):
        return uniform(game, opened, rng)
    colony: Colony = game.state
    board = colony.boards[opened.seat]
    spots = circles(colony, board)
    every = [spot for spot, room, _ in spots for _ in range(room)]
    placed = Counter(rng.sample(every, min(board.colonists, len(every))))
    return ArrangeColonists(tuple(Staffed(spot, placed[spot]) for spot, _, _ in spots if placed[spot]))


POLICIES: Mapping[str, Policy] = {"random": colonist_by_colonist}
"""By kind of player, the rows of `SEEN` that are compared.  A bot of the client's is one more policy."""


def measured(policy: Policy, seats: int, games: int) -> Row:
    """What so many games of this policy come to."""
    box = TITLE.load_components(())
    ends, wins = Counter[EndReason](), [0.0] * seats
    rounds, winners, totals, parts = list[int](), list[int](), list[int](), ([0, 0, 0])
    for number in range(games):
        game, _ = new_game(TITLE, box, seats, f"sanity {number}", OPTIONS)
        colony: Colony = play_with(TITLE, game, f"sanity {number}", policy).state
        scores = score_sheet(colony, None).scores
        best = [score.seat for score in scores if score.rank == 1]
        for seat in best:
            wins[seat] += 1 / len(best)
        ends.update(colony.ending)
        rounds.append(colony.round)
        winners.append(max(score.total for score in scores))
        totals += [score.total for score in scores]
        for line in (line for score in scores for line in score.lines):
            parts[("chips", "building").index(line.code) if line.code in ("chips", "building") else 2] += line.points
    chips, printed, extra = (part / (games * seats) for part in parts)
    return Row(
        games,
        _middle(rounds),
        _middle(winners),
        mean(totals),
        (chips, printed, extra),
        (ends[REASONS[0]], ends[REASONS[1]], ends[REASONS[2]]),
        tuple(round(100 * won / games) for won in wins),
    )


def _middle(values: list[int]) -> tuple[float, int, int]:
    return mean(values), int(percentile(values, 5)), int(percentile(values, 95))


def measure(games: int = GAMES) -> Iterator[str]:
    """The table, row by row: ours, and below it what another engine came to."""
    yield HEAD
    for name, policy in POLICIES.items():
        for seats in TITLE.seat_counts:
            yield f"{name:>7} {seats} ours  {measured(policy, seats, games)}"
            yield f"{'':>7} {'':>1} seen  {SEEN[name][seats]}"


if __name__ == "__main__":
    for row in measure(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES):
        print(row, flush=True)
