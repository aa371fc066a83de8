"""Words: catalogues turned into sentences.  Rules speak in codes; this is for people at the edge.

A language is a set of files, found by their names: `words/<language>.toml` here for what all titles share, one in the
folder of each title, and one for what the service itself says.  English is the language that the others are measured
by: they have the same lines and name the same values.

A line is a template:

* `{goods}` is a value, as people say it: a seat by its player, an id by its line under `[terms]`, several by commas.
* `[ for {less} less]` is left out if a value that it names is nothing: false, zero, empty.
* `{good.acc}` is a value in a form.  The line of a word gives its forms behind its plain one, as in
  `coin = "moneta | acc: monetę"`; which forms there are, and what they are called, is up to the language.  A word that
  does not have the form stands as it is.  The form of a small value (`[values]`) is that of the words in it.
* `{count|point|points}` is none of the value, but the word that goes with its number: the first for one, the last for
  most; in between stands what the language has for few.  The number of a list is how many things are in it; yes is one.
"""

from quarterdeck_rules.words.catalogues import ENGLISH, Catalogue, languages, read, shared
from quarterdeck_rules.words.score import LinedSheet, ScoreLine, score_lines
from quarterdeck_rules.words.words import NameOf, Words, word_for

__all__ = [
    "ENGLISH",
    "Catalogue",
    "LinedSheet",
    "NameOf",
    "ScoreLine",
    "Words",
    "languages",
    "read",
    "score_lines",
    "shared",
    "word_for",
]
