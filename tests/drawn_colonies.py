"""Moments of seeded games of Puerto Rico as the service sends them: what its drawings are tested on."""

from itertools import islice
from typing import Any, NamedTuple

from quarterdeck.cli.scene import Scene
from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.game import Game
from quarterdeck_rules.engine.judge import legal_answers
from quarterdeck_rules.engine.notation import word_of
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.components import component_messages
from quarterdeck_server.api.messages import Messages, standing_messages
from quarterdeck_server.application.catalogue import Offer
from tests.playouts import new_game, play_out

PLAYERS = ("Ada", "Bo", "Cleo", "Dan", "Eve")
NAME = "puerto_rico"
TITLE = TITLES[NAME]
OFFER = Offer(TITLE)
MESSAGES = Messages()
COMPONENTS = list(component_messages(TITLE, OFFER.components, MESSAGES.speech))


class Moment(NamedTuple):
    """A game, and what the seat that is asked first is told of it."""

    game: Game[Any]
    seat: int
    response: pb.GetPositionResponse
    options: dict[str, str]


def recorded(seats, seed, every=12, **options):
    """Moments of a random game from its start to its end."""
    game, _ = new_game(TITLE, OFFER.components, seats, seed, tuple(options.items()))
    games = [game, *(step.game for step in play_out(TITLE, game, seed, seed))]
    return [_moment(one, options) for one in (*games[:-1:every], games[-1])]


def _moment(game, options):
    opened = list(open_decisions(game.agenda))
    seat = opened[0].seat if opened else 0
    response = pb.GetPositionResponse(
        position=MESSAGES.position(TITLE, game, seat),
        open_decisions=MESSAGES.decisions(TITLE, opened, seat, PLAYERS[: len(game.players)]),
        viewer_seat=seat,
        status=game_pb2.GAME_STATUS_ACTIVE,
    )
    return Moment(game, seat, response, options)


def sheet_of(moment):
    """The score sheet as the seat of a moment sees it, with standings if the game is over."""
    sheet = TITLE.score_sheet(moment.game.state, moment.seat)
    is_over = not list(open_decisions(moment.game.agenda))
    return pb.GetScoreSheetResponse(
        score_sheet=MESSAGES.score_sheet(TITLE, sheet),
        lines=MESSAGES.score_lines(TITLE, sheet),
        standings=standing_messages(TITLE.standings(moment.game.state)) if is_over else (),
        final=is_over,
    )


def moves_of(moment, most=500):
    """The legal answers of a moment."""
    opened = next(open_decisions(moment.game.agenda))
    return [
        game_pb2.LegalMove(
            decision_id=opened.id,
            kind=word_of(type(move)),
            move=MESSAGES.move(OFFER, move),
            words=MESSAGES.speech.tell(TITLE, "moves", move, PLAYERS),
        )
        for move in islice(legal_answers(moment.game, opened), most)
    ]


def scene(moment, width=80, points=None, seats=None):
    """What a table is drawn from."""
    players = PLAYERS[: len(moment.game.players)]
    return Scene(moment.response, players, width, COMPONENTS, points or {}, seats, moment.options)


def revisions_of(seats, seed, **options):
    """What is told of a whole random game, move by move."""
    game, log = new_game(TITLE, OFFER.components, seats, seed, tuple(options.items()))
    players = PLAYERS[:seats]
    yield play_pb2.Revision(number=game.revision, events=[_event(one, players) for one in log if _is_told(one)])
    for step in play_out(TITLE, game, seed, seed):
        events = [_event(one, players) for one in step.events if _is_told(one)]
        yield play_pb2.Revision(number=step.game.revision, events=events)


def _event(event, players):
    return MESSAGES.event(TITLE, event, players)


def _is_told(event):
    return type(event).__name__ not in ("Seeded", "Closed")
