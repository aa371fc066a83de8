"""What facts of workers, fees, milestones and royal orders do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, less_items, on_board, to_market, unchanged, without
from quarterdeck_rules.cooper_island.state import Assigned, Board, Island, Stack


def _worker_placed(island: Island, event: events.WorkerPlaced) -> Island:
    board = island.boards[event.seat]
    board = replace(board, available=board.available.plus(event.worker, -1))
    below = next(
        (stack for stack in island.stacks if stack.section == event.section and stack.worker is event.worker), None
    )
    if below is None:
        stacks = (*island.stacks, Stack(event.section, event.worker, (event.seat,)))
    else:
        higher = replace(below, seats=(*below.seats, event.seat))
        stacks = tuple(higher if stack is below else stack for stack in island.stacks)
    return replace(island.with_board(event.seat, board), stacks=stacks)


def _fee_paid(island: Island, event: events.FeePaid) -> Island:
    island = island.with_board(event.seat, less_items(island, island.boards[event.seat], (event.item,)))
    if event.owner is None:
        return island
    return island.with_board(event.owner, to_market(island.boards[event.owner], (event.item.good,)))


def _workers_returned(island: Island, event: events.WorkersReturned) -> Island:
    boards = list(island.boards)
    for stack in island.stacks:
        for seat in stack.seats:
            boards[seat] = replace(boards[seat], available=boards[seat].available.plus(stack.worker, 1))
    return replace(island, boards=tuple(boards), stacks=())


def _milestone_reached(island: Island, board: Board, event: events.MilestoneReached) -> Board:
    return replace(board, goals=without(board.goals, (event.token,)), flipped=(*board.flipped, event.token))


def _token_moved(island: Island, board: Board, event: events.TokenMoved) -> Board:
    return replace(board, flipped=without(board.flipped, (event.token,)), hire_spaces=(*board.hire_spaces, event.space))


def _worker_hired(island: Island, board: Board, event: events.WorkerHired) -> Board:
    return replace(board, locked=board.locked.plus(event.worker, -1), available=board.available.plus(event.worker, 1))


def _worker_assigned(island: Island, event: events.WorkerAssigned) -> Island:
    board = island.boards[event.seat]
    board = replace(board, available=board.available.plus(event.worker, -1))
    orders = tuple(
        Assigned(order.order, event.seat, event.worker) if order.order == event.order else order
        for order in island.orders
    )
    return replace(island.with_board(event.seat, board), orders=orders)


EVOLVERS: Evolvers = {
    events.WorkerPlaced: _worker_placed,
    events.FeePaid: _fee_paid,
    events.WorkersReturned: _workers_returned,
    events.WorkerAssigned: _worker_assigned,
    events.MilestoneReached: on_board(_milestone_reached),
    events.TokenMoved: on_board(_token_moved),
    events.WorkerHired: on_board(_worker_hired),
    events.FeeRefused: unchanged,
}
"""What these facts do."""
