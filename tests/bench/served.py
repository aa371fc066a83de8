"""The service as a process of its own, as it is, or with a transaction for each command.

python -m tests.bench.served grouped|alone serve ...
"""

import sys

from quarterdeck_server.__main__ import main
from quarterdeck_server.store import writer

if __name__ == "__main__":
    if sys.argv[1] == "alone":
        # Not to be set by operators: it is here to be compared with.
        writer.LARGEST = 1
    sys.exit(main(sys.argv[2:]))
