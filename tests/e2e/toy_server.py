"""The server as a process, with the toy as its title."""

import sys

from quarterdeck_server import __main__ as program
from tests.toy import TOY

program.RULES = {("toy", TOY.rules_version): TOY}  # type: ignore[attr-defined]
sys.exit(program.main())
