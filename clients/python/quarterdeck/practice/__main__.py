"""`python -m quarterdeck.practice`: a whole game of bots on a service of its own, which then keeps serving.

Environment: `TITLE` is what is played (default cooper_island), `PACE` moves a second (default 20, 0 for as fast as it
goes), `ONCE=1` ends after the score sheet, `SEED` decides the game (default: the number of games before, plus one),
`SEATS` is for how many (default: as many as the title is for, four at most), `QUARTERDECK_ADDRESS` and
`QUARTERDECK_DATA` say where to listen and where to keep the games.
"""

import math
import os
import sys
import time
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from quarterdeck.cli import drawing
from quarterdeck.cli.drawings import DEFAULT_TITLE
from quarterdeck.client import DEFAULT_ADDRESS, Desk, Options, QuarterdeckError
from quarterdeck.practice.display import Display, LiveDisplay, PlainDisplay
from quarterdeck.practice.game import PracticeGame
from quarterdeck.practice.service import ServiceError, ServiceProcess
from quarterdeck.v1.play_pb2 import Position

PLAYERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
"""Who plays, as far as there are seats."""
MOST_SEATS = 4
"""A title may be for more, but a game of so many shows all of it and is not too long."""


_PROBE_SECONDS = 1.0


class UsageError(ValueError):
    """What the environment asks for is not there."""


def main() -> int:
    """Run it; the exit code is that of the service, or 1 with a line that says what went wrong."""
    console = Console()
    title = os.environ.get("TITLE") or DEFAULT_TITLE
    try:
        # What the environment asks for is judged before anything is started.
        pace = pace_of(os.environ.get("PACE", ""))
        check_title(title)
        wanted = seats_wanted(os.environ.get("SEATS", ""))
    except UsageError as error:
        console.print(str(error), markup=False)
        return 2
    address = os.environ.get("QUARTERDECK_ADDRESS") or DEFAULT_ADDRESS
    data = Path(os.environ.get("QUARTERDECK_DATA") or "quarterdeck-data")
    service = ServiceProcess(address, data)
    code_of_own = 0
    try:
        service.wait_until_ready()
        console.print(f"The service listens on {address}; games are in {data}, its log is {service.log}.", markup=False)
        play(console, service, title, pace, wanted)
        if not os.environ.get("ONCE"):
            console.print("Still serving. Ctrl-C ends it.")
            code_of_own = int(service.wait() != 0)
    except UsageError as error:
        console.print(str(error), markup=False)
        code_of_own = 2
    except (ServiceError, QuarterdeckError) as error:
        told = advice(address) if isinstance(error, ServiceError) and is_served(address) else ""
        console.print(f"Sorry: {error}{told}", markup=False, soft_wrap=True)
        code_of_own = 1
    except KeyboardInterrupt:
        console.print("Draining.")
    try:
        code = service.end()
    except ServiceError as error:
        console.print(f"Sorry: {error}", markup=False)
        return 1
    console.print(f"The service has ended with {code}.")
    return code_of_own or code


def pace_of(text: str) -> float:
    """Moves a second, 0 for as fast as it goes; UsageError if it is no such number."""
    try:
        pace = float(text or 20)
    except ValueError:
        pace = math.nan
    if not 0 <= pace < math.inf:
        raise UsageError(f"PACE is moves a second, 0 or more, not {text!r}")
    return pace


def seats_wanted(text: str) -> int:
    """How many seats are asked for, 0 if that is left open; UsageError if it is no number."""
    if not text:
        return 0
    if not text.isdecimal() or not int(text):
        raise UsageError(f"SEATS is a number of seats, not {text!r}")
    return int(text)


def check_title(title: str) -> None:
    """Nothing, or UsageError for a title that the messages know nothing of, and so neither does a service."""
    known = [field.name for field in Position.DESCRIPTOR.oneofs_by_name["title"].fields]
    if title not in known:
        raise UsageError(f"TITLE is one of {', '.join(known)}, not {title!r}")


def is_served(address: str) -> bool:
    """Whether a service answers there."""
    try:
        with Desk(Options(address, attempts=1, deadline=_PROBE_SECONDS)) as probe:
            probe.titles()
    except QuarterdeckError:
        return False
    return True


def advice(address: str) -> str:
    """What to do where another service has the address."""
    return (
        f". A service is running at {address} already, as after an earlier `make run`: "
        "end that one, or set QUARTERDECK_ADDRESS and QUARTERDECK_DATA to others."
    )


def seats_of(desk: Desk, title: str, wanted: int = 0) -> int:
    """How many play: those that are wanted, or as many as a title is for, four at most if it is for so few.

    UsageError for an unknown title, or seats that it is not for.
    """
    known = {one.title: one.seat_counts for one in desk.titles()}
    if title not in known:
        raise UsageError(f"TITLE is one of {', '.join(known)}, not {title!r}")
    if wanted:
        if wanted not in known[title]:
            raise UsageError(f"SEATS is one of {', '.join(map(str, known[title]))} for {title}, not {wanted}")
        return wanted
    return max((count for count in known[title] if count <= MOST_SEATS), default=min(known[title]))


def display_for(console: Console, title: str) -> Display:
    """A live picture in a terminal, lines elsewhere."""
    return LiveDisplay(console, title) if console.is_terminal else PlainDisplay(console)


def play(console: Console, service: ServiceProcess, title: str, pace: float, wanted: int = 0) -> None:
    """Say which games are there, play one more, and print its score sheet."""
    with ExitStack() as stack:
        looking = stack.enter_context(Desk(service.options()))
        players = PLAYERS[: seats_of(looking, title, wanted)]
        desks = [stack.enter_context(Desk(service.options(service.token(player)))) for player in players]
        earlier = list(looking.games())
        console.print(f"Games here before: {len(earlier)}.")
        for summary in earlier[-5:]:
            console.print(f"  {summary.game_id}  {summary.title}, {', '.join(summary.players)}", markup=False)
        seed = os.environ.get("SEED") or str(len(earlier) + 1)
        game = PracticeGame(title, players, desks, seed)
        start = game.set_up()
        console.print(f"Game {game.game_id}, seed {seed}.", markup=False)
        began = time.monotonic()
        with display_for(console, title) as display:
            display.show(start, game.scores(), 0)
            for table in game.play(start):
                if display.wants(table):
                    display.show(table, game.scores(), game.moves)
                if pace:
                    time.sleep(max(0.0, began + game.moves / pace - time.monotonic()))
        console.print(f"The game ended after {game.moves} moves.")
        console.print(drawing.sheet(title, game.score_sheet(), players))


if __name__ == "__main__":
    sys.exit(main())
