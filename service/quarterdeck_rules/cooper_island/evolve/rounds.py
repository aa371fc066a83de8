"""What facts of set-up, rounds and turns do to the table."""

from msgspec.structs import replace

from quarterdeck_rules.cooper_island import events
from quarterdeck_rules.cooper_island.evolve.change import Evolvers, on_board
from quarterdeck_rules.cooper_island.state import Assigned, Board, Island
from quarterdeck_rules.cooper_island.terms import Phase


def _orders_displayed(island: Island, event: events.OrdersDisplayed) -> Island:
    return replace(island, orders=tuple(Assigned(order) for order in event.orders))


def _token_taken(island: Island, event: events.CooperTokenTaken) -> Island:
    return replace(island, token=event.seat)


def _round_began(island: Island, event: events.RoundBegan) -> Island:
    return replace(island, round=event.round)


def _phase_began(island: Island, event: events.PhaseBegan) -> Island:
    # The window before scoring belongs to the fifth clean-up: it brings no cartographer use of its own.
    used = event.phase is Phase.GAME_END
    boards = tuple(
        replace(board, cartographer_used=used and board.cartographer_used, taken=(), fed=False, finished=False)
        for board in island.boards
    )
    return replace(island, phase=event.phase, boards=boards, clean_up_step=0, turn=None)


def _step_began(island: Island, event: events.CleanUpStepBegan) -> Island:
    boards = tuple(replace(board, finished=False) for board in island.boards)
    return replace(island, clean_up_step=event.step, boards=boards)


def _step_finished(island: Island, board: Board, event: events.StepFinished) -> Board:
    return replace(board, finished=True)


def _turn_began(island: Island, event: events.TurnBegan) -> Island:
    board = replace(island.boards[event.seat], cartographer_used=False, taken=())
    return replace(island.with_board(event.seat, board), turn=event.seat)


def _turn_ended(island: Island, event: events.TurnEnded) -> Island:
    return replace(island, turn=None)


def _action_taken(island: Island, board: Board, event: events.ActionTaken) -> Board:
    return replace(board, taken=(*board.taken, event.action))


EVOLVERS: Evolvers = {
    events.OrdersDisplayed: _orders_displayed,
    events.CooperTokenTaken: _token_taken,
    events.RoundBegan: _round_began,
    events.PhaseBegan: _phase_began,
    events.CleanUpStepBegan: _step_began,
    events.TurnBegan: _turn_began,
    events.TurnEnded: _turn_ended,
    events.ActionTaken: on_board(_action_taken),
    events.StepFinished: on_board(_step_finished),
}
"""What these facts do."""
