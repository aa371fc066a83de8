"""The words of one title in one language."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import PERSONAL_FIELDS
from quarterdeck_rules.words.catalogues import ENGLISH, Catalogue, shared
from quarterdeck_rules.words.templates import Part, Place, in_form, names_in, number_of, parts_of, plural_rule

SEAT_FIELDS = frozenset({"seat", "owner"})
"""Fields that hold a seat: they are told by the name of who sits there."""

SPAN_FIELDS = frozenset({"span", "remaining"})
"""Fields that hold a number of milliseconds."""

DECISION_FIELDS = frozenset({"asked"})
"""Fields that hold a kind of decision, which is told as others than its seat are told of it."""

WRITTEN_FIELDS = frozenset({"move"})
"""Fields that hold a kind of move, which is told as one has to write it."""

_COUNTED = re.compile(r"([a-z_]+):(\d+)")
_UNITS = ((86400, "days"), (3600, "hours"), (60, "minutes"), (1, "seconds"))

NameOf = Callable[[int], str]
"""What to call a seat."""


class Words:
    """The words of one title in one language."""

    def __init__(self, catalogue: Catalogue, language: str = ENGLISH, *, verbatim: bool = False) -> None:
        """What the catalogue has no words for is told in those that all titles share.

        With `verbatim` ids are told as they are written, and not as people say them.
        """
        self._catalogue = catalogue
        self._shared = shared(language)
        self._verbatim = verbatim
        self._rule = plural_rule(language)

    def names(self, players: Sequence[str | None]) -> NameOf:
        """What to call a seat: by its player, or by its number, counted from 0 as everywhere; by both if the player has
        several seats.
        """

        def name_of(seat: int) -> str:
            player = players[seat] if 0 <= seat < len(players) else None
            if not player:
                return self._small("seat", number=seat)
            return player if players.count(player) == 1 else self._small("seat_of", player=player, number=seat)

        return name_of

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
        return self._term(word, "")

    def has(self, kind: str, code: str) -> bool:
        """Whether the catalogue has words of its own for a code."""
        return code in self._catalogue.get(kind, {})

    def say(self, kind: str, code: str, values: Mapping[str, Any], name_of: NameOf) -> str:
        """A code with its values in words."""
        template = self._template(kind, code)
        return code if template is None else self._fill(template, values, name_of, self._verbatim_in(kind, code))

    def refuse(self, reason: str, rule: str, details: Iterable[tuple[str, str]], name_of: NameOf) -> str:
        """A refusal in words: the obstacle, then the facts that its words do not name, and the rule."""
        template = self._template("refusals", reason)
        told = names_in(template) if template is not None else frozenset()
        verbatim = self._verbatim_in("refusals", reason)
        # Details are text; several values are joined by commas there.
        facts = {
            name: tuple(map(str.strip, value.split(","))) if "," in value and name not in verbatim else value
            for name, value in details
        }
        more = [
            text if name in SEAT_FIELDS else f"{self._fact(name)} {text}"
            for name, value in facts.items()
            if name not in told and value
            for text in (self._text(name, value, name_of, verbatim),)
        ]
        said = self.say("refusals", reason, facts, name_of)
        beside = f" ({', '.join(more)})" if more else ""
        ruled = f" [{self._small('rule')} {rule}]" if rule else ""
        return f"{said}{beside}{ruled}"

    def _template(self, kind: str, code: str) -> str | None:
        return self._catalogue.get(kind, {}).get(code) or self._shared.get(kind, {}).get(code)

    def _verbatim_in(self, kind: str, code: str) -> frozenset[str]:
        # In a title `by` and `reason` are words of its rules.
        return frozenset() if self.has(kind, code) else PERSONAL_FIELDS

    def _fill(
        self, template: str, values: Mapping[str, Any], name_of: NameOf, verbatim: frozenset[str], form: str = ""
    ) -> str:
        def told(piece: str | Place) -> str:
            if isinstance(piece, str):
                return piece
            value = values.get(piece.name)
            if piece.choice:
                return piece.choice[min(self._rule(number_of(value)), len(piece.choice) - 1)]
            return self._text(piece.name, value, name_of, verbatim, piece.form or form)

        return "".join(told(piece) for part in parts_of(template) if _is_told(part, values) for piece in part.pieces)

    def _text(self, field: str, value: Any, name_of: NameOf, verbatim: frozenset[str], form: str = "") -> str:
        if field in SEAT_FIELDS:
            # In the details of a refusal a seat is text.
            return self._small("supply", form) if value in (None, "") else name_of(int(value))
        if field in verbatim or field in WRITTEN_FIELDS:
            return str(value)
        if field in SPAN_FIELDS:
            return self._span(int(value))
        if field in DECISION_FIELDS:
            return self.ask(str(value))
        if isinstance(value, bool):
            return self._small("yes" if value else "no", form)
        if isinstance(value, tuple):
            told = (self._text("", part, name_of, verbatim, form) for part in value)
            return ", ".join(told) or self._small("nothing", form)
        if isinstance(value, Struct):
            template = self._template("values", word_for(type(value)))
            fields = msgspec.structs.asdict(value)
            return word_for(type(value)) if template is None else self._fill(template, fields, name_of, verbatim, form)
        if isinstance(value, str) and (counted := _COUNTED.fullmatch(value)):
            # In the details of a refusal a number of something is text.
            return f"{self._term(counted[1], form)}: {counted[2]}"
        return self._term(str(value), form)

    def _term(self, word: str, form: str) -> str:
        if self._verbatim:
            return word
        told = self._template("terms", word)
        return in_form(told, form) if told else word.replace("_", " ")

    def _fact(self, name: str) -> str:
        return self._template("facts", name) or name.replace("_", " ")

    def _small(self, word: str, form: str = "", **values: object) -> str:
        """A word that is no title's, such as `yes`, with its values as they are."""
        template = self._shared["words"][word]
        return self._fill(template, values, str, frozenset(values)) if values else in_form(template, form)

    def _span(self, milliseconds: int) -> str:
        """A span of time as people say it: its two largest parts, down to seconds."""
        left, parts = max(0, milliseconds) // 1000, []
        for seconds, unit in _UNITS:
            number, left = divmod(left, seconds)
            if number:
                parts.append(self._small(unit, number=number))
        return " ".join(parts[:2]) or self._small("seconds", number=0)


def word_for(value: type[Struct]) -> str:
    """The code of a small value in the catalogue: `placed_worker` for `PlacedWorker`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", value.__name__).lower()


def _is_told(part: Part, values: Mapping[str, Any]) -> bool:
    return not part.is_optional or all(_is_something(name, values.get(name)) for name in part.names)


def _is_something(name: str, value: Any) -> bool:
    # The first seat is number 0.
    return value is not None if name in SEAT_FIELDS else bool(value)
