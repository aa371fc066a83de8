# ruff: noqa: T201  (an example prints what it finds)
"""Watch a game: every revision exactly once, from the first to the result, however often the connection breaks.

python watch_a_game.py 127.0.0.1:50051 GAME
"""

import asyncio
import sys

from quarterdeck.client import AsyncDesk, Options, QuarterdeckError, TryAgain


async def main(address: str, game: str) -> None:
    """Tell the game in words, as a spectator: without a token one sees what is open to all."""
    # Words come in the language asked for; a watch goes on connecting for as long as `patience` says.
    options = Options(address, language="en", patience=30.0, user_agent="watch-example")
    async with AsyncDesk(options) as desk:
        summary = (await desk.game(game)).summary
        print(f"{summary.title}: {', '.join(summary.players)}")
        try:
            # From the first revision on; past ones come at once, later ones as they happen.  To go on another day,
            # remember the last number and begin with the next one.
            async for revision in desk.watch(game, start_revision=1):
                for event in revision.events:
                    print(f"{revision.number:4d}  {event.words}")
                waiting = {summary.players[one.seat] for one in revision.open_decisions}
                if waiting:
                    print(f"      waiting for {', '.join(sorted(waiting))}")
        except TryAgain as error:
            print(f"The service stayed away: {error}")
            return
        # The stream ends by itself when the game has ended.
        for standing in (await desk.game(game)).result.standings:
            print(f"{standing.rank}. {summary.players[standing.seat]}: {standing.points} points")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python watch_a_game.py ADDRESS GAME")
    try:
        asyncio.run(main(*sys.argv[1:]))
    except QuarterdeckError as error:
        sys.exit(error.words)
