"""Moves as a list shows them where their notation is too long, or says too little."""

from collections.abc import Callable, Mapping

from quarterdeck.cli.puerto_rico.prices import Prices
from quarterdeck.cli.scene import Scene
from quarterdeck.cli.wording import plain, plural
from quarterdeck.puerto_rico.v1.move_pb2 import ArrangeColonists
from quarterdeck.puerto_rico.v1.position_pb2 import BoardView
from quarterdeck.v1.game_pb2 import LegalMove

WORDS: Mapping[str, str] = {
    "settler": "all take a tile; you may take a quarry",
    "mayor": "all get colonists and place them anew; you get one more",
    "builder": "all may build; you pay a doubloon less",
    "craftsman": "all produce; you take a barrel more",
    "trader": "all may sell a barrel; you get a doubloon more",
    "captain": "all have to load; you get a point more",
    "prospector": "you alone get a doubloon",
}
"""What each role is for."""


def entries(scene: Scene) -> Callable[[LegalMove], str]:
    """What a list shows of each move; nothing where its notation does."""
    prices = Prices(scene, None)
    board = scene.response.position.puerto_rico.boards[scene.response.viewer_seat]

    def entry(legal: LegalMove) -> str:
        move = legal.move.puerto_rico
        match move.WhichOneof("kind"):
            case "arrange_colonists":
                return changes(board, move.arrange_colonists)
            case "take_role":
                return _role(scene, move.take_role.placard, legal.move.notation.partition(" ")[2])
            case "offer_kind":
                return f"{move.offer_kind.building} ({prices.printed(move.offer_kind.building)})"
            case _:
                return ""

    return entry


def _role(scene: Scene, placard: str, written: str) -> str:
    """A role with the doubloons on it, and what it is for."""
    placards = scene.response.position.puerto_rico.placards
    doubloons = next(one.doubloons for one in placards if one.placard == placard)
    extra = f" +{plural(doubloons, 'doubloon')}" if doubloons else ""
    return f"{written}{extra}: {WORDS[placard.removeprefix('second_')]}"


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
