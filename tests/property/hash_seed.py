"""What `test_hash_seed` runs in processes of their own: a few games in one line per interval."""

import sys
from itertools import islice

from quarterdeck_rules.engine.agenda import open_decisions
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.judge import legal_answers, legal_anytime
from tests.property.kit import MAIN_SETTINGS, Playout


def lines(title: str) -> list[str]:
    """Fingerprints and lists of moves of a title's games."""
    told = []
    for setting in MAIN_SETTINGS:
        if setting.title != title:
            continue
        playout = Playout(setting, 0)
        told.append(playout.components.hash)
        for place, (before, _) in enumerate(playout.steps()):
            if place % 25 == 0:
                told.append(fingerprint(before))
                for opened in open_decisions(before.agenda):
                    listed = [*islice(legal_answers(before, opened), 200)]
                    listed += legal_anytime(playout.title, before, opened)
                    told.append(";".join(map(playout.notation.write, listed)))
        told.append(fingerprint(playout.game))
    return told


if __name__ == "__main__":
    sys.stdout.write("\n".join(lines(sys.argv[1])))
