"""Whole games through the application, with everything that can be done to one: what files of games are frozen of."""

import random
from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

from msgspec import Struct

from quarterdeck_rules.book.file import Book
from quarterdeck_rules.conduct.clocks import Outage
from quarterdeck_rules.conduct.terms import Bank, Correspondence, PerMove, Terms, TimeoutPolicy, UndoPolicy
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Status
from quarterdeck_rules.engine.title import Title
from quarterdeck_server.application.caller import Caller
from quarterdeck_server.application.commands import NewGame
from quarterdeck_server.application.moments import milliseconds
from quarterdeck_server.application.rejection import Rejection
from quarterdeck_server.audit.erasing import erase
from quarterdeck_server.audit.exporting import book_of as exported
from quarterdeck_server.store.memory import MemoryStore
from tests.desk import DORA, Desk, Hands, request
from tests.golden.record import OTHER_OPTIONS
from tests.playouts import choose
from tests.seals import book_of, sealed, with_proof

PLAYERS = tuple(map(Caller, ("ann", "bob", "cy", "dee", "eve")))
SEALS: Any = SimpleNamespace(seal=sealed)


class Table:
    """A game at which callers sit in the order of their seats, and its clock."""

    def __init__(self, title: Title[Any], seed: str) -> None:
        self.title = title
        self.clock = Hands()
        self.desk = Desk(MemoryStore(), clock=self.clock, titles=(title,))
        self.rng = random.Random(seed)
        self.id = ""

    async def begin(self, seats: int, entropy: str = "", **wanted: Any) -> None:
        """Create the game, take all seats and start it."""
        creator = DORA if "deal" in wanted else PLAYERS[0]
        made = await self.desk.commands.create(creator, request(), NewGame(self.title.name, seats, **wanted))
        self.id = made.live.id
        for player in PLAYERS[:seats]:
            added = f"{entropy} of {player.player}" if entropy else ""
            await self.desk.commands.join(player, request(), self.id, None, added)
        await self.desk.commands.start(creator, request(), self.id)

    async def moves(self, count: int = 1_000_000) -> None:
        """Random moves, with a little time between them, until the game has ended or so many were made."""
        for _ in range(count):
            self.clock.forward(self.rng.uniform(0.1, 3))
            await self.desk.see_to(self.id)
            live = await self.desk.games.get(self.id)
            if live.game.status is Status.ENDED:
                return
            opened, move = choose(self.title, live.game, self.rng)
            holder = Caller(live.game.players[opened.seat] or "")
            await self.desk.move(holder, self.id, live.offer.notation.write(move), opened.id)
            await self.desk.see_to(self.id)

    async def revision(self) -> int:
        """How many commands the game has accepted."""
        return (await self.desk.games.get(self.id)).game.revision

    async def waited_for(self) -> tuple[int, Caller]:
        """A seat that is waited for, and who has it."""
        live = await self.desk.games.get(self.id)
        seat = choose(self.title, live.game, random.Random(0))[0].seat
        return seat, Caller(live.game.players[seat] or "")

    async def book(self, form: "Form") -> Book:
        """The game, sealed for tests; nothing runs on after this."""
        live, store = await self.desk.games.get(self.id), self.desk.store
        await self.desk.close()
        if form is Form.FORGOTTEN:
            assert erase(store, "bob"), "it was played by bob"
        if form is Form.SPECTATORS:
            return exported(live, store.read(self.id), live.game.revision, None, SEALS, is_open=False)
        components = live.case.components
        book = book_of(self.title.name, components.hash, components.canonical, store.read(self.id))
        return with_proof(book) if form is Form.PROVED else book


class Form(StrEnum):
    """In which form the file of a game is frozen."""

    WHOLE = "whole"
    SPECTATORS = "spectators"
    """As somebody without a seat gets it while it runs."""
    PROVED = "proved"
    """With the proof that it is under a checkpoint."""
    FORGOTTEN = "forgotten"
    """With a name forgotten."""


async def plain(table: Table, seats: int, **wanted: Any) -> None:
    """A game played to its end, to which every player has added to the seed."""
    await table.begin(seats, "something", **wanted)
    await table.moves()


async def begun(table: Table, seats: int) -> None:
    """A game that is not yet over."""
    await table.begin(seats, "something")
    await table.moves(20)


async def taken_back(table: Table, seats: int) -> None:
    """Moves are taken back by consent, brought back, declined, withdrawn, overtaken and let lapse, in a shared deal."""
    await table.begin(seats, deal="", terms=Terms(undo=UndoPolicy.CONSENT))
    await table.moves(12)
    referee, others = table.desk.referee, PLAYERS[1:seats]

    async def proposed(going: Awaitable[Any]) -> int:
        return int((await going).revision.number)

    async def answered(proposal: int, agrees: bool, by: tuple[Caller, ...] = others) -> None:
        for other in by:
            await referee.answer(other, request(), table.id, None, proposal, agrees)

    back = await table.revision() - 3
    proposal = await proposed(referee.undo(PLAYERS[0], request(), table.id, None, back))
    await answered(proposal, agrees=True)
    proposal = await proposed(referee.redo(PLAYERS[0], request(), table.id, None))
    await answered(proposal, agrees=True)
    await table.moves(5)
    proposal = await proposed(referee.propose_end(PLAYERS[0], request(), table.id, None))
    await answered(proposal, agrees=False, by=others[:1])
    proposal = await proposed(referee.propose_end(PLAYERS[0], request(), table.id, None))
    await referee.withdraw(PLAYERS[0], request(), table.id, None, proposal)
    await referee.undo(PLAYERS[0], request(), table.id, None, await table.revision() - 5)
    await table.moves(1)
    await referee.propose_end(PLAYERS[0], request(), table.id, None)
    table.clock.forward(3600)
    await table.desk.see_to(table.id)
    back = await table.revision() - 9
    proposal = await proposed(referee.undo(PLAYERS[0], request(), table.id, None, back))
    await answered(proposal, agrees=True)
    await referee.share_view(PLAYERS[0], request(), table.id, None, shared=True)
    await table.moves()


async def directed(table: Table, seats: int) -> None:
    """A director pauses, gives time, forces, passes seats, takes back and gives the result."""
    await table.begin(seats, terms=Terms(clock=PerMove(300), on_timeout=TimeoutPolicy.DIRECTOR))
    direction = table.desk.direction
    await table.moves(10)
    await direction.pause(DORA, request(), table.id, "a break for all")
    table.clock.forward(7200)
    await direction.resume(DORA, request(), table.id, "on we go")
    seat, _ = await table.waited_for()
    await direction.add_time(DORA, request(), table.id, seat, 60_000, "it was noisy")
    await table.moves(6)
    await direction.undo(DORA, request(), table.id, await table.revision() - 4, "a wrong ruling of mine")
    seat, _ = await table.waited_for()
    await direction.force(DORA, request(), table.id, seat, "out of the room")
    await direction.pass_seat(DORA, request(), table.id, seat, "fey", "had to leave")
    await table.moves(10)
    # Time runs out, and the game waits for the director.
    table.clock.forward(400)
    await table.desk.see_to(table.id)
    late = {one.seat for one in open_decisions((await table.desk.games.get(table.id)).game.agenda)}
    for seat in sorted(late):
        await direction.add_time(DORA, request(), table.id, seat, 900_000, "all were late")
    await direction.pass_seat(DORA, request(), table.id, (seat + 1) % seats, None, "nobody is left")
    await table.desk.see_to(table.id)
    await table.moves(10)
    ranks = [1, *[2] * (seats - 1)]
    await direction.adjudicate(DORA, request(), table.id, ranks, "as the hall closes")


async def timed_out(table: Table, seats: int) -> None:
    """Time runs out again and again, the service is away for a while, and who leaves or is late ranks last."""
    await table.begin(seats, terms=Terms(clock=Bank(600, 5), on_timeout=TimeoutPolicy.DEFAULT_MOVE))
    await table.moves(10)
    table.clock.forward(700)
    await table.desk.see_to(table.id)
    await table.moves(5)
    await _away(table, 5_000)
    await table.moves(3)
    await table.desk.referee.resign(PLAYERS[0], request(), table.id, None)
    await table.desk.see_to(table.id)
    await table.moves()


async def forfeited(table: Table, seats: int) -> None:
    """All but one are late for good, so that the last one wins."""
    terms = Terms(clock=Correspondence(2, 480, 1320, "Europe/Lisbon"), on_timeout=TimeoutPolicy.FORFEIT)
    await table.begin(seats, terms=terms)
    await table.moves(8)
    while (await table.desk.games.get(table.id)).game.status is not Status.ENDED:
        table.clock.forward(4 * 24 * 3600)
        if not await table.desk.see_to(table.id):
            await table.moves(1)


async def abandoned(table: Table, seats: int) -> None:
    """All agree to end it without a result."""
    await table.begin(seats)
    await table.moves(7)
    proposed = await table.desk.referee.propose_end(PLAYERS[0], request(), table.id, None)
    for other in PLAYERS[1:seats]:
        await table.desk.referee.answer(other, request(), table.id, None, proposed.revision.number, True)


async def voided(table: Table, seats: int) -> None:
    """For practice, with a seed that was given, and ended by a director."""
    await table.begin(seats, seed="ada", practice=True, terms=Terms(undo=UndoPolicy.DIRECTOR))
    await table.moves(7)
    await table.desk.direction.void(DORA, request(), table.id, "a fire alarm")


async def by_itself(table: Table, seats: int) -> None:
    """A seat takes its own moves back wherever nothing stands in the way, and brings some back."""
    await table.begin(seats, terms=Terms(undo=UndoPolicy.UNTIL_REVEALED))
    for _ in range(60):
        await table.moves(1)
        live = await table.desk.games.get(table.id)
        if live.game.status is Status.ENDED:
            return
        _, player = await table.waited_for()
        try:
            await table.desk.referee.undo(player, request(), table.id, None, live.game.revision - 1)
        except Rejection:
            continue
        if table.rng.random() < 0.5:
            await table.desk.referee.redo(player, request(), table.id, None)
    await table.moves()


async def _away(table: Table, seconds: int) -> None:
    """No server runs for a while."""
    start = table.clock.at
    table.clock.forward(seconds)
    table.desk.runner.outages = (Outage(*map(milliseconds, (start, table.clock.at))),)
    await table.desk.see_to(table.id)


async def forked(table: Table, seats: int) -> None:
    """A game goes on from a revision of another one, with all seats its maker's, who takes moves back at will."""
    await table.begin(seats, "something")
    await table.moves(30)
    await table.desk.direction.void(DORA, request(), table.id, "enough to go on from")
    made = await table.desk.forks.fork(PLAYERS[0], request(), table.id, 20, None)
    table.id = made.live.id
    await table.desk.commands.start(PLAYERS[0], request(), table.id)
    await table.moves(5)
    back = await table.revision() - 2
    await table.desk.referee.undo(PLAYERS[0], request(), table.id, 0, back)
    await table.moves()


class Played(Struct, frozen=True):
    """A game to play, and how."""

    title: Title[Any]
    seats: int
    play: Callable[..., Awaitable[None]]
    wanted: Mapping[str, Any] = {}
    form: Form = Form.WHOLE

    async def book(self) -> Book:
        """Play it."""
        table = Table(self.title, f"{self.title.name}{self.seats}{self.play.__name__}")
        await self.play(table, self.seats, **self.wanted)
        return await table.book(self.form)


CONDUCTED = (taken_back, directed, timed_out, forfeited, abandoned, voided, by_itself, forked)


def games_of(title: Title[Any]) -> dict[str, Played]:
    """Every game that is frozen of a title, by the name of its file."""
    found = {f"{title.name}-{seats}": Played(title, seats, plain) for seats in title.seat_counts}
    for seats, options in OTHER_OPTIONS.get(title.name, {}).items():
        found[f"{title.name}-{seats}-options"] = Played(title, seats, plain, {"options": options})
    seats = title.seat_counts[1]
    for form in (Form.PROVED, Form.FORGOTTEN):
        found[f"{title.name}-{seats}-{form}"] = Played(title, seats, plain, form=form)
    found[f"{title.name}-{seats}-{Form.SPECTATORS}"] = Played(title, seats, begun, form=Form.SPECTATORS)
    seats = max(title.seat_counts)
    for play in CONDUCTED:
        found[f"{title.name}-{seats}-{play.__name__}"] = Played(title, seats, play)
    return found
