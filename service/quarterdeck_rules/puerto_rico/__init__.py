"""Puerto Rico with the New Buildings for two to five seats, chapter by chapter as in its rulebook.

`rounds` frames the game; `market` fills the board; `settler`, `mayor`, `builder`, `craftsman`, `trader` and `captain`
are the roles, with `blackmarket`, `ships`, `unionhall` and `storage` beside them; `guests` is the guest house;
`functions` is what buildings do in numbers; `scoring` the end.  `state`, `events` and `evolve` are the table and its
facts, `box` and `components/` what is printed, `RULES.md` every rule with its place, status and tests.
"""

from quarterdeck_rules.puerto_rico.title import TITLE

__all__ = ["TITLE"]
