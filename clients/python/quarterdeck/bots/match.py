"""Matches of bots: many practice games over gRPC, and who wins them.

    python -m quarterdeck.bots.match --games 100 --bot greedy --against random --token "$TOKEN"

One player (the token's) holds all seats.  The bot to be measured takes the seats in turn, one in each game; the seed of
the n-th game is the word given by `--seed` and n, so that a match can be played again.  A win is a first rank, shared
or not.
"""

import argparse
import asyncio
import os
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console

from quarterdeck.bots.bot import BOTS, Bot, bot_named
from quarterdeck.client import DEFAULT_ADDRESS, AsyncDesk, Options, QuarterdeckError

TITLE = "cooper_island"
PAGE = 1000
"""Moves asked for at once; more is one more call."""


@dataclass(frozen=True)
class Result:
    """How one game ended for the bot that is measured, and for the others."""

    game_id: str
    seat: int
    points: int
    won: bool
    others: tuple[int, ...]


@dataclass(frozen=True)
class Match:
    """What is played: so many games with so many seats, one of them the bot's."""

    games: int
    seats: int
    bot: str
    against: str
    seed: str
    at_once: int = 4

    async def play(self, desk: AsyncDesk) -> list[Result]:
        """Play all games, several at once; results in order of their numbers."""
        gate = asyncio.Semaphore(self.at_once)

        async def one(number: int) -> Result:
            async with gate:
                return await self.play_game(desk, number)

        return list(await asyncio.gather(*(one(number) for number in range(self.games))))

    async def play_game(self, desk: AsyncDesk, number: int) -> Result:
        """Play one game to its end."""
        seed, own = f"{self.seed}/{number}", number % self.seats
        names = [self.bot if seat == own else self.against for seat in range(self.seats)]
        bots = [bot_named(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
        game_id = await desk.create_game(TITLE, self.seats, seed=seed)
        for seat in range(self.seats):
            await desk.join_game(game_id, seat)
        await _play_out(desk, game_id, bots)
        standings = {one.seat: one for one in (await desk.score_sheet(game_id)).standings}
        others = tuple(one.points for seat, one in sorted(standings.items()) if seat != own)
        return Result(game_id, own, standings[own].points, standings[own].rank == 1, others)


async def _play_out(desk: AsyncDesk, game_id: str, bots: Sequence[Bot]) -> None:
    revision = await desk.start_game(game_id)
    while revision.open_decisions:
        # One seat after the other, so that the seed decides the game.
        opened = min(revision.open_decisions, key=lambda one: (one.seat, one.decision_id))
        table = await desk.position(game_id, seat=opened.seat)
        listed = desk.legal_moves(game_id, seat=opened.seat, page_size=PAGE)
        moves = [move async for move in listed if move.decision_id == opened.decision_id]
        chosen = bots[opened.seat].choose(moves, table)
        revision = await desk.submit(game_id, chosen.decision_id, chosen.move)


def report(match: Match, results: Sequence[Result]) -> str:
    """Wins and means in a few lines."""
    own = [result.points for result in results]
    others = [points for result in results for points in result.others]
    wins = sum(result.won for result in results)
    spread = statistics.pstdev(own)
    return (
        f"{match.bot} won {wins} of {len(results)} games with {match.seats} seats against {match.against}\n"
        f"{match.bot}: mean {statistics.mean(own):.1f}, from {min(own)} to {max(own)}, deviation {spread:.1f}\n"
        f"{match.against}: mean {statistics.mean(others):.1f}, from {min(others)} to {max(others)}"
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and print its report; 1 with a line that says what went wrong."""
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.bots.match", description="Play a match of bots.")
    parser.add_argument("--address", default=DEFAULT_ADDRESS, help="where the service is (default: %(default)s)")
    parser.add_argument("--token", default="", help="of the player who holds all seats (default: $QUARTERDECK_TOKEN)")
    parser.add_argument("--games", type=int, default=100, help="how many games (default: %(default)s)")
    parser.add_argument("--seats", type=int, default=4, help="seats of each game (default: %(default)s)")
    parser.add_argument("--bot", choices=sorted(BOTS), default="greedy", help="who is measured")
    parser.add_argument("--against", choices=sorted(BOTS), default="random", help="who has the other seats")
    parser.add_argument("--seed", default="match", help="what chance hangs on (default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=4, help="games in flight (default: %(default)s)")
    given = parser.parse_args(arguments)
    match = Match(given.games, given.seats, given.bot, given.against, given.seed, given.at_once)
    console = Console(soft_wrap=True)
    try:
        results = asyncio.run(
            _run(match, Options(given.address, given.token or os.environ.get("QUARTERDECK_TOKEN", "")))
        )
    except QuarterdeckError as error:
        console.print(f"Sorry: {error}", markup=False)
        return 1
    console.print(report(match, results), markup=False, highlight=False)
    return 0


async def _run(match: Match, options: Options) -> list[Result]:
    async with AsyncDesk(options) as desk:
        return await match.play(desk)


if __name__ == "__main__":
    sys.exit(main())
