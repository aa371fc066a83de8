"""Measures: numbers that milestones, royal orders and flags read from the table."""

from msgspec import UNSET

from quarterdeck_rules.cooper_island.goals import (
    BoatsBuilt,
    BuildingsBuilt,
    EmptyStorageSpots,
    LargestArea,
    LidsTaken,
    LogBooksGained,
    Measure,
    SpacesAtLevel,
    StatuesBuilt,
    StructuresOn,
    UnchartedSpaces,
)
from quarterdeck_rules.cooper_island.goods import free_spots
from quarterdeck_rules.cooper_island.state import Board, Island
from quarterdeck_rules.cooper_island.terms import Landscape, Structure
from quarterdeck_rules.engine.steps import Seat


def measured(island: Island, seat: Seat, measure: Measure) -> int:
    """CI-SCORE-1  What a measure counts for a seat, as the table lies now."""
    board = island.boards[seat]
    match measure:
        case BoatsBuilt():
            return sum(moored is not None for moored in board.moored)
        case BuildingsBuilt():
            return sum(pile.structure is not None for pile in board.piles) - statues(board)
        case StatuesBuilt():
            return statues(board)
        case LidsTaken():
            return board.lids + len(board.crates)
        case SpacesAtLevel(level):
            return sum(pile.level >= level for pile in board.piles)
        case UnchartedSpaces():
            return uncharted(board)
        case LargestArea(landscapes):
            return max(_largest_area(island, board, landscape) for landscape in landscapes)
        case LogBooksGained():
            return len(board.log_books)
        case EmptyStorageSpots():
            return free_spots(island, seat)
        case StructuresOn(landscape, level):
            return sum(
                pile.structure is not None
                and pile.level >= level
                and (landscape is UNSET or pile.landscape is landscape)
                for pile in board.piles
            )


def statues(board: Board) -> int:
    """Statues on the peninsula."""
    return sum(pile.structure is Structure.STATUE for pile in board.piles)


def uncharted(board: Board) -> int:
    """Spaces without landscape, with or without a ruin."""
    return sum(not pile.level for pile in board.piles)


def _largest_area(island: Island, board: Board, landscape: Landscape) -> int:
    left = {place for place, pile in enumerate(board.piles) if pile.landscape is landscape}
    largest = 0
    while left:
        edge, size = [left.pop()], 0
        while edge:
            size += 1
            reached = [place for place in island.box.neighbours[edge.pop()] if place in left]
            left.difference_update(reached)
            edge.extend(reached)
        largest = max(largest, size)
    return largest
