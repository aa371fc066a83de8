"""The number of legal sequences of moves is what it was."""

import pytest

from quarterdeck_rules.titles import TITLES
from tests.golden import perft
from tests.golden.record import POSITIONS

COUNTED = [
    pytest.param(path.stem, position, number, id=f"{path.stem} {position}".replace(" ", "-"))
    for path in sorted(perft.FOLDER.glob("*.txt"))
    for position, number in perft.read(path)
]


@pytest.mark.parametrize(("name", "position", "number"), COUNTED)
def test_a_position_has_as_many_sequences_of_moves_as_it_had(name: str, position: perft.Position, number: int):
    title = TITLES[name]
    game = perft.reached(title, position)
    counts = list(perft.divided(title, game, position))
    now = sum(count for _, count in counts)
    told = "\n".join(f"{count:8} {move}" for move, count in counts)
    assert now == number, f"{now} instead of {number}; per first move:\n{told}"


@pytest.mark.parametrize("name", TITLES)
def test_every_title_has_its_positions_counted(name: str):
    assert [position for position, _ in perft.read(perft.FOLDER / f"{name}.txt")] == list(POSITIONS[name])
