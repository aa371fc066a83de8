"""`python -m quarterdeck.practice`: a whole game of bots on a service of its own, which then keeps serving.

Environment: `PACE` moves a second (default 20, 0 for as fast as it goes), `ONCE=1` ends after the score sheet,
`SEED` decides the game (default: the number of games before, plus one), `QUARTERDECK_ADDRESS` and `QUARTERDECK_DATA`
say where to listen and where to keep the games.
"""

import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from quarterdeck.client import DEFAULT_ADDRESS, Desk, QuarterdeckError
from quarterdeck.practice.display import Display, LiveDisplay, PlainDisplay, print_score_sheet
from quarterdeck.practice.game import PracticeGame
from quarterdeck.practice.service import ServiceError, ServiceProcess

PLAYERS = ("Ada", "Ben", "Cleo", "Dan")


def main() -> int:
    """Run it; the exit code is that of the service, or 1 with a line that says what went wrong."""
    console = Console()
    try:
        pace = float(os.environ.get("PACE") or 20)
    except ValueError:
        console.print(f"PACE is moves a second, not {os.environ['PACE']!r}", markup=False)
        return 2
    address = os.environ.get("QUARTERDECK_ADDRESS") or DEFAULT_ADDRESS
    data = Path(os.environ.get("QUARTERDECK_DATA") or "quarterdeck-data")
    service = ServiceProcess(address, data)
    failed = False
    try:
        service.wait_until_ready()
        console.print(f"The service listens on {address}; games are in {data}, its log is {service.log}.", markup=False)
        play(console, service, pace)
        if not os.environ.get("ONCE"):
            console.print("Still serving. Ctrl-C ends it.")
            failed = service.wait() != 0
    except (ServiceError, QuarterdeckError) as error:
        console.print(f"Sorry: {error}", markup=False)
        failed = True
    except KeyboardInterrupt:
        console.print("Draining.")
    try:
        code = service.end()
    except ServiceError as error:
        console.print(f"Sorry: {error}", markup=False)
        return 1
    console.print(f"The service has ended with {code}.")
    return 1 if failed else code


def display_for(console: Console) -> Display:
    """A live picture in a terminal, lines elsewhere."""
    return LiveDisplay(console, PLAYERS) if console.is_terminal else PlainDisplay(console, PLAYERS)


def play(console: Console, service: ServiceProcess, pace: float) -> None:
    """Say which games are there, play one more, and print its score sheet."""
    with ExitStack() as stack:
        desks = [stack.enter_context(Desk(service.address, service.token(player))) for player in PLAYERS]
        earlier = list(desks[0].games())
        console.print(f"Games here before: {len(earlier)}.")
        for summary in earlier[-5:]:
            console.print(f"  {summary.game_id}  {summary.title}, {', '.join(summary.players)}", markup=False)
        seed = os.environ.get("SEED") or str(len(earlier) + 1)
        game = PracticeGame(PLAYERS, desks, seed)
        start = game.set_up()
        console.print(f"Game {game.game_id}, seed {seed}.", markup=False)
        began = time.monotonic()
        with display_for(console) as display:
            display.show(start, game.score_sheet(), 0)
            for table in game.play(start):
                if display.wants(table):
                    display.show(table, game.score_sheet(), game.moves)
                if pace:
                    time.sleep(max(0.0, began + game.moves / pace - time.monotonic()))
        console.print(f"The game ended after {game.moves} moves.")
        print_score_sheet(console, PLAYERS, game.score_sheet())


if __name__ == "__main__":
    sys.exit(main())
