"""What each fact does to the table.  No rule, no legality, no chance: a fact is believed."""

from quarterdeck_rules.puerto_rico.evolve import rounds, settling, trade
from quarterdeck_rules.puerto_rico.evolve.change import Evolver
from quarterdeck_rules.puerto_rico.state import Colony

_EVOLVERS: dict[type, Evolver] = {
    kind: evolver for chapter in (rounds, settling, trade) for kind, evolver in chapter.EVOLVERS.items()
}


def evolve(colony: Colony, event: object) -> Colony:
    """The table after a fact."""
    return _EVOLVERS[type(event)](colony, event)
