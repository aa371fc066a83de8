"""A person at a game: shows the table and what is asked, reads answers, waits for others, ends with the score sheet."""

from collections.abc import Callable, Sequence
from itertools import islice

from rich.console import Console, RenderableType
from rich.rule import Rule
from rich.text import Text

from quarterdeck.cli import drawing
from quarterdeck.cli.drawings import drawing_of
from quarterdeck.cli.exits import words_of
from quarterdeck.cli.layout import flowed
from quarterdeck.cli.moves import Listing
from quarterdeck.cli.parts import listed, named
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.seating import start_if_full
from quarterdeck.cli.wording import player_of
from quarterdeck.client import Desk, GameOver, QuarterdeckError, TryAgain
from quarterdeck.v1.game_pb2 import GAME_STATUS_ENDED, GAME_STATUS_WAITING
from quarterdeck.v1.game_service_pb2 import GetPositionResponse, GetScoreSheetResponse
from quarterdeck.v1.play_pb2 import OpenDecision, Revision
from quarterdeck.v1.title_service_pb2 import Component

MOST_LISTED = 1000
"""More moves than these are not listed, nor asked for; in notation they can be made all the same."""
LATELY = 10
"""Revisions that are told of again when asked."""
HELP = "A number makes that move. So does its notation: the kind and what follows, as in `{example}`."
KEYS = (
    "m more moves",
    "k KIND moves of one kind",
    "b the whole table",
    "s the score",
    "l what happened lately",
    "w NAME what a card, space … does and costs",
    "? this help",
    "q leave (the game goes on; `play` brings you back)",
)
NOTE = "What has not changed is not drawn again. [rule …] is the rule that asks."


class Sitting:
    """One sitting.  Everything it knows comes from the API."""

    def __init__(
        self, desk: Desk, game_id: str, seat: int, console: Console, read_line: Callable[[str], str | None]
    ) -> None:
        """`read_line` shows a prompt and gives a line, or nothing when there are no more."""
        self._desk = desk
        self._game_id = game_id
        self._seat = seat
        self._console = console
        self._read_line = read_line
        self._told = 0
        about = desk.game(game_id)
        self._title = about.summary.title
        self._players: Sequence[str] = about.summary.players
        self._drawing = drawing_of(self._title)
        self._options = {one.name: one.value for one in about.options}
        self._seen: set[str] = set()
        # What the names on the table mean stays the same for as long as the game goes on.
        self._components: Sequence[Component] = list(desk.components(self._title, about.component_set))

    def run(self) -> bool:
        """Play until the game has ended, or the person leaves; whether it has ended."""
        self._told = self._desk.game(self._game_id).revision
        self._print_help()
        while True:
            position = self._desk.position(self._game_id, seat=self._seat)
            # Asked after the position: whoever takes the last seat later is told of by the stream.
            if position.status == GAME_STATUS_WAITING and start_if_full(self._desk, self._game_id):
                continue
            self._players = self._desk.game(self._game_id).summary.players
            self._catch_up(position.revision)
            if position.status == GAME_STATUS_ENDED:
                self._show_end()
                return True
            own = [one for one in position.open_decisions if one.seat == self._seat]
            if not own:
                self._wait(position)
            elif not self._decide(position, own):
                return False

    def _decide(self, position: GetPositionResponse, own: Sequence[OpenDecision]) -> bool:
        """Show what is asked and read lines until a move is made; false if the person leaves."""
        scene = self._show(position, [self._seat])
        legal = self._desk.legal_moves(self._game_id, seat=self._seat, page_size=MOST_LISTED)
        listing = Listing(islice(legal, MOST_LISTED), drawing_of(self._title).entries(scene))
        self._print(listing.drawn(self._console.width))
        if len(listing.moves) == MOST_LISTED:
            self._print(f"There may be more than {MOST_LISTED} moves; those that are not listed can be typed.")
        while (line := self._read_line(f"{player_of(self._players, self._seat)}> ")) is not None:
            word, _, rest = line.strip().partition(" ")
            match word:
                case "":
                    continue
                case "q" | "quit":
                    break
                case "?" | "h" | "help":
                    self._print_help()
                case "b" | "board":
                    self._show(position, None)
                case "s" | "score":
                    self._print(drawing.sheet(self._title, self._score_sheet(), self._players))
                case "l" | "log":
                    self._tell_lately(position.revision)
                case "w" | "what" if not rest.strip():
                    self._print("w NAME tells what something does and costs: give a name as the table has it.")
                case "w" | "what":
                    self._explain(rest.strip())
                case "m" | "more":
                    if listing.turn():
                        self._print(listing.drawn(self._console.width))
                    else:
                        self._print(f"There are no more moves; the list has all {len(listing.moves)}.")
                case "k" | "kind":
                    if not listing.narrow(rest):
                        self._print(f"There is no move of a kind like {rest.strip()!r} now; these are all:")
                    self._print(listing.drawn(self._console.width))
                case _ if word.isdecimal() and not rest:
                    if (chosen := listing.numbered(int(word))) is None:
                        self._print(f"There are moves 1 to {len(listing.moves)}.")
                    elif self._submit([chosen.decision_id], chosen.move.notation):
                        return True
                case _:
                    listed = listing.noted(line.strip())
                    # A move that is not listed is for the service to judge, whichever decision it is meant for.
                    asked = [listed.decision_id] if listed is not None else [one.decision_id for one in own]
                    if self._submit(asked, line.strip()):
                        return True
        self._print("You leave the table; the game goes on. `quarterdeck play` brings you back.")
        return False

    def _submit(self, decision_ids: Sequence[str], notation: str) -> bool:
        """Make a move; whether the table has to be looked at anew.  A refusal is told in words, and one can go on."""
        refused: QuarterdeckError | None = None
        for decision_id in decision_ids:
            try:
                self._desk.submit(self._game_id, decision_id, notation)
            except GameOver:
                return True
            except TryAgain:
                raise
            except QuarterdeckError as error:
                refused = refused or error
            else:
                return True
        if refused is not None:
            self._print(f"Refused: {words_of(refused)}")
        # What others did meanwhile may have closed the decision: then there is something new to look at.
        opened = {one.decision_id for one in self._desk.position(self._game_id, seat=self._seat).open_decisions}
        return not opened.intersection(decision_ids)

    def _wait(self, position: GetPositionResponse) -> None:
        """Watch until this seat is asked, somebody takes a seat, or the game ends; tell what happens."""
        waiting = position.status == GAME_STATUS_WAITING
        if waiting:
            free = sum(not player for player in self._players)
            self._print(f"Waiting for {free} more player{'s' * (free > 1)}." if free else "Waiting for the start.")
        else:
            names = ", ".join(sorted({player_of(self._players, one.seat) for one in position.open_decisions}))
            self._print(f"Waiting for {names} ...")
        for revision in self._desk.watch(self._game_id, self._told + 1, seat=self._seat):
            self._tell(revision)
            if waiting or any(one.seat == self._seat for one in revision.open_decisions):
                return

    def _catch_up(self, number: int) -> None:
        """Tell what has happened up to a revision."""
        if number <= self._told:
            return
        for revision in self._desk.watch(self._game_id, self._told + 1, seat=self._seat):
            self._tell(revision)
            if revision.number >= number:
                return

    def _tell(self, revision: Revision) -> None:
        self._told = revision.number
        for line in drawing.told(self._title, revision):
            self._print(line)

    def _tell_lately(self, number: int) -> None:
        events = self._desk.events(self._game_id, max(1, number - LATELY + 1), number, seat=self._seat)
        for line in drawing.logged(self._title, events):
            self._print(line)

    def _explain(self, name: str) -> None:
        found = named(self._components, name)
        self._print(listed(found) if found else f"There is nothing with a name like {name!r}.")

    def _show(self, position: GetPositionResponse, seats: Sequence[int] | None) -> Scene:
        """What of the table has changed since it was shown, and what is asked; all of it if all seats are wanted.

        Gives what the table was drawn from.
        """
        score = self._score_sheet(position.revision)
        scene = Scene(
            response=position,
            players=self._players,
            width=self._console.width,
            components=self._components,
            points=drawing.points_of(score),
            seats=seats,
            options=self._options,
            score=score.score_sheet,
        )
        blocks = {self._text(block): block for block in self._drawing.table(scene)}
        shown = [block for text, block in blocks.items() if seats is None or text not in self._seen]
        # A block that comes back after a change is new again.
        self._seen = set(blocks)
        for block in ("", *shown, "") if shown else ("",):
            self._print(block)
        for line in drawing.decisions(position.open_decisions, self._players):
            self._print(line)
        return scene

    def _text(self, block: RenderableType) -> str:
        with self._console.capture() as captured:
            self._console.print(block)
        return captured.get()

    def _print_help(self) -> None:
        self._print(HELP.format(example=self._drawing.example))
        self._print(flowed("", map(Text, KEYS), self._console.width))
        self._print(NOTE)

    def _show_end(self) -> None:
        self._print(Rule("The game has ended", characters="="))
        self._print(drawing.sheet(self._title, self._score_sheet(), self._players))

    def _score_sheet(self, revision: int | None = None) -> GetScoreSheetResponse:
        """As this seat may see it."""
        return self._desk.score_sheet(self._game_id, revision, seat=self._seat)

    def _print(self, shown: RenderableType) -> None:
        self._console.print(shown)
