"""Words: a title's catalogue turned into sentences.  Rules speak in codes; this is for people at the edge.

A template names values in braces.  A part in square brackets is left out if a value that it names is nothing: false,
zero, empty.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.codec import tag_of

SEAT_FIELDS = frozenset({"seat", "owner"})
"""Fields that hold a seat: they are told by the name of who sits there."""

PLAYER_FIELDS = frozenset({"player", "creator", "by", "reason"})
"""Fields that hold a player's name, or somebody's own words, which are told as they are."""

SPAN_FIELDS = frozenset({"span", "remaining"})
"""Fields that hold a number of milliseconds."""

DECISION_FIELDS = frozenset({"asked"})
"""Fields that hold a kind of decision, which is told as others than its seat are told of it."""

SHARED: Mapping[str, Mapping[str, str]] = {
    "events": {
        "created": "{creator} creates a game of {title} for {seats} seats",
        "joined": "{player} takes a seat",
        "started": "the game starts",
        "ended": "the game has ended",
        "terms_set": "the terms of the game are agreed",
        "undone": "[{seat} takes moves back][{by} takes moves back ({reason})]: the game stands as after revision {to}",
        "redone": "{seat} has moves count again: the game stands as after revision {to}",
        "proposed": "{seat} proposes {subject}",
        "agreed": "{seat} agrees",
        "proposal_closed": "the proposal is {outcome}[ by {seat}]",
        "clock_changed": "the clock of {seat} shows {remaining}",
        "timed_out": "the time of {seat} is out",
        "time_added": "{seat} gets {span} more, because {cause}[: {reason}]",
        "move_forced": "a move is made for {seat}, because {cause}[: {reason}]",
        "seat_left": "{seat} leaves the game: {how}",
        "seat_passed": "{player} takes a seat over[ ({reason})]",
        "paused": "{by} pauses the game: {reason}",
        "resumed": "{by} has the game go on: {reason}",
        "adjudicated": "{by} gives the result: {reason}",
        "voided": "{by} ends the game without a result: {reason}",
    },
    "values": {
        "undo": "to take moves back to revision {to}",
        "redo": "to have moves count again, as after revision {to}",
        "abandon": "to end the game without a result",
    },
    "terms": {
        "service_away": "no server was running",
        "time_out": "its time is out",
        "left": "it has left the game",
        "house": "the house bot holds the seat",
        "director": "a director says so",
        "resigned": "resigned",
        "timed_out": "time out",
    },
    "refusals": {
        "DECISION_CLOSED": "nobody waits for this answer any more",
        "MOVE_NOT_EXPECTED": "this move is no answer to what is asked, which is: {asked}",
        "GAME_NOT_STARTED": "the game has not started yet",
        "GAME_ALREADY_STARTED": "the game has started already",
        "GAME_ENDED": "the game has ended",
        "SEAT_TAKEN": "the seat has its player already",
        "SEATS_OPEN": "a game starts when all its seats are taken; still open: {open}",
        "UNDO_NOT_AGREED": "in this game no moves are taken back",
        "DIRECTOR_DECIDES": "in this game a director decides whether moves are taken back",
        "NO_WAY_BACK": "there is no way back to revision {to}: not played yet, taken back, or before the start",
        "NOTHING_TO_UNDO": "no move came after revision {to}",
        "MOVE_WAS_FORCED": "revision {revision} was a move made for the seat",
        "ANOTHER_SEAT_MOVED": "revision {revision} belongs to another seat",
        "CHANCE_DECIDED": "chance decided something in revision {revision}",
        "SECRET_TOLD": "revision {revision} told a secret",
        "DIRECTOR_TOOK_BACK": "a director took those moves back",
        "NOTHING_TO_REDO": "there are no moves that could count again",
        "PROPOSAL_OPEN": "another proposal, of revision {proposal}, waits for answers",
        "PROPOSAL_GONE": "no proposal of revision {proposal} is open",
        "OWN_PROPOSAL": "a seat does not answer its own proposal",
        "NOT_OWN_PROPOSAL": "only the seat that proposed can take it back",
        "AGREED_ALREADY": "the seat has agreed already",
        "GAME_PAUSED": "a director has paused the game",
        "GAME_NOT_PAUSED": "the game is not paused",
        "NO_CLOCK": "the game has no clocks",
        "TIME_IS_OUT": "the time of the seat is out; a director decides",
        "SEAT_HAS_LEFT": "the seat has left the game",
        "SEAT_HELD_ALREADY": "{player} has the seat already",
        "NOT_WAITED_FOR": "nobody waits for {seat}",
        "RANKS_DO_NOT_FIT": "one rank per seat is needed; 1 is best, equals share one and the next are passed over",
    },
}
"""Words for the facts and refusals that all titles share."""

NameOf = Callable[[int], str]

_OPTIONAL = re.compile(r"\[([^\[\]]*)\]")
_Part: TypeAlias = tuple[str, tuple[str, ...], bool]
"""A piece of a template, the values it names, and whether it may be left out."""


class _Fact(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def value(self) -> str: ...


class ScoreLine(Protocol):
    """A line of a score sheet: what it is for, its points, and the named facts that these follow from."""

    @property
    def code(self) -> str:
        """What it is for."""

    @property
    def points(self) -> int:
        """Its points."""

    @property
    def facts(self) -> Sequence[_Fact]:
        """What they follow from."""


class _SeatLines(Protocol):
    @property
    def seat(self) -> int: ...
    @property
    def lines(self) -> Sequence[ScoreLine]: ...


@runtime_checkable
class LinedSheet(Protocol):
    """A score sheet that is made of lines per seat, as the words need it."""

    @property
    def scores(self) -> Sequence[_SeatLines]:
        """Each seat with its lines."""


def score_lines(sheet: Struct) -> Iterator[tuple[int, ScoreLine]]:
    """Each line of a score sheet with the seat that has it; none if the title's sheet is not made of lines."""
    if isinstance(sheet, LinedSheet):
        for score in sheet.scores:
            for line in score.lines:
                yield score.seat, line


class Words:
    """The words of one title in one language."""

    def __init__(self, catalogue: Mapping[str, Mapping[str, str]], *, verbatim: bool = False) -> None:
        """With `verbatim` ids are told as they are written, and not as people say them."""
        self._catalogue = catalogue
        self._verbatim = verbatim
        self._terms = catalogue.get("terms", {})
        self._parts: dict[str, tuple[_Part, ...]] = {}

    def tell(self, kind: str, thing: Struct, name_of: NameOf) -> str:
        """A fact, move, decision or part of a component (`events`, `moves`, `decisions`, `components`) in words.

        Its code if the catalogue has none.
        """
        # A stored name is `title.word.version`; a part of a component that is no step goes by the word alone.
        code = tag_of(thing).split(".")[-2:][0]
        return self.say(kind, code, msgspec.structs.asdict(thing), name_of)

    def ask(self, kind: str) -> str:
        """What a kind of decision is about, as everybody may know it; the kind as words if the catalogue has none."""
        return self._catalogue.get("questions", {}).get(kind, kind.replace("_", " "))

    def term(self, word: str) -> str:
        """A word of the rules, such as the id of a component, as people say it."""
        return self._text("", word, str)

    def has(self, kind: str, code: str) -> bool:
        """Whether the catalogue has words of its own for a code."""
        return code in self._catalogue.get(kind, {})

    def say(self, kind: str, code: str, values: Mapping[str, Any], name_of: NameOf) -> str:
        """A code with its values in words."""
        template = self._template(kind, code)
        if template is None:
            return code
        return "".join(
            text.format(**{name: self._text(name, values.get(name), name_of) for name in names})
            for text, names, is_optional in self._parts_of(template)
            if not is_optional or all(_is_something(name, values.get(name)) for name in names)
        )

    def refuse(self, reason: str, rule: str, details: Iterable[tuple[str, str]], name_of: NameOf) -> str:
        """A refusal in words: the obstacle, then the facts that its words do not name, and the rule."""
        # Details are text; several values are joined by commas there.
        facts = {name: tuple(map(str.strip, value.split(","))) if "," in value else value for name, value in details}
        template = self._template("refusals", reason)
        told = {name for _, names, _ in self._parts_of(template) for name in names} if template is not None else set()
        more = [
            text if name in SEAT_FIELDS else f"{name.replace('_', ' ')} {text}"
            for name, value in facts.items()
            if name not in told and value
            for text in (self._text(name, value, name_of),)
        ]
        said = self.say("refusals", reason, facts, name_of)
        beside = f" ({', '.join(more)})" if more else ""
        return f"{said}{beside}{f' [rule {rule}]' if rule else ''}"

    def _template(self, kind: str, code: str) -> str | None:
        return self._catalogue.get(kind, {}).get(code) or SHARED.get(kind, {}).get(code)

    def _parts_of(self, template: str) -> tuple[_Part, ...]:
        parts = self._parts.get(template)
        if parts is None:
            parts = self._parts[template] = tuple(_split(template))
        return parts

    def _text(self, field: str, value: Any, name_of: NameOf) -> str:
        if field in SEAT_FIELDS:
            # In the details of a refusal a seat is text.
            return "the supply" if value in (None, "") else name_of(int(value))
        if field in PLAYER_FIELDS:
            return str(value)
        if field in SPAN_FIELDS:
            return span_of(int(value))
        if field in DECISION_FIELDS:
            return self.ask(str(value))
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, tuple):
            return ", ".join(self._text("", part, name_of) for part in value) or "nothing"
        if isinstance(value, Struct):
            return self.say("values", word_for(type(value)), msgspec.structs.asdict(value), name_of)
        text = str(value)
        if self._verbatim:
            return text
        return self._terms.get(text) or SHARED["terms"].get(text) or text.replace("_", " ")


def span_of(milliseconds: int) -> str:
    """A span of time as people say it: its two largest parts, down to seconds."""
    left, parts = max(0, milliseconds) // 1000, []
    for seconds, unit in ((86400, "d"), (3600, "h"), (60, "min"), (1, "s")):
        count, left = divmod(left, seconds)
        if count:
            parts.append(f"{count} {unit}")
    return " ".join(parts[:2]) or "0 s"


def word_for(value: type[Struct]) -> str:
    """The code of a small value in the catalogue: `placed_worker` for `PlacedWorker`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", value.__name__).lower()


def _is_something(name: str, value: Any) -> bool:
    # The first seat is number 0.
    return value is not None if name in SEAT_FIELDS else bool(value)


def _split(template: str) -> Iterator[_Part]:
    for place, text in enumerate(_OPTIONAL.split(template)):
        if text:
            # Every second piece was in brackets.
            yield text, tuple(name for _, name, _, _ in Formatter().parse(text) if name), place % 2 == 1
