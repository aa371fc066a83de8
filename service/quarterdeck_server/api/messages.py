"""Messages: what viewers are shown of revisions, decisions and positions, built out of redacted values alone."""

from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import Message
from google.protobuf.timestamp_pb2 import Timestamp
from google.rpc.error_details_pb2 import LocalizedMessage
from msgspec import Struct

from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck_rules.conduct import case as cases
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.game import Created, Ended, Forked, Game, Joined, Started
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.title import Standing, Title, Viewer
from quarterdeck_server.api.conduct import ConductMessages
from quarterdeck_server.api.convert import Converter
from quarterdeck_server.api.languages import current_language
from quarterdeck_server.api.speech import Players, Speech
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.live import LiveGame, Revision
from quarterdeck_server.application.rejection import Kind, Rejection, Situation
from quarterdeck_server.store.port import Summary

_KEPT = 4096

_EXPLAINED = (Kind.DECISION_CLOSED, Kind.GAME_ENDED)
"""Rejections after which a client needs to know how the game stands."""


class Messages:
    """Builds messages, and remembers what many viewers of one audience ask for."""

    def __init__(self) -> None:
        self.converter = Converter()
        self._bytes: OrderedDict[tuple[str, str, int, Viewer, str], bytes] = OrderedDict()
        self.speech = Speech()
        self.conduct = ConductMessages(self.converter, self.speech)

    def cached(self, what: str, game_id: str, revision: int, viewer: Viewer, build: Callable[[], bytes]) -> bytes:
        """Serialised bytes of something that depends on game, revision, audience and language alone."""
        key = (what, game_id, revision, viewer, current_language())
        known = self._bytes.get(key)
        if known is None:
            known = self._bytes[key] = build()
            if len(self._bytes) > _KEPT:
                self._bytes.popitem(last=False)
        return known

    def shown(self, live: LiveGame, revision: Revision, viewer: Viewer) -> list[Struct]:
        """The events of a revision that viewers get, as this one may see them: the same places for everybody."""
        return cases.shown(live.offer.title, revision.events, viewer)

    def revision(self, live: LiveGame, revision: Revision, viewer: Viewer) -> play_pb2.Revision:
        """A revision as this viewer may see it."""
        title, players = live.offer.title, live.players_at(revision.number)
        return play_pb2.Revision(
            number=revision.number,
            events=[self.event(title, event, players) for event in self.shown(live, revision, viewer)],
            open_decisions=self.decisions(title, open_decisions(revision.closed.agenda), viewer, players),
        )

    def event(self, title: Title[Any], event: Struct, players: Players) -> play_pb2.Event:
        """An event that has been redacted."""
        kind, words = word_of(type(event)), self.speech.tell(title, "events", event, players)
        match event:
            case Created():
                return play_pb2.Event(kind=kind, words=words, created=created_message(event))
            case Joined():
                joined = play_pb2.Joined(seat=event.seat, player=event.player, entropy=event.entropy)
                return play_pb2.Event(kind=kind, words=words, joined=joined)
            case Started():
                return play_pb2.Event(kind=kind, words=words, started=play_pb2.Started())
            case Forked():
                return play_pb2.Event(kind=kind, words=words, forked=forked_message(event))
            case Ended():
                return play_pb2.Event(kind=kind, words=words, ended=ended_message(event))
        if type(event) in facts.EVENTS:
            return play_pb2.Event(kind=kind, words=words, conduct=self.conduct.event(event))
        return play_pb2.Event(kind=kind, words=words, **self._branch(title, event, play_pb2.Event.DESCRIPTOR))

    def decisions(
        self, title: Title[Any], opened: Iterable[OpenDecision], viewer: Viewer, players: Players
    ) -> list[play_pb2.OpenDecision]:
        """Open decisions; what exactly is to be decided is for the seat itself alone."""
        return [
            play_pb2.OpenDecision(
                decision_id=one.id,
                seat=one.seat,
                kind=word_of(type(one.decision)),
                decision=self._decision(title, one.decision) if one.seat == viewer else None,
                words=(
                    self.speech.tell(title, "decisions", one.decision, players)
                    if one.seat == viewer
                    else self.speech.ask(title, one.decision)
                ),
                rule=one.decision.rule,
            )
            for one in opened
        ]

    def move(self, offer: Offer, move: Struct) -> play_pb2.Move:
        """A move in both its forms."""
        branch = self._branch(offer.title, move, play_pb2.Move.DESCRIPTOR)
        return play_pb2.Move(notation=offer.notation.write(move), **branch)

    def position(self, title: Title[Any], game: Game[Any], viewer: Viewer) -> play_pb2.Position:
        """The position as this viewer may see it."""
        descriptor = play_pb2.Position.DESCRIPTOR
        return play_pb2.Position(**self._mirror(title, title.view(game.state, viewer), descriptor))

    def score_sheet(self, title: Title[Any], sheet: Struct) -> play_pb2.ScoreSheet:
        """Every line of the score, as the title says it."""
        return play_pb2.ScoreSheet(**self._mirror(title, sheet, play_pb2.ScoreSheet.DESCRIPTOR))

    def score_lines(self, title: Title[Any], sheet: Struct) -> list[game_pb2.ScoreLine]:
        """Every line of the score, as all titles say it."""
        return [
            game_pb2.ScoreLine(
                seat=seat,
                code=line.code,
                points=line.points,
                arguments=[game_pb2.Argument(name=fact.name, value=fact.value) for fact in line.facts],
                words=words,
            )
            for seat, line, words in self.speech.score(title, sheet)
        ]

    def explain(self, rejection: Rejection) -> list[Message]:
        """What goes along with the error of a rejection: its words, and how the game stands where that matters."""
        told = LocalizedMessage(locale=current_language(), message=self.speech.reject(rejection))
        situation = rejection.situation if rejection.kind in _EXPLAINED else None
        return [told] if situation is None or not situation.is_told else [told, self.situation(situation)]

    def situation(self, situation: Situation) -> play_pb2.Situation:
        """What a client has to know after a rejection."""
        return play_pb2.Situation(
            revision=situation.revision,
            open_decisions=self.decisions(
                situation.title, situation.open_decisions, situation.viewer, situation.players
            ),
            result=ended_message(situation.ended) if situation.ended is not None else None,
        )

    def _decision(self, title: Title[Any], decision: Struct) -> play_pb2.Decision:
        return play_pb2.Decision(**self._branch(title, decision, play_pb2.Decision.DESCRIPTOR))

    def _branch(self, title: Title[Any], value: Struct, descriptor: Descriptor) -> dict[str, Any]:
        """The title's own message, if the protos have one for it, holding a kind of something."""
        field = descriptor.fields_by_name.get(title.name)
        if field is None or field.message_type is None:
            return {}
        return {title.name: self.converter.one_of(value, field.message_type)}

    def _mirror(self, title: Title[Any], value: Struct, descriptor: Descriptor) -> dict[str, Any]:
        """The title's own message, if the protos have one for it."""
        field = descriptor.fields_by_name.get(title.name)
        if field is None or field.message_type is None:
            return {}
        return {title.name: self.converter.fields(value, field.message_type)}


def created_message(created: Created) -> play_pb2.Created:
    """The creation of a game."""
    return play_pb2.Created(
        title=created.title,
        rules_version=created.rules_version,
        component_set=created.component_set,
        seats=created.seats,
        options=option_messages(created.options),
        practice=created.practice,
        creator=created.creator,
        commitment=created.commitment,
        deal=created.deal,
    )


def forked_message(forked: Forked) -> play_pb2.Forked:
    """Where a game goes on from."""
    return play_pb2.Forked(parent=forked.parent, revision=forked.revision)


def option_messages(options: Iterable[tuple[str, str]]) -> list[play_pb2.OptionValue]:
    """Options with their values."""
    return [play_pb2.OptionValue(name=name, value=value) for name, value in options]


def ended_message(ended: Ended) -> play_pb2.Ended:
    """The result of a game."""
    return play_pb2.Ended(standings=standing_messages(ended.standings), reason=ended.reason)


def standing_messages(standings: Iterable[Standing]) -> list[play_pb2.Standing]:
    """How the seats have done."""
    return [play_pb2.Standing(seat=one.seat, points=one.points, rank=one.rank) for one in standings]


def status_number(status: str) -> game_pb2.GameStatus.ValueType:
    """Where a game stands, as the API says it."""
    return game_pb2.GameStatus.Value(f"GAME_STATUS_{status.upper()}")


def summary_message(game_id: str, summary: Summary) -> game_pb2.GameSummary:
    """A game in short."""
    return game_pb2.GameSummary(
        game_id=game_id,
        title=summary.title,
        status=status_number(summary.status),
        players=summary.players,
        practice=summary.practice,
        creator=summary.creator,
        create_time=timestamp(summary.created),
    )


def timestamp(text: str) -> Timestamp:
    """A time that is stored in ISO 8601."""
    time = Timestamp()
    time.FromJsonString(text)
    return time
