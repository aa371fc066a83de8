"""Moves as a list shows them where their notation is too long, or says too little."""

from collections.abc import Callable, Mapping

from quarterdeck.cli.puerto_rico.prices import Prices
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import plain
from quarterdeck.puerto_rico.v1.move_pb2 import ArrangeColonists
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView
from quarterdeck.v1.game_pb2 import LegalMove


def entries(scene: Scene) -> Callable[[LegalMove], str]:
    """What a list shows of each move; nothing where its notation does."""
    prices = Prices(scene, None)
    board = scene.response.position.puerto_rico.boards[scene.response.viewer_seat]

    def entry(legal: LegalMove) -> str:
        move = legal.move.puerto_rico
        match move.WhichOneof("kind"):
            case "arrange_colonists":
                return changes(board, move.arrange_colonists)
            case "offer_kind":
                return f"{move.offer_kind.building} ({prices.printed(move.offer_kind.building)})"
            case _:
                return ""

    return entry


def changes(board: BoardView, move: ArrangeColonists) -> str:
    """What a placement of all colonists changes: where there are more then, and where fewer."""
    there: Mapping[str, int] = {
        **{one.tile: one.colonists for one in board.island},
        **{one.building: one.colonists for one in board.city},
    }
    wanted = {one.spot: one.count for one in move.colonists}
    told = [
        f"{wanted.get(spot, 0) - count:+d} {plain(spot)}"
        for spot, count in there.items()
        if wanted.get(spot, 0) != count
    ]
    if move.declined:
        told.append(f"declined {move.declined}")
    return ", ".join(told) or "all stay"
