"""The client: calls of the service with tokens, deadlines, retries and typed errors.

with Desk("127.0.0.1:50051", token) as desk:
    game = desk.create_game("cooper_island", seats=2)
"""

from quarterdeck.client.desk import Desk
from quarterdeck.client.errors import (
    DecisionClosed,
    FieldInvalid,
    GameNotStarted,
    GameOver,
    MoveRefused,
    NotAllowed,
    NotFound,
    QuarterdeckError,
    RequestIdReused,
    TryAgain,
)

__all__ = [
    "DecisionClosed",
    "Desk",
    "FieldInvalid",
    "GameNotStarted",
    "GameOver",
    "MoveRefused",
    "NotAllowed",
    "NotFound",
    "QuarterdeckError",
    "RequestIdReused",
    "TryAgain",
]
