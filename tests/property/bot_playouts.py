"""Games that bots play among themselves, without a server: they are shown the messages that the service would send."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from msgspec import Struct

from quarterdeck.bots import Bot, BotClass, Moves
from quarterdeck.v1 import game_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.chance import KeyedChance
from quarterdeck_rules.engine.game import Game, extend
from quarterdeck_rules.engine.judge import decide, legal_answers, legal_anytime
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.engine.refusal import Refusal
from quarterdeck_server.api.components import component_messages
from quarterdeck_server.api.messages import Messages
from quarterdeck_server.api.moves import MoveReader
from quarterdeck_server.application.catalogue import Offer
from quarterdeck_server.application.reads import MOST_MOVES
from tests.playouts import MOST_MOVES as LONGEST_GAME
from tests.playouts import Step
from tests.property.kit import Playout, Setting

Choice = tuple[OpenDecision, Struct]


class BotPlayout(Playout):
    """One game of bots, one of each class for every seat.  The number decides it, as it does a random one.

    Lists of moves are cut after `most_listed`, as the service cuts them.
    """

    def __init__(
        self, setting: Setting, number: int, classes: Iterable[BotClass], most_listed: int = MOST_MOVES
    ) -> None:
        super().__init__(setting, number)
        self._messages, self._offer = Messages(), Offer(self.title)
        self._most, self._reader = most_listed, MoveReader(self._messages.converter)
        self.own_answers = 0
        """How many moves were made that had not been listed."""
        components = list(component_messages(self.title, self.components, self._messages.speech))
        self._bots: list[Bot] = [one(f"{self.seed}/{seat}", components) for seat, one in enumerate(classes)]
        assert len(self._bots) == setting.seats

    def play(self) -> Iterator[Step]:
        """The bots' moves to the end of the game."""
        game, chance = self.game, KeyedChance(self.seed)
        for _ in range(LONGEST_GAME):
            if game.agenda.is_empty:
                return
            seat = min(opened.seat for opened in open_decisions(game.agenda))
            opened, move = self.choose(game, seat)
            events = decide(self.title, game, seat, opened.id, move, chance)
            assert not isinstance(events, Refusal), (events, move)
            game = extend(self.title, game, events)
            yield Step(seat, opened, move, events, game)
        raise AssertionError("the game did not end")

    def choose(self, game: Game[Any], seat: int) -> Choice:
        """What the bot at this seat does."""
        choices = list(islice(self._choices(game, seat), self._most + 1))
        assert choices, f"nobody can answer for seat {seat}"
        listed = [self._legal_move(opened, move) for opened, move in choices[: self._most]]
        position = pb.GetPositionResponse(
            revision=game.revision,
            viewer_seat=seat,
            status=game_pb2.GAME_STATUS_ACTIVE,
            position=self._messages.position(self.title, game, seat),
            open_decisions=self._messages.decisions(self.title, open_decisions(game.agenda), seat, game.players),
        )
        chosen = self._bots[seat].choose(Moves(tuple(listed), len(choices) > self._most), position)
        for choice, legal in zip(choices, listed, strict=False):
            if legal is chosen:
                return choice
        return self._own_answer(game, seat, chosen)

    def _own_answer(self, game: Game[Any], seat: int, chosen: game_pb2.LegalMove) -> Choice:
        """An answer that is not listed, read as the service reads it."""
        self.own_answers += 1
        opened = next(one for one in open_decisions(game.agenda) if one.id == chosen.decision_id and one.seat == seat)
        return opened, self._reader.read(self._offer, chosen.move)

    def _choices(self, game: Game[Any], seat: int) -> Iterator[Choice]:
        own = [opened for opened in open_decisions(game.agenda) if opened.seat == seat]
        for opened in own:
            yield from ((opened, move) for move in legal_answers(game, opened))
        for opened in own:
            yield from ((opened, move) for move in legal_anytime(self.title, game, opened))

    def _legal_move(self, opened: OpenDecision, move: Struct) -> game_pb2.LegalMove:
        return game_pb2.LegalMove(
            decision_id=opened.id,
            kind=word_of(type(move)),
            anytime=not isinstance(move, opened.decision.answers),
            move=self._messages.move(self._offer, move),
        )
