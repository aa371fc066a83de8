"""The fingerprint: one hash for all that a game's future depends on, and for nothing else."""

from msgspec.structs import replace

from quarterdeck_rules.engine.agenda import Agenda, Lane
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Created, Status
from tests.unit.script import Choose, Script, Shout, Spread


def test_revisions_names_of_decisions_and_numbers_of_draws_are_left_out():
    game = Script(Spread((Choose("own"),)), Choose("main")).game
    mark = fingerprint(game)
    renamed = Agenda(
        Lane(0, 99, game.agenda.main.steps),
        tuple(Lane(lane.number + 5, 98, lane.steps) for lane in game.agenda.lanes),
    )
    assert fingerprint(replace(game, revision=44)) == mark
    assert fingerprint(replace(game, draws=(("die", 3),))) == mark
    assert fingerprint(replace(game, agenda=renamed)) == mark


def test_the_same_state_reached_another_way_has_the_same_fingerprint():
    straight, around = Script(Choose("own"), Choose("end")), Script(Choose("own"), Choose("end"))
    straight.make(0, Shout())
    straight.pick(0)
    around.make(0, Shout())
    around.game = replace(around.game, revision=30)
    around.pick(0)
    assert straight.game.revision != around.game.revision
    assert fingerprint(straight.game) == fingerprint(around.game)


def test_everything_else_counts():
    game = Script(Choose("own"), Choose("end")).game
    created: Created = game.created
    others = [
        replace(game, created=replace(created, component_set="another")),
        replace(game, status=Status.ENDED),
        replace(game, state=replace(game.state, marks=("a mark",))),
        replace(game, agenda=Agenda(Lane(0, 1, game.agenda.main.steps[:1]))),
        replace(game, agenda=Agenda(Lane(0, 1, game.agenda.main.steps[::-1]))),
        replace(game, agenda=Agenda(Lane(0, 1, ()), (Lane(1, 1, game.agenda.main.steps),))),
    ]
    marks = [fingerprint(one) for one in (game, *others)]
    assert len(set(marks)) == len(marks)
    assert all(mark.startswith("1:") and len(mark) == 66 for mark in marks)


def test_who_plays_is_not_the_state_of_a_game():
    game = Script(Choose("own"), Choose("end")).game
    someone = replace(game, players=("someone", None), created=replace(game.created, creator="someone"))
    assert fingerprint(someone) == fingerprint(game)
