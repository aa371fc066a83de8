"""How a game is conducted, whatever its title: terms, clocks, absence, undo, agreements, and what a director decides.

Pure, like the rules: times come in as milliseconds since 1970 UTC, and nothing here reads a clock.  A game's log holds
facts of both: those of the title are folded along the revisions that count, those of its conduct along all of them.
"""
