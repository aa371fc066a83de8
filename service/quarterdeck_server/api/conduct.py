"""Conduct as messages, and the terms of a game out of one."""

from typing import Any

from google.protobuf.duration_pb2 import Duration
from msgspec import Struct

from quarterdeck.v1 import conduct_pb2, game_pb2
from quarterdeck.v1 import referee_service_pb2 as pb
from quarterdeck_rules.conduct.conduct import Conduct, Proposal
from quarterdeck_rules.conduct.terms import Bank, Clock, Correspondence, PerMove, Terms, TimeoutPolicy, UndoPolicy
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_server.api.convert import Converter, UnreadableError, kinds_by_word
from quarterdeck_server.api.requests import short
from quarterdeck_server.api.speech import Speech
from quarterdeck_server.application.live import LiveGame
from quarterdeck_server.application.referee import UndoState
from quarterdeck_server.application.rejection import invalid, refused

_CLOCKS: tuple[type[Struct], ...] = (PerMove, Bank, Correspondence)


class ConductMessages:
    """Builds messages of conduct; it has no secrets, so all viewers get the same."""

    def __init__(self, converter: Converter, speech: Speech) -> None:
        self._converter = converter
        self._speech = speech

    def conduct(self, conduct: Conduct) -> conduct_pb2.Conduct:
        """The conduct of a game."""
        return conduct_pb2.Conduct(**self._converter.fields(conduct, conduct_pb2.Conduct.DESCRIPTOR))

    def proposal(self, proposal: Proposal | None) -> conduct_pb2.Proposal | None:
        """What is proposed, if anything is."""
        if proposal is None:
            return None
        return conduct_pb2.Proposal(**self._converter.fields(proposal, conduct_pb2.Proposal.DESCRIPTOR))

    def event(self, event: Struct) -> conduct_pb2.ConductEvent:
        """A fact of conduct."""
        return conduct_pb2.ConductEvent(**self._converter.one_of(event, conduct_pb2.ConductEvent.DESCRIPTOR))

    def undo(self, live: LiveGame, state: UndoState) -> pb.GetUndoResponse:
        """What a seat may take back."""
        return pb.GetUndoResponse(
            revision=live.game.revision,
            targets=state.targets,
            obstacle=self._obstacle(live, state.refusal),
            asks_others=state.asks_others,
            redo=state.redo,
            redo_obstacle=self._obstacle(live, state.redo_refusal),
            proposal=self.proposal(live.conduct.proposal),
        )

    def _obstacle(self, live: LiveGame, refusal: Refusal | None) -> pb.Obstacle | None:
        if refusal is None:
            return None
        return pb.Obstacle(
            reason=refusal.reason,
            rule=refusal.rule,
            arguments=[game_pb2.Argument(name=name, value=value) for name, value in refusal.details],
            words=self._speech.reject(refused(refusal, live.situation(None))),
        )


class TermsReader:
    """Reads the terms that a game is to be created with; what is not said has its default."""

    def __init__(self, converter: Converter) -> None:
        self._read_clock = converter.chooser(kinds_by_word(_CLOCKS), conduct_pb2.Clock.DESCRIPTOR)

    def read(self, message: conduct_pb2.Terms) -> Terms:
        """The terms; Rejection FIELD_INVALID."""
        usual = Terms()
        return Terms(
            _member(UndoPolicy, message.undo, "UNDO_POLICY_", conduct_pb2.UndoPolicy, "terms.undo", usual.undo),
            self._clock(message.clock) if message.HasField("clock") else None,
            _member(
                TimeoutPolicy,
                message.on_timeout,
                "TIMEOUT_POLICY_",
                conduct_pb2.TimeoutPolicy,
                "terms.on_timeout",
                usual.on_timeout,
            ),
            _delay(message.spectator_delay),
        )

    def _clock(self, message: conduct_pb2.Clock) -> Clock:
        try:
            clock: Clock = self._read_clock(message)
        except UnreadableError as error:
            raise invalid(error.below("terms.clock").field, error.problem) from None
        if isinstance(clock, Correspondence):
            short("terms.clock.correspondence.time_zone", clock.time_zone)
        return clock


def _delay(message: Duration) -> int:
    if message.nanos % 1_000_000:
        raise invalid("terms.spectator_delay", "whole milliseconds are taken")
    return message.seconds * 1000 + message.nanos // 1_000_000


def _member(kind: Any, number: int, prefix: str, enum: Any, field: str, usual: Any) -> Any:
    if number == 0:
        return usual
    if number not in enum.values():
        raise invalid(field, f"{number} is no {enum.DESCRIPTOR.name}")
    return kind[enum.Name(number).removeprefix(prefix)]
