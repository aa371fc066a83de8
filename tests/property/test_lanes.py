"""Lanes, walked at random: whatever is scheduled for whom, no open decision is covered and no name is used twice."""

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec import Struct

from quarterdeck_rules.engine.agenda import OpenDecision, open_decisions
from quarterdeck_rules.engine.codec import Codec
from quarterdeck_rules.engine.fingerprint import fingerprint
from quarterdeck_rules.engine.game import Closed, extend
from quarterdeck_rules.engine.refusal import EngineReason, Refusal
from quarterdeck_rules.engine.steps import Step
from tests.profiles import PROFILE
from tests.unit.script import SCRIPT, Choose, Fork, Give, Guarded, Owe, Pick, Roll, Say, Script, Shout, Spread

SEATS = 3
EXAMPLES = {"check": 20, "test": 150, "soak": 5_000}[PROFILE]

seats = st.integers(0, SEATS - 1)
leaves: st.SearchStrategy[Step] = st.one_of(
    st.builds(Say, st.sampled_from("ab")),
    st.builds(Give, seats),
    st.builds(Owe, st.lists(seats, max_size=2, unique=True).map(tuple)),
    st.just(Roll("die", 6)),
    st.builds(Choose, st.sampled_from("pq")),
    st.builds(Guarded, st.sampled_from("rs")),
)
steps = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Choose, st.sampled_from("xy"), st.lists(inner, max_size=3).map(tuple)),
        st.builds(Spread, st.lists(inner, min_size=1, max_size=2).map(tuple)),
    ),
    max_leaves=8,
)


class Lanes(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.codec = Codec(SCRIPT)
        self.dead: set[str] = set()

    @initialize(first=st.lists(steps, min_size=1, max_size=4))
    def begin(self, first: list[Step]) -> None:
        self.play = Script(*first, seats=SEATS)
        self.folded = self.play.game

    @property
    def open(self) -> list[OpenDecision]:
        return list(open_decisions(self.play.game.agenda))

    @rule(data=st.data())
    def answer(self, data: Any) -> None:
        if self.open:
            self.move(data.draw(st.sampled_from(self.open)), Pick())

    @rule(data=st.data(), move=st.sampled_from([Shout(), Fork()]))
    def anytime(self, data: Any, move: Struct) -> None:
        beside = [one for one in self.open if one.decision.interruptible]
        if beside and len(self.open) < 12:
            self.move(data.draw(st.sampled_from(beside)), move)

    def move(self, opened: OpenDecision, move: Struct) -> None:
        before, game = self.open, self.play.game
        events = self.play.judge(opened.seat, opened.id, move)
        if isinstance(events, Refusal):
            assert events.reason == "HOARSE"
            return
        self.dead.add(opened.id)
        self.play.game = extend(SCRIPT, game, events)
        stored = [self.codec.encode(event) for event in events]
        self.folded = extend(SCRIPT, self.folded, [self.codec.decode(*event) for event in stored])
        assert isinstance(events[-1], Closed)
        if game.agenda.lanes:
            others = [one for one in before if one.id != opened.id]
            assert [one for one in self.open if one in others] == others, "nobody's open decision is covered"
        else:
            assert len(before) == 1, "in turn one seat is asked"

    @rule(data=st.data())
    def click_twice(self, data: Any) -> None:
        if self.dead:
            dead = data.draw(st.sampled_from(sorted(self.dead)))
            for seat in range(SEATS):
                refusal = self.play.judge(seat, dead, Pick())
                assert isinstance(refusal, Refusal)
                assert refusal.reason in (EngineReason.DECISION_CLOSED, EngineReason.GAME_ENDED)

    @invariant()
    def names_are_used_once(self) -> None:
        ids = [one.id for one in self.open]
        assert len(set(ids)) == len(ids)
        assert not self.dead & set(ids)

    @invariant()
    def every_lane_asks_and_an_empty_agenda_is_the_end(self) -> None:
        agenda = self.play.game.agenda
        assert len(self.open) == len(agenda.live)
        assert all(lane.steps for lane in agenda.lanes)
        assert all(len({due.seat for due in lane.steps}) == 1 for lane in agenda.lanes), "a lane is one seat's"
        assert not self.play.game.state.owed

    @invariant()
    def the_log_folds_to_the_game(self) -> None:
        assert self.folded == self.play.game
        assert fingerprint(self.folded) == fingerprint(self.play.game)


TestLanes = Lanes.TestCase
TestLanes.settings = settings(
    max_examples=EXAMPLES,
    stateful_step_count=30,
    deadline=None,
    derandomize=PROFILE != "soak",
    database=None,
    suppress_health_check=list(HealthCheck),
)
