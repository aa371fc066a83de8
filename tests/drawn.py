"""Positions of seeded games of Cooper Island as the service sends them, and drawings as text."""

import io

from rich.console import Console

from quarterdeck.cli.scene import Scene
from quarterdeck.cooper_island.v1.position_pb2 import Position
from quarterdeck.cooper_island.v1.score_pb2 import ScoreSheet
from quarterdeck.v1 import game_pb2, play_pb2
from quarterdeck.v1 import game_service_pb2 as pb
from quarterdeck_rules.titles import TITLES
from quarterdeck_server.api.components import component_messages
from quarterdeck_server.api.convert import Converter
from quarterdeck_server.api.speech import Speech
from tests.playouts import new_game, play_out

PLAYERS = ("Ada", "Bo", "Cleo", "Dan")
NAME = "cooper_island"
TITLE = TITLES[NAME]
COMPONENTS = list(component_messages(TITLE, TITLE.load_components(()), Speech()))


def recorded(seats, seed, options=()):
    """Every fortieth position of a random game, and its score sheet."""
    convert = Converter().fields
    game, _ = new_game(TITLE, TITLE.load_components(()), seats, seed, options)
    shown = [game, *(step.game for step in list(play_out(TITLE, game, seed, seed))[::40])]
    responses = []
    for one in shown:
        position = Position(**convert(TITLE.view(one.state, 0), Position.DESCRIPTOR))
        responses.append(
            pb.GetPositionResponse(
                position=play_pb2.Position(cooper_island=position), status=game_pb2.GAME_STATUS_ACTIVE
            )
        )
    sheet = ScoreSheet(**convert(TITLE.score_sheet(shown[-1].state, None), ScoreSheet.DESCRIPTOR))
    lines = [
        game_pb2.ScoreLine(seat=score.seat, code=line.code, points=line.points, words=f"{line.code} in words")
        for score in sheet.scores
        for line in score.lines
    ]
    standings = [play_pb2.Standing(seat=one.seat, points=one.total, rank=one.rank) for one in sheet.scores]
    return responses, pb.GetScoreSheetResponse(
        score_sheet=play_pb2.ScoreSheet(cooper_island=sheet), lines=lines, standings=standings
    )


def scene(response, width=100, points=None, seats=None):
    """What a table is drawn from."""
    return Scene(response, PLAYERS, width, COMPONENTS, points or {}, seats)


def text_of(drawn, width=300, colour=None):
    """A drawing as text."""
    out = io.StringIO()
    console = Console(file=out, width=width, color_system=colour, force_terminal=colour is not None)
    console.print(drawn)
    return out.getvalue()
