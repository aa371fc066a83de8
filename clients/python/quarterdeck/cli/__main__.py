"""`python -m quarterdeck.cli` is `quarterdeck`."""

import sys

from quarterdeck.cli.app import main

if __name__ == "__main__":
    sys.exit(main())
