"""Which fields of a record are a person's stands in a table for ever: links hang on it."""

from quarterdeck_rules.book.records import PERSONAL
from quarterdeck_rules.conduct import facts
from quarterdeck_rules.engine.codec import tag_of
from quarterdeck_rules.engine.game import PERSONAL_FIELDS, SHARED_EVENTS, Ended


def test_every_shared_fact_that_names_people_is_in_the_table():
    named = {tag_of(kind): PERSONAL_FIELDS & {*kind.__struct_fields__} for kind in (*SHARED_EVENTS, *facts.EVENTS)}
    # The reason of an end is a code, and nobody's words.
    today = {name: fields for name, fields in named.items() if fields and name != tag_of(Ended)}
    assert today == {name: PERSONAL[name] for name in today}
    assert today
