"""The service as a process of its own: as it is, with a transaction for each command, or telling when it accepts.

python -m tests.bench.served grouped|alone|FILE serve ...
"""

import sys

from quarterdeck_server.__main__ import main
from quarterdeck_server.application.hub import Hub
from quarterdeck_server.application.live import Revision
from quarterdeck_server.store import writer
from tests.bench.accepted import Accepted


def _note_in(file: str) -> None:
    """Have each revision noted at the moment at which it is handed out."""
    accepted, offer = Accepted(file), Hub.offer

    def noting(self: Hub, game_id: str, revision: Revision) -> None:
        accepted.note(game_id)
        offer(self, game_id, revision)

    Hub.offer = noting  # type: ignore[method-assign]


if __name__ == "__main__":
    if sys.argv[1] == "alone":
        # Not to be set by operators: it is here to be compared with.
        writer.LARGEST = 1
    elif sys.argv[1] != "grouped":
        _note_in(sys.argv[1])
    sys.exit(main(sys.argv[2:]))
