"""The client: calls of the service with tokens, deadlines, retries and typed errors.

with Desk(DEFAULT_ADDRESS, token) as desk:
    game = desk.create_game("cooper_island", seats=2)

`AsyncDesk` makes the same calls for asyncio.  Both take `Options` in place of address and token, for encryption and
other patience.  Moves are made with `quarterdeck.client.moves`, or written in notation, or taken from the legal ones.
"""

from quarterdeck.client.async_desk import AsyncDesk
from quarterdeck.client.desk import Desk
from quarterdeck.client.errors import (
    ArgumentInvalid,
    DecisionClosed,
    DeskClosed,
    FieldInvalid,
    GameNotStarted,
    GameOver,
    MayNotMove,
    MessageTooLarge,
    MoveNotUnderstood,
    MoveRefused,
    NotAllowed,
    NotFound,
    QuarterdeckError,
    RateLimited,
    ReaderTooSlow,
    RequestIdReused,
    RevisionNotAvailable,
    SeatTaken,
    ServiceFault,
    TokenRefused,
    TryAgain,
)
from quarterdeck.client.options import DEFAULT_ADDRESS, Options
from quarterdeck.client.pages import AsyncPages, Pages

__all__ = [
    "DEFAULT_ADDRESS",
    "ArgumentInvalid",
    "AsyncDesk",
    "AsyncPages",
    "DecisionClosed",
    "Desk",
    "DeskClosed",
    "FieldInvalid",
    "GameNotStarted",
    "GameOver",
    "MayNotMove",
    "MessageTooLarge",
    "MoveNotUnderstood",
    "MoveRefused",
    "NotAllowed",
    "NotFound",
    "Options",
    "Pages",
    "QuarterdeckError",
    "RateLimited",
    "ReaderTooSlow",
    "RequestIdReused",
    "RevisionNotAvailable",
    "SeatTaken",
    "ServiceFault",
    "TokenRefused",
    "TryAgain",
]
