"""A title whose games are scripts: its steps do what a test arranges, so that the engine alone is under test.

play = Script(Choose("first", (Give(1),)), seats=2)      # on the main lane, for seat 0
play.pick(0)                                             # seat 0 answers; `play.open` names who is asked what
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import Agenda, Due, Lane, OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import Chance, Drawing, KeyedChance
from quarterdeck_rules.engine.components import ComponentSet
from quarterdeck_rules.engine.game import Closed, Game, Status, begin, create, extend
from quarterdeck_rules.engine.judge import decide
from quarterdeck_rules.engine.play import Play
from quarterdeck_rules.engine.refusal import Refusal, refuse
from quarterdeck_rules.engine.steps import Anytime, Decision, Effect, Move, Seat, Step
from quarterdeck_rules.engine.title import Standing, Title, Viewer


class Options(Struct, frozen=True):
    pass


class Marks(Struct, frozen=True):
    """The table: what happened, in order, and what is still owed to seats."""

    box: ComponentSet[Options]
    seats: int
    marks: tuple[str, ...] = ()
    owed: tuple[Seat, ...] = ()


class Marked(Struct, frozen=True, tag="script.marked.v1"):
    mark: str


class Owed(Struct, frozen=True, tag="script.owed.v1"):
    seats: tuple[Seat, ...]


class Whispered(Struct, frozen=True, tag="script.whispered.v1"):
    """A secret of one seat."""

    seat: Seat
    secret: str


class Pick(Move, Struct, frozen=True, tag="script.pick.v1"):
    pass


class Shout(Move, Struct, frozen=True, tag="script.shout.v1"):
    pass


class Fork(Move, Struct, frozen=True, tag="script.fork.v1"):
    pass


class Say(Effect[Marks], frozen=True, tag="script.say.v1"):
    mark: str

    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.record(Marked(f"{seat} {self.mark}"))


class Give(Effect[Marks], frozen=True, tag="script.give.v1"):
    """Another seat is asked in between."""

    to: Seat

    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.schedule(self.to, Choose("gift"))


class Spread(Effect[Marks], frozen=True, tag="script.spread.v1"):
    """All seats act at once, each with these steps."""

    steps: tuple[Step, ...]

    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.all_at_once(dict.fromkeys(range(play.state.seats), self.steps))


class Roll(Effect[Marks], frozen=True, tag="script.roll.v1"):
    purpose: str
    size: int

    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.record(Marked(f"{self.purpose} {play.chance.pick(self.purpose, self.size)}"))


class Owe(Effect[Marks], frozen=True, tag="script.owe.v1"):
    """The state comes to call for something of these seats."""

    seats: tuple[Seat, ...]

    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.record(Owed(self.seats))


class Settle(Effect[Marks], frozen=True, tag="script.settle.v1"):
    def run(self, play: Play[Marks], seat: Seat) -> None:
        play.record(Marked(f"{seat} settles"), Owed(tuple(other for other in play.state.owed if other != seat)))


class Choose(Decision[Marks, Pick], frozen=True, tag="script.choose.v1"):
    name: str
    then: tuple[Step, ...] = ()
    rule = "SCRIPT-1"
    answers = (Pick,)

    def candidates(self, state: Marks, seat: Seat) -> Iterable[Pick]:
        return (Pick(),)

    def refusal(self, state: Marks, seat: Seat, move: Pick) -> Refusal | None:
        return refuse("NEVER", "SCRIPT-1", name=self.name) if self.name == "never" else None

    def resolve(self, play: Play[Marks], seat: Seat, move: Pick) -> None:
        play.record(Marked(f"{seat} {self.name}"))
        play.schedule(seat, *self.then)


class Guarded(Choose, frozen=True, tag="script.guarded.v1"):
    interruptible = False


class Quiet(Choose, frozen=True, tag="script.quiet.v1"):
    """Bars shouting while it waits, and needs no answer once anybody has shouted all the same."""

    def bars(self, state: Marks, seat: Seat, move: object) -> Refusal | None:
        return refuse("BARRED", "SCRIPT-3") if self.name == "bar" and isinstance(move, Shout) else None

    def lapses(self, play: Play[Marks], seat: Seat) -> bool:
        return any(mark.endswith("shouts") for mark in play.state.marks)


class ShoutMove(Anytime[Marks, Shout]):
    move = Shout

    def candidates(self, state: Marks, seat: Seat) -> Iterable[Shout]:
        return (Shout(),)

    def refusal(self, state: Marks, seat: Seat, move: Shout) -> Refusal | None:
        return refuse("HOARSE", "SCRIPT-2", seat=seat) if f"{seat} shouts" in state.marks else None

    def resolve(self, play: Play[Marks], seat: Seat, move: Shout) -> None:
        play.record(Marked(f"{seat} shouts"))


class ForkMove(Anytime[Marks, Fork]):
    """All are asked at once, beside a decision on the main lane."""

    move = Fork

    def candidates(self, state: Marks, seat: Seat) -> Iterable[Fork]:
        return (Fork(),)

    def refusal(self, state: Marks, seat: Seat, move: Fork) -> Refusal | None:
        return None

    def resolve(self, play: Play[Marks], seat: Seat, move: Fork) -> None:
        play.all_at_once(dict.fromkeys(range(play.state.seats), (Choose("forked"),)))


def evolve(state: Marks, event: object) -> Marks:
    match event:
        case Marked(mark):
            return replace(state, marks=(*state.marks, mark))
        case Owed(seats):
            return replace(state, owed=seats)
        case Whispered():
            return state
    raise TypeError(event)


def redact(event: Struct, viewer: Viewer) -> Struct:
    return Whispered(event.seat, "") if isinstance(event, Whispered) and event.seat != viewer else event


def _load(replacements: Sequence[bytes]) -> ComponentSet[Options]:
    return ComponentSet(Options(), b"{}")


def _words(language: str) -> Mapping[str, Mapping[str, str]]:
    return {}


SCRIPT: Title[Marks] = Title(
    name="script",
    rules_version="1",
    seat_counts=(2, 3),
    options=Options,
    events=(Marked, Owed, Whispered),
    steps=(Say, Give, Spread, Roll, Owe, Settle, Choose, Guarded, Quiet),
    moves=(Pick, Shout, Fork),
    anytime=(ShoutMove(), ForkMove()),
    load_components=_load,
    restore_components=lambda canonical: ComponentSet(Options(), canonical),
    begin=lambda seats, options, box: Marks(box, seats),
    set_up=lambda play: play.schedule(0, Choose("first")),
    evolve=evolve,
    obligations=lambda state: tuple(Due(seat, Settle()) for seat in state.owed),
    view=lambda state, viewer: state,
    redact=redact,
    standings=lambda state: tuple(Standing(seat, 0, 1) for seat in range(state.seats)),
    score_sheet=lambda state, viewer: Options(),
    words=_words,
)


def created(seats: int = 2) -> tuple[Struct, ...]:
    """The first events of a game."""
    return create(SCRIPT, SCRIPT.load_components(()), seats, Options(), "tester", "seed", True)


def waiting(seats: int = 2) -> Game[Marks]:
    """A game that waits for its players."""
    first, *others = created(seats)
    return extend(SCRIPT, begin(SCRIPT, first, SCRIPT.load_components(())), others)  # type: ignore[arg-type]


class Script:
    """A game under way whose main lane holds these steps of seat 0."""

    def __init__(self, *steps: Step, seats: int = 2, chance: Chance | None = None) -> None:
        self.chance = chance or KeyedChance("seed")
        game = replace(waiting(seats), status=Status.ACTIVE)
        play = Play(SCRIPT, game.state, Agenda(Lane(0, 1, tuple(Due(0, step) for step in steps))), self._drawing(game))
        play.settle()
        self.game = replace(game, state=play.state, agenda=play.agenda)

    def _drawing(self, game: Game[Marks]) -> Drawing:
        return Drawing(self.chance, game.draws)

    @property
    def open(self) -> list[str]:
        """Who is asked what."""
        return [f"{one.seat} {one.decision.name}" for one in open_decisions(self.game.agenda)]  # type: ignore[attr-defined]

    @property
    def marks(self) -> tuple[str, ...]:
        """What happened."""
        return self.game.state.marks

    def decision(self, seat: Seat, name: str = "") -> OpenDecision:
        """The decision of a seat (with this name)."""
        return next(
            one
            for one in open_decisions(self.game.agenda)
            if one.seat == seat and name in ("", one.decision.name)  # type: ignore[attr-defined]
        )

    def judge(self, seat: Seat, decision: str, move: Struct) -> tuple[Struct, ...] | Refusal:
        """What becomes of an answer, without carrying on."""
        return decide(SCRIPT, self.game, seat, decision, move, self.chance)

    def make(self, seat: Seat, move: Struct, name: str = "") -> Closed:
        """A seat makes a legal move at its decision (with this name)."""
        events = self.judge(seat, self.decision(seat, name).id, move)
        assert not isinstance(events, Refusal), events
        self.game = extend(SCRIPT, self.game, events)
        closing = events[-1]
        assert isinstance(closing, Closed)
        return closing

    def pick(self, seat: Seat, name: str = "") -> Closed:
        """A seat answers."""
        return self.make(seat, Pick(), name)
