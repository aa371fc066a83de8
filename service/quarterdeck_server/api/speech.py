"""Speech: what is shown in words, in the language of the call that is being answered."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.words import NameOf, ScoreLine, Words, score_lines
from quarterdeck_server.api.languages import current_language
from quarterdeck_server.application.rejection import Kind, Rejection

Players: TypeAlias = Sequence[str | None]
"""Who holds each seat, in seat order."""

PHRASES = {
    Kind.MOVE_NOT_UNDERSTOOD: "the move cannot be read",
    Kind.FIELD_INVALID: "the request cannot be read",
    Kind.MOVE_REFUSED: "the rules do not allow it",
    Kind.TOKEN_MISSING: "a token is needed",
    Kind.TOKEN_INVALID: "the token is not valid[: {problem}]",
    Kind.NOT_YOUR_SEAT: "this is not your seat",
    Kind.ROLE_MAY_NOT: "your role does not allow it[: {role}]",
    Kind.TITLE_NOT_FOUND: "there is no such title[; there are: {titles}]",
    Kind.GAME_NOT_FOUND: "there is no such game",
    Kind.COMPONENT_SET_NOT_FOUND: "the title has no such component set",
    Kind.REQUEST_ID_REUSED: "the request id was used for another request",
    Kind.REVISION_NOT_AVAILABLE: "the game has no such revision[: {wanted}]",
    Kind.RATE_LIMITED: "too much is asked at once; try again a little later",
    Kind.READER_TOO_SLOW: "the stream was read too slowly; it can be resumed[ from revision {resume_revision}]",
    Kind.TRY_AGAIN: "this cannot be done now; try again a little later",
    Kind.GAME_UNREADABLE: "the log of this game cannot be read",
    Kind.INTERNAL_FAULT: "the service has a fault; its log has more under this id[: {fault}]",
}
"""Words for what happens at the border of the service; the other kinds are refusals of the engine, with its words."""


class Speech:
    """The words of all titles, and those of the service."""

    def __init__(self) -> None:
        self._words: dict[tuple[str, str], Words] = {}
        # What stands at the border are ids, not words of a title: they are told as one has to write them.
        phrases = {str(kind): phrase for kind, phrase in PHRASES.items()}
        self._own = Words({"refusals": phrases}, verbatim=True)

    def tell(self, title: Title[Any], kind: str, thing: Struct, players: Players) -> str:
        """A fact, move, decision or part of a component in words."""
        return self._of(title).tell(kind, thing, names(players))

    def ask(self, title: Title[Any], decision: Struct) -> str:
        """What a decision is about, in words for others than the seat that is asked."""
        return self._of(title).ask(word_of(type(decision)))

    def term(self, title: Title[Any], word: str) -> str:
        """A word of a title's rules, such as the id of a component, as people say it."""
        return self._of(title).term(word)

    def of_component(self, title: Title[Any], component: Component) -> Iterator[str]:
        """What a component does by itself, if the title's catalogue says it under its id."""
        words = self._of(title)
        if words.has("components", component.id):
            yield words.say("components", component.id, msgspec.structs.asdict(component), names(()))

    def score(self, title: Title[Any], sheet: Struct) -> Iterator[tuple[Seat, ScoreLine, str]]:
        """Each line of a score sheet: its seat, the line, and its words."""
        words = self._of(title)
        for seat, line in score_lines(sheet):
            facts = {fact.name: fact.value for fact in line.facts}
            yield seat, line, words.say("score", line.code, facts, names(()))

    def reject(self, rejection: Rejection) -> str:
        """A rejection in words, with the rule if a rule refused."""
        situation = rejection.situation
        is_of_rules = situation is not None and rejection.rule
        words = self._of(situation.title) if situation is not None and is_of_rules else self._own
        name_of = names(situation.players if situation is not None else ())
        told = words.refuse(rejection.reason, rejection.rule, rejection.details, name_of)
        wrong = "; ".join(f"{one.field}: {one.problem}" if one.field else one.problem for one in rejection.fields)
        return f"{told}: {wrong}" if wrong else told

    def _of(self, title: Title[Any]) -> Words:
        key = (title.name, current_language())
        words = self._words.get(key)
        if words is None:
            # English is all there is: see `LANGUAGES`.
            words = self._words[key] = Words(title.words())
        return words


def names(players: Players) -> NameOf:
    """What to call a seat: by its player, or by its number, counted from 0 as everywhere; by both if the player has
    several seats.
    """

    def name_of(seat: Seat) -> str:
        player = players[seat] if 0 <= seat < len(players) else None
        if not player:
            return f"seat {seat}"
        return player if players.count(player) == 1 else f"{player} (seat {seat})"

    return name_of
