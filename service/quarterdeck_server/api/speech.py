"""Speech: what is shown in words, in the language of the call that is being answered."""

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from quarterdeck_rules.engine.components import Component
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.options import OptionSpec
from quarterdeck_rules.engine.steps import Seat
from quarterdeck_rules.engine.title import Title
from quarterdeck_rules.words import Catalogue, ScoreLine, Words, read, score_lines
from quarterdeck_server.api.languages import current_language
from quarterdeck_server.application.rejection import Rejection

Players: TypeAlias = Sequence[str | None]
"""Who holds each seat, in seat order."""


class Speech:
    """The words of all titles, and those of the service."""

    def __init__(self) -> None:
        self._words: dict[tuple[str, str, str], Words] = {}
        self._own: dict[str, Words] = {}

    def tell(self, title: Title[Any], kind: str, thing: Struct, players: Players) -> str:
        """A fact, move, decision or part of a component in words."""
        words = self._of(title)
        return words.tell(kind, thing, words.names(players))

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
            yield words.say("components", component.id, msgspec.structs.asdict(component), words.names(()))

    def score(self, title: Title[Any], sheet: Struct) -> Iterator[tuple[Seat, ScoreLine, str]]:
        """Each line of a score sheet: its seat, the line, and its words."""
        words = self._of(title)
        for seat, line in score_lines(sheet):
            facts = {fact.name: fact.value for fact in line.facts}
            yield seat, line, words.say("score", line.code, facts, words.names(()))

    def reject(self, rejection: Rejection) -> str:
        """A rejection in words, with the rule if a rule refused."""
        situation = rejection.situation
        is_of_rules = situation is not None and rejection.rule
        words = self._of(situation.title) if situation is not None and is_of_rules else self._of_service()
        name_of = words.names(situation.players if situation is not None else ())
        told = words.refuse(rejection.reason, rejection.rule, rejection.details, name_of)
        wrong = "; ".join(f"{one.field}: {one.problem}" if one.field else one.problem for one in rejection.fields)
        return f"{told}: {wrong}" if wrong else told

    def option(self, title: Title[Any], option: OptionSpec) -> str:
        """What an option of a title does."""
        words = self._of(title)
        # English stands beside the option itself.
        return words.say("options", option.name, {}, str) if words.has("options", option.name) else option.help

    def _of(self, title: Title[Any]) -> Words:
        language = current_language()
        key = (title.name, title.rules_version, language)
        words = self._words.get(key)
        if words is None:
            words = self._words[key] = Words(title.words(language), language)
        return words

    def _of_service(self) -> Words:
        language = current_language()
        words = self._own.get(language)
        if words is None:
            # What stands at the border are ids, not words of a title: they are told as one has to write them.
            words = self._own[language] = Words(phrases(language), language, verbatim=True)
        return words


def phrases(language: str) -> Catalogue:
    """Words for what happens at the border of the service; the other kinds are refusals of the rules."""
    return read("quarterdeck_server.api", language)
