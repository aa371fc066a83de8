# ruff: noqa: T201  (an example prints what it finds)
"""Play a bot: write one, and have it play a whole game against the greedy bot.

python play_a_bot.py 127.0.0.1:50051 "$TOKEN"
"""

import sys
import threading
from collections.abc import Iterable

from quarterdeck.bots import GreedyBot, components_of, play_seat
from quarterdeck.client import Desk, QuarterdeckError
from quarterdeck.v1.game_pb2 import LegalMove
from quarterdeck.v1.game_service_pb2 import GetPositionResponse


class EagerBot:
    """A bot is anything with this method.  This one likes to buy, then to build land, then whatever comes first."""

    favourites = ("build_boat", "erect_building", "build_statue", "supply_ship", "place_tile")

    def choose(self, moves: Iterable[LegalMove], position: GetPositionResponse) -> LegalMove:
        """Moves come with their kind, their notation and a typed message; the position has the whole table."""
        listed = list(moves)
        for kind in self.favourites:
            for move in listed:
                if move.kind == kind:
                    return move
        # Anytime moves leave the decision open.  Something in the way of `finish` is better than finishing.
        answers = [move for move in listed if not move.anytime] or listed
        return next((move for move in answers if move.kind not in ("finish", "give_up", "forfeit")), answers[0])


def main(address: str, token: str) -> None:
    """Create a game, seat both bots, and play it to the end."""
    with Desk(address, token) as desk:
        # A seed makes it a practice game: the same moves meet the same chance.
        game = desk.create_game("cooper_island", seats=2, seed="example")
        for seat in range(2):
            desk.join_game(game, seat)  # one player may hold several seats
        desk.start_game(game)
        print(f"Game {game} has begun.")

        # `play_seat` watches the game and answers whatever its seat is asked.  A desk may be shared by threads.
        rival = GreedyBot("opponent", components_of(desk, game))
        opponent = threading.Thread(target=play_seat, args=(desk, game, 1, rival))
        opponent.start()
        play_seat(desk, game, 0, EagerBot(), told=lambda notation: print(f"I play: {notation}"))
        opponent.join()

        # The score sheet explains every point.
        for line in desk.score_sheet(game).lines:
            print(f"seat {line.seat}: {line.points:+d}  {line.words}")
        for standing in desk.score_sheet(game).standings:
            print(f"seat {standing.seat} has {standing.points} points and rank {standing.rank}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: python play_a_bot.py ADDRESS TOKEN")
    try:
        main(*sys.argv[1:])
    except QuarterdeckError as error:
        sys.exit(error.words)
