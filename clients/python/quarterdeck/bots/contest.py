"""Contests of bots: many practice games over gRPC, and who wins them.

    python -m quarterdeck.bots.contest --games 100 --bot greedy --against random --token "$TOKEN"

One player (the token's) holds all seats.  The bot to be measured takes the seats in turn, one in each game; the seed of
the n-th game is the word given by `--seed` and n, so that a contest can be played again.  A win is a first rank, shared
or not.
"""

import argparse
import asyncio
import statistics
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rich.console import Console

from quarterdeck.bots import arguments
from quarterdeck.bots.bot import Bot, bot_class
from quarterdeck.bots.greedy import TitleNotPlayed
from quarterdeck.bots.playing import answer_async, components_of_async
from quarterdeck.cli.environment import UnknownVariable
from quarterdeck.cli.exits import Exit, exit_of, words_of
from quarterdeck.client import AsyncDesk, Options, QuarterdeckError


@dataclass(frozen=True)
class Result:
    """How one game ended for the bot that is measured, and for the others."""

    game_id: str
    seat: int
    points: int
    won: bool
    others: tuple[int, ...]


class TitleNotClear(ValueError):  # noqa: N818 (named by what happened, as the errors of the client are)
    """No title is named, and the service has not just one."""


@dataclass(frozen=True)
class Contest:
    """What is played: so many games of a title with so many seats, one of them the bot's."""

    games: int
    seats: int
    bot: str
    against: str
    seed: str
    title: str = ""
    """Without one, the only title that the service has."""
    at_once: int = 4

    async def play(self, desk: AsyncDesk) -> list[Result]:
        """Play all games, several at once; results in order of their numbers."""
        contest = self if self.title else replace(self, title=await _only_title(desk))
        gate = asyncio.Semaphore(self.at_once)

        async def one(number: int) -> Result:
            async with gate:
                return await contest.play_game(desk, number)

        return list(await asyncio.gather(*(one(number) for number in range(self.games))))

    async def play_game(self, desk: AsyncDesk, number: int) -> Result:
        """Play one game to its end."""
        seed, own = f"{self.seed}/{number}", number % self.seats
        names = [self.bot if seat == own else self.against for seat in range(self.seats)]
        game_id = await desk.create_game(self.title, self.seats, seed=seed)
        components = await components_of_async(desk, game_id)
        bots = [bot_class(name)(f"{seed}/{seat}", components) for seat, name in enumerate(names)]
        for seat in range(self.seats):
            await desk.join_game(game_id, seat)
        await _play_out(desk, game_id, bots)
        standings = {one.seat: one for one in (await desk.score_sheet(game_id)).standings}
        others = tuple(one.points for seat, one in sorted(standings.items()) if seat != own)
        return Result(game_id, own, standings[own].points, standings[own].rank == 1, others)


async def _only_title(desk: AsyncDesk) -> str:
    titles = [one.title for one in await desk.titles()]
    if len(titles) != 1:
        raise TitleNotClear(f"the service has {', '.join(titles) or 'no titles'}: name the one to play with --title")
    return titles[0]


async def _play_out(desk: AsyncDesk, game_id: str, bots: Sequence[Bot]) -> None:
    revision = await desk.start_game(game_id)
    while revision.open_decisions:
        # One seat after the other, so that the seed decides the game.
        seat = min(opened.seat for opened in revision.open_decisions)
        answered = await answer_async(desk, game_id, seat, bots[seat])
        if answered is None:
            raise RuntimeError(f"somebody else moves for seat {seat} of game {game_id}")
        revision = answered


def report(contest: Contest, results: Sequence[Result]) -> str:
    """Wins and means in a few lines."""
    own = [result.points for result in results]
    others = [points for result in results for points in result.others]
    wins = sum(result.won for result in results)
    spread = statistics.pstdev(own)
    lines = [
        f"{contest.bot} won {wins} of {len(results)} games with {contest.seats} seats against {contest.against}",
        f"{contest.bot}: mean {statistics.mean(own):.1f}, from {min(own)} to {max(own)}, deviation {spread:.1f}",
    ]
    if others:
        lines.append(f"{contest.against}: mean {statistics.mean(others):.1f}, from {min(others)} to {max(others)}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Play a contest and print its report; a line on standard error and an exit code say what went wrong."""
    given = _parser().parse_args(argv)
    contest = Contest(given.games, given.seats, given.bot, given.against, given.seed, given.title, given.at_once)
    console = Console(soft_wrap=True)
    try:
        results = asyncio.run(_run(contest, arguments.options_of(given)))
    except QuarterdeckError as error:
        sys.stderr.write(f"Sorry: {words_of(error)}\n")
        return exit_of(error)
    except (TitleNotClear, TitleNotPlayed, UnknownVariable) as error:
        sys.stderr.write(f"Sorry: {error}\n")
        return Exit.USAGE
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    console.print(report(contest, results), markup=False, highlight=False)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m quarterdeck.bots.contest", description="Play a contest of bots.")
    arguments.add_connection(parser, "the player who holds all seats")
    positive = arguments.at_least(1)
    parser.add_argument("--title", default="", help="which title is played (default: the only one of the service)")
    parser.add_argument("--games", type=positive, default=100, help="how many games (default: %(default)s)")
    parser.add_argument("--seats", type=positive, default=4, help="seats of each game (default: %(default)s)")
    parser.add_argument("--bot", type=arguments.bot, default="greedy", help=f"who is measured: {arguments.BOT_HELP}")
    parser.add_argument("--against", type=arguments.bot, default="random", help=f"the others: {arguments.BOT_HELP}")
    parser.add_argument("--seed", default="contest", help="what chance hangs on (default: %(default)s)")
    parser.add_argument("--at-once", type=positive, default=4, help="games in flight (default: %(default)s)")
    return parser


async def _run(contest: Contest, options: Options) -> list[Result]:
    async with AsyncDesk(options) as desk:
        return await contest.play(desk)


if __name__ == "__main__":
    sys.exit(main())
