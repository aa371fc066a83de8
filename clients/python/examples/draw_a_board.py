# ruff: noqa: T201  (an example prints what it finds)
"""Draw a board: a peninsula in the terminal, from the position alone.

python draw_a_board.py 127.0.0.1:50051 GAME SEAT [REVISION]
"""

import sys

from google.protobuf.json_format import MessageToDict

from quarterdeck.client import Desk, QuarterdeckError
from quarterdeck.client.moves.cooper_island import Good, Landscape, Ship, Structure
from quarterdeck.cooper_island.v1.position_pb2 import BoardView, LandView

NARROWEST = 8
"""Width of a space in letters, if nothing on the board needs more; rows are shifted by half of that."""


def text_of(space: LandView) -> str:
    """A space as its landscape, its level, and what lies on it."""
    if space.ruin:
        return "ruin"
    if not space.level:
        return "."
    text = f"{Landscape(space.landscape).name[:3].lower()}{space.level}"
    if space.HasField("cube"):  # `optional` fields say whether they are there
        text += f" {Good(space.cube).name.lower()}"
    if space.HasField("structure"):
        text += f" {Structure(space.structure).name[:3]}"
    return text


def rows(board: BoardView) -> list[str]:
    """The land row by row.  Coordinates are axial: r counts rows from the tip, q + r/2 columns from left to right."""
    # In halves of a column, so that all numbers are whole.
    place = {(2 * space.q + space.r, space.r): text_of(space) for space in board.land}
    left = min(column for column, _ in place)
    # The longest text has a gap behind it, and half a column is a whole number of letters.
    half = (max(NARROWEST, *(len(text) + 2 for text in place.values())) + 1) // 2
    drawn = []
    for row in range(max(r for _, r in place) + 1):
        line = ""
        for column in sorted(column for column, r in place if r == row):
            line = line.ljust((column - left) * half) + place[column, row]
        drawn.append(line)
    return drawn


def main(address: str, game: str, seat: str, revision: str | None = None) -> None:
    """Draw the board of a seat as a spectator sees it, now or as it was at a revision."""
    with Desk(address) as desk:
        table = desk.position(game, int(revision) if revision else None)
        position = table.position.cooper_island
        if table.title != "cooper_island":
            sys.exit(f"a game of {table.title} has no peninsula")
        if not table.HasField("position"):
            sys.exit("the game had not started by then")
        if int(seat) >= len(position.boards):
            sys.exit(f"there is no seat {seat}: the game has {len(position.boards)}, counted from 0")
        board = position.boards[int(seat)]
        print(f"Revision {table.revision}, round {position.round}, the peninsula of seat {seat}:\n")
        print("\n".join(rows(board)))
        print(f"\nstorage: {', '.join(Good(good).name.lower() for good in board.storage) or 'nothing'}")
        for ship in board.ships:
            name = Ship(ship.ship).name.lower().replace("_", " ")
            print(f"{name}: {ship.steps} steps, {ship.anchors} anchors, on water space {ship.bank} of {position.banks}")

        # What a name stands for is data of the service: nothing of the box has to be written into a client.
        boats = desk.components(table.title, table.component_set, table="boats")
        actions = {one.component_id: MessageToDict(one.fields)["action"]["do"] for one in boats}
        for boat in board.boats:
            print(f"boat in reserve: {boat}, which does {actions[boat]}")


if __name__ == "__main__":
    given = sys.argv[1:]
    if len(given) not in (3, 4) or not all(number.isdecimal() for number in given[2:]):
        sys.exit("usage: python draw_a_board.py ADDRESS GAME SEAT [REVISION]")
    try:
        main(*given)
    except QuarterdeckError as error:
        sys.exit(error.words)
