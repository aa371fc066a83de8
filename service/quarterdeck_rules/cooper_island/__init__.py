"""Cooper Island for two to four seats, chapter by chapter as in its rulebook.

`rounds` frames the game; `income`, `sections` and `cleanup` are its phases; `land`, `islets`, `sailing`, `boats`,
`buildings`, `statues`, `cargo`, `cartographer`, `anytime`, `largecards`, `feeding` and `hiring` its actions; `costs`,
`fees` and `goods` what is paid and gained; `scoring` the end.  `state`, `events` and `evolve` are the table and its
facts, `box` and `components/` what is printed, `RULES.md` every rule with its place, status and tests.
"""

from quarterdeck_rules.cooper_island.title import TITLE

__all__ = ["TITLE"]
