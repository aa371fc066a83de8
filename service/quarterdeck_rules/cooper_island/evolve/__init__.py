"""What each fact does to the table.  No rule, no legality, no chance: a fact is believed."""

from quarterdeck_rules.cooper_island.evolve import building, goods, land, rounds, sailing, solo, upkeep, workers
from quarterdeck_rules.cooper_island.evolve.change import Evolver
from quarterdeck_rules.cooper_island.state import Island

_EVOLVERS: dict[type, Evolver] = {
    kind: evolver
    for chapter in (rounds, land, goods, workers, sailing, building, upkeep, solo)
    for kind, evolver in chapter.EVOLVERS.items()
}


def evolve(island: Island, event: object) -> Island:
    """The table after a fact."""
    return _EVOLVERS[type(event)](island, event)
