"""A person who goes through a game that was played: what each key does."""

from collections.abc import Callable, Mapping
from itertools import islice

from rich.text import Text

from quarterdeck.cli import drawing
from quarterdeck.cli.drawings import drawing_of
from quarterdeck.cli.exits import words_of
from quarterdeck.cli.keys import LEAVE, Keyboard
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.moves import Listing
from quarterdeck.cli.reel import Mark, Reel, round_of
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.showing import Show
from quarterdeck.cli.wording import named
from quarterdeck.client import NotAllowed, QuarterdeckError, forks
from quarterdeck.v1.game_pb2 import GAME_STATUS_WAITING
from quarterdeck.v1.game_service_pb2 import GetPositionResponse

MOST_LISTED = 1000
"""More moves than these are not asked for."""
KEYS = (
    "p or ← previous one",
    "t next turn, T back",
    "r next round, R back",
    "g jump to a revision",
    "b beginning",
    "e end",
    "v look from another seat",
    "s the score",
    "f go on from here in a game for practice, with all seats",
    "m the legal moves of the seat, m again more of them",
    "? this help",
    "q leave",
)
SHORT = "n next  p back  t turn  r round  g jump  v view  ? all keys  q leave"
DIGITS = tuple("0123456789")
LONGEST = 9
"""Digits of a revision: no game has more."""
RUBOUT = ("\x7f", "\b")
ENTER = ("\n", "\r")


class Screening:
    """One person's way through a game, key by key."""

    def __init__(self, show: Show, keyboard: Keyboard, seat: int | None, first: int, pace: float | None) -> None:
        """`pace` is in seconds: then it goes on by itself."""
        self._show, self._keyboard, self._pace = show, keyboard, pace
        self._desk, self._game_id, self._console = show.desk, show.game_id, show.console
        self._plays = pace is not None
        self._reels: dict[int | None, Reel] = {}
        self._positions: dict[tuple[int | None, int], GetPositionResponse] = {}
        self._number = first
        self._seat = seat
        # Who has a seat looks from it, whether it is named or not.
        self._may_spectate = not self._desk.position(self._game_id, 1).HasField("viewer_seat")
        here = self._position(first)
        self._seat = here.viewer_seat if here.HasField("viewer_seat") else None
        self._scene: Scene | None = None
        self._listing: Listing | None = None
        self._keys: Mapping[str, Callable[[], None]] = {
            **dict.fromkeys(("n", "right", "down"), lambda: self._step(1)),
            **dict.fromkeys(("p", "left", "up"), lambda: self._step(-1)),
            " ": self._space,
            "t": lambda: self._forward(self._reel.deciding, "turn"),
            "T": lambda: self._back(self._reel.deciding),
            "r": lambda: self._forward(*self._round_mark()),
            "R": lambda: self._back(self._round_mark()[0]),
            "g": self._jump,
            "b": lambda: self._go(1),
            "e": lambda: self._go(self._reel.last),
            "v": self._look_elsewhere,
            "s": self._tell_score,
            "f": self._go_on_elsewhere,
            "m": self._tell_moves,
            "?": self._tell_keys,
        }

    def run(self) -> None:
        """Draw, and do what the keys say, until the person leaves."""
        self._go(self._number)
        while True:
            key = self._keyboard.key(self._pace if self._plays else None)
            if key == LEAVE:
                return
            if key is None:
                self._step(1)
            elif key in self._keys:
                self._keys[key]()

    @property
    def _reel(self) -> Reel:
        if self._seat not in self._reels:
            found = self._desk.replay(self._game_id, 1, self._show.last, seat=self._seat)
            self._reels[self._seat] = Reel(list(found))
        return self._reels[self._seat]

    def _position(self, number: int) -> GetPositionResponse:
        place = (self._seat, number)
        if place not in self._positions:
            self._positions[place] = self._desk.position(self._game_id, number, seat=self._seat)
        return self._positions[place]

    def _go(self, number: int) -> None:
        """Show a revision; the last one ends what plays by itself."""
        self._number, self._listing = number, None
        self._plays = self._plays and number < self._reel.last
        if self._console.is_terminal:
            self._console.clear()
        self._scene = self._show.draw(self._reel.at(number), self._position(number), self._seat)
        self._say(f"{'playing; space stops  ' if self._plays else ''}{SHORT}")

    def _step(self, by: int) -> None:
        wanted = self._number + by
        if wanted == self._reel.within(wanted):
            self._go(wanted)
        else:
            self._say("That is the last revision." if by > 0 else "That is the first revision.")

    def _space(self) -> None:
        if self._pace is None:
            self._step(1)
        elif self._number == self._reel.last:
            self._say("That is the last revision.")
        else:
            self._plays = not self._plays
            self._say("It goes on." if self._plays else "It waits; space goes on.")

    def _forward(self, mark: Mark, what: str) -> None:
        start = self._reel.next_start(self._number, mark)
        if start is None:
            self._say(f"There is no {what} after this one.")
        else:
            self._go(start)

    def _back(self, mark: Mark) -> None:
        start = self._reel.previous_start(self._number, mark)
        if start is None:
            self._say("That is the first revision.")
        else:
            self._go(start)

    def _round_mark(self) -> tuple[Mark, str]:
        """Rounds as positions have them, all asked for at once; turns, where a title has no rounds."""
        numbers = range(1, self._reel.last + 1)
        if any((self._seat, number) not in self._positions for number in numbers):
            self._say("Looking for the rounds …")
            for one in self._desk.replay(self._game_id, 1, self._reel.last, seat=self._seat, with_positions=True):
                self._positions[self._seat, one.revision.number] = one.position
        rounds = {number: round_of(self._position(number)) for number in numbers}
        if not any(rounds.values()):
            return self._reel.deciding, "turn"
        return rounds.__getitem__, "round"

    def _jump(self) -> None:
        """Read a number up to Enter; what is no digit gives it up."""
        self._write(f"revision (1 to {self._reel.last}): ")
        typed, key = "", self._keyboard.key()
        while key is not None and (key in DIGITS or (key in RUBOUT and typed)):
            typed = typed + key if key in DIGITS else typed[:-1]
            self._write(key if key in DIGITS else "\b \b")
            key = self._keyboard.key()
        self._write("\n")
        if typed and key in ENTER and (number := int(typed[:LONGEST])) == self._reel.within(number):
            self._go(number)
        else:
            self._say(f"There are revisions 1 to {self._reel.last}.")

    def _look_elsewhere(self) -> None:
        """The next view that is permitted: a spectator's, or from a seat, an own one or another."""
        seats = range(len(self._position(self._number).players))
        views: list[int | None] = [*([None] if self._may_spectate else []), *seats]
        before, at = self._seat, views.index(self._seat)
        for seat in (*views[at + 1 :], *views[:at]):
            self._seat = seat
            try:
                self._position(self._number)
            except NotAllowed:
                continue
            self._go(self._number)
            return
        self._seat = before
        self._say("There is no other seat that you may look from.")

    def _go_on_elsewhere(self) -> None:
        """Make a game that goes on from this revision, once Enter says so."""
        self._write(f"Enter makes a game for practice that goes on from revision {self._number}: ")
        key = self._keyboard.key()
        self._write("\n")
        if key not in ENTER:
            self._say("No game was made.")
            return
        try:
            made = self._desk.send(forks.fork(self._game_id, self._number, all_seats=True))
            self._desk.start_game(made.game_id)
        except QuarterdeckError as error:
            self._say(words_of(error))
        else:
            self._say(f"All its seats are yours: quarterdeck play {made.game_id}")

    def _tell_score(self) -> None:
        position = self._position(self._number)
        if position.status == GAME_STATUS_WAITING:
            self._say("The game has not started.")
        else:
            self._console.print(
                drawing.sheet(self._show.title, self._show.score(position, self._seat), position.players)
            )

    def _tell_moves(self) -> None:
        if self._seat is None:
            self._say("A spectator has no moves; v looks from a seat, where that is permitted.")
            return
        if self._listing is None:
            player = named(self._position(self._number).players, self._seat)
            legal = self._desk.legal_moves(self._game_id, revision=self._number, seat=self._seat, page_size=MOST_LISTED)
            try:
                moves = list(islice(legal, MOST_LISTED))
            except NotAllowed:
                self._say(f"{player} shares the view of the table, and not which moves there are.")
                return
            if not moves:
                self._say(f"{player} had no move here.")
                return
            assert self._scene is not None, "a revision is drawn before a key is read"
            self._listing = Listing(moves, drawing_of(self._show.title).entries(self._scene))
        else:
            self._listing.turn()
        self._console.print(self._listing.drawn(self._console.width))

    def _tell_keys(self) -> None:
        step = "n, space or → next revision" if self._pace is None else "n or → next revision, space stops and goes on"
        self._console.print(flowed("", map(Text, (step, *KEYS)), self._console.width))

    def _write(self, text: str) -> None:
        """As it is: a drawing has no backspace."""
        self._console.file.write(text)
        self._console.file.flush()

    def _say(self, words: str) -> None:
        self._console.print(Text(words, "dim"))
