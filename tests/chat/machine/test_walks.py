"""Anything may happen in any order: it stays live, ends once, within its limits, and hears every person.

The room is the engine; the voices are the worst there are. Some dozens of walks here, 20,000 with `make fuzz`.
"""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from apps.accounts.domain.workspace_settings import Review
from apps.chat.domain.machine import talks
from apps.chat.domain.machine.effects import CancelTasks, OpenApproval, PassAnswer, Post
from apps.chat.domain.machine.inputs import PersonSpoke, TalkAsked
from apps.chat.domain.protocol import Misspoken, parse
from apps.chat.domain.room_protocols import room_protocols
from apps.chat.domain.room_protocols.talk import MAX_TURNS
from apps.chat.domain.states import Liveness, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    FormSubteam,
    Pass,
    Say,
    SendBack,
    Verdict,
    WaitFor,
)
from apps.teams.domain.states import OPEN_TASK, TaskState
from tests.chat.machine.room import DUE, FINDER, GUEST, LEAD, WRITER, Room, draft, has

TURNS = 15
FAILURES = st.sampled_from([TaskState.DONE, TaskState.DONE, TaskState.FAILED, TaskState.CANCELLED])
TEXTS = st.sampled_from(["Let us begin.", "I agree with you.", "What about the sources?", "No, rather not."])
HANDLES = st.sampled_from([None, LEAD, WRITER, FINDER, GUEST, "nobody"])
NUMBERS = st.integers(1, 6)
KEYS = "abc"
DRAFTS = st.tuples(
    st.sampled_from(["x", "y", "z"]), st.lists(st.sampled_from([*KEYS, "#1", "#2"]), max_size=2), st.booleans()
)


@st.composite
def assigns(draw):
    """Work, as a voice gives it: keys a, b, c, dependencies among them and on earlier tasks, cycles too."""
    tasks = [
        draft(key, *after, needs=(need,), synchronous=synchronous)
        for key, (need, after, synchronous) in zip(KEYS, draw(st.lists(DRAFTS, min_size=1, max_size=3)), strict=False)
    ]
    answer = draw(st.sampled_from([None, "a", "b"]))
    return Assign(tasks=tasks, answer=answer, replaces=draw(st.lists(NUMBERS, max_size=2)), next_speaker=draw(HANDLES))


DISCUSSIONS = st.builds(
    Discuss,
    protocol=st.sampled_from([*room_protocols(), "duel"]),
    question=TEXTS,
    members=st.lists(st.sampled_from([LEAD, WRITER, FINDER, GUEST, "nobody"]), max_size=3),
    rounds=st.integers(1, 3),
)
UTTERANCES = st.one_of(
    st.builds(Say, text=TEXTS, next_speaker=HANDLES, answers=st.none() | NUMBERS),
    st.builds(Say, text=st.sampled_from(["AGREE", "OBJECT\nNo.", "PASS"])),
    st.builds(Pass, next_speaker=HANDLES),
    DISCUSSIONS,
    assigns(),
    st.builds(FormSubteam, title=TEXTS, purpose=TEXTS, needs=st.just(("x", "y"))),
    st.builds(WaitFor, tasks=st.lists(NUMBERS, min_size=1, max_size=3), mode=st.sampled_from(WaitMode)),
    st.builds(AskPerson, question=TEXTS, task=st.none() | NUMBERS),
    st.builds(SendBack, task=NUMBERS, wrong=TEXTS),
    st.builds(Conclude, accepts=NUMBERS),
    st.builds(Conclude, answer=TEXTS, verdict=st.sampled_from(Verdict), abandon=st.lists(NUMBERS, max_size=3)),
)


def spoken(room, utterance):
    """What the engine makes of it: through the parser, which knows the tasks so far."""
    return parse(utterance.model_dump(mode="json"), known_tasks=sorted(room.standing.tasks))


class Walk(RuleBasedStateMachine):
    """One conversation, to which anything happens."""

    @initialize(
        nested=st.booleans(), review=st.sampled_from(Review), opening=assigns(), bar=st.sampled_from([None, "", "no."])
    )
    def begin(self, nested, review, opening, bar):
        self.room = Room(nested=nested, turns_left=TURNS, team_bar=bar)
        self.room.standing = replace(self.room.standing, review=review)
        self.room.say(spoken(self.room, opening))

    def open(self, *states):
        return [number for number, task in self.room.standing.tasks.items() if task.state in states]

    def is_(self, *liveness):
        return self.room.standing.liveness in liveness

    def in_flight(self):
        return self.room.standing.turn_state is TurnState.IN_FLIGHT

    def may_speak(self):
        return self.in_flight() or (self.is_(DUE) and self.room.turns_left > 0)

    def now_and_then(self):
        return len(self.room.log) % 4 == 3

    def working(self):
        return self.open(TaskState.READY, TaskState.WORKING)

    def one_at_work(self, data):
        number = data.draw(st.sampled_from(self.working()))
        self.room.start(number)
        return number

    # --- the engine and the voices

    @precondition(lambda self: self.is_(DUE))
    @rule()
    def a_worker_takes_the_turn(self):
        self.room.claim()

    @precondition(may_speak)
    @rule(utterance=UTTERANCES, uncovered=st.sets(st.sampled_from(KEYS), max_size=1))
    def the_voice_answers(self, utterance, uncovered):
        said = spoken(self.room, utterance)
        keys = {one.key for one in said.tasks} if isinstance(said, Assign) else set()
        self.room.say(said, **dict.fromkeys(uncovered & keys, ("flying",)))

    @precondition(may_speak)
    @rule(text=st.sampled_from(["", "Words."]))
    def the_voice_answers_nonsense(self, text):
        self.room.say(Misspoken("do: Field required", text))

    @precondition(lambda self: self.in_flight() and self.now_and_then())
    @rule(permanent=st.booleans(), lost=st.booleans())
    def the_turn_fails(self, permanent, lost):
        self.room.fail(permanent=permanent, lost=lost)

    @precondition(now_and_then)
    @rule(utterance=UTTERANCES, back=st.integers(1, 3))
    def an_answer_comes_late(self, utterance, back):
        before = self.room.standing
        assert self.room.late(utterance, back) == ()
        assert self.room.standing == before

    @precondition(working)
    @rule(data=st.data())
    def a_task_starts(self, data):
        self.one_at_work(data)

    @precondition(working)
    @rule(data=st.data(), state=FAILURES, told=st.booleans())
    def a_task_settles(self, data, state, told):
        self.room.settle(self.one_at_work(data), state, told=told)

    @precondition(lambda self: self.room.news)
    @rule()
    def the_bell_rings(self):
        self.room.deliver()

    @precondition(working)
    @rule(data=st.data(), fitting=HANDLES)
    def an_agent_asks(self, data, fitting):
        self.room.ask(self.one_at_work(data), fitting=fitting)

    # --- people

    @rule(note=st.booleans(), task=st.none() | NUMBERS)
    def a_person_speaks(self, note, task):
        self.room.person(note=note, task=task)

    @precondition(lambda self: not self.room.standing.ended)
    @rule(discuss=DISCUSSIONS)
    def a_person_wants_a_talk(self, discuss):
        if not talks.refusal(self.room.standing, discuss):
            self.room.tell(TalkAsked(discuss))

    @precondition(now_and_then)
    @rule(handle=st.sampled_from([WRITER, FINDER]))
    def a_member_leaves(self, handle):
        self.room.lose_member(handle)

    @precondition(lambda self: self.now_and_then() or self.room.standing.frozen)
    @rule(on=st.booleans())
    def a_person_pauses_or_resumes(self, on):
        self.room.pause() if on else self.room.resume()

    @precondition(lambda self: self.room.limit_asked)
    @rule(turns=st.integers(1, 3))
    def a_person_gives_more_turns(self, turns):
        self.room.more_turns(turns)

    @precondition(lambda self: self.now_and_then() and len(self.room.log) > 12)
    @rule(stop=st.booleans())
    def a_person_ends_it(self, stop):
        self.room.stop() if stop else self.room.conclude_now()

    # --- what always holds

    @invariant()
    def it_is_exactly_one_thing(self):
        standing = self.room.standing
        assert standing.liveness in Liveness
        assert standing.ended == (self.room.ended == standing.round)
        if standing.ended:
            assert (standing.turn_state, standing.wait, standing.frozen) == (TurnState.NONE, None, False)
            assert standing.open_tasks == ()
            assert not self.room.questions
            assert not self.room.limit_asked

    @invariant()
    def an_answer_is_pending_in_the_conclusion_only(self):
        standing = self.room.standing
        assert (standing.memory.pending is not None) == (standing.phase is Phase.CONCLUSION)

    @invariant()
    def only_a_person_ends_the_end(self):
        before, happened, _ = self.room.log[-1] if self.room.log else (self.room.standing, None, ())
        assert not before.ended or self.room.standing.ended or isinstance(happened, PersonSpoke)

    @invariant()
    def every_word_of_a_person_has_or_gets_a_turn(self):
        standing = self.room.standing
        if self.room.unread:
            assert standing.turn_state is TurnState.DUE or standing.memory.person

    @invariant()
    def a_talk_stays_within_its_bounds_and_among_members(self):
        talk = self.room.standing.memory.talk
        if talk is None:
            return
        assert len(talk.turns) <= room_protocols()[talk.protocol].bound(talk) <= MAX_TURNS
        assert {one.by for one in talk.turns} <= {*talk.members, LEAD}
        assert self.room.standing.speaker in {*self.room.standing.members, None}

    @invariant()
    def nobody_waits_in_vain(self):
        """In silence something is on its way: a task that runs, or a question that is with somebody."""
        standing, room = self.room.standing, self.room
        if not self.is_(Liveness.WAITING) or room.news:
            return
        asked = room.parent_asked or room.questions
        running = self.open(*OPEN_TASK - {TaskState.ASKING})
        awaited = set(standing.wait.tasks) & set(standing.open_tasks)
        assert asked or running
        assert standing.awaits_person or awaited

    @invariant()
    def a_room_that_waits_has_passed_on_what_it_is_asked(self):
        """Else it could wait for the very task that waits for its answer."""
        standing = self.room.standing
        if not self.is_(Liveness.WAITING) or self.room.news:
            return
        held = [one for one in standing.memory.questions if standing.is_asking(one.task) and not one.with_person]
        assert not held or (standing.nested and standing.memory.above)

    @invariant()
    def no_effect_names_an_unknown_task(self):
        known = set(self.room.standing.tasks)
        for effect in self.room.log[-1][2] if self.room.log else ():
            named = {
                *(effect.tasks if isinstance(effect, Post) else ()),
                *(effect.numbers if isinstance(effect, CancelTasks) else ()),
                *([effect.task] if isinstance(effect, Post | PassAnswer | OpenApproval) else []),
            }
            assert named - {None} <= known

    @invariant()
    def what_passes_costs_no_turn_and_comes_to_an_end(self):
        assert self.room.standing.memory.passes <= 2 * len(self.room.standing.members)

    @invariant()
    def it_can_be_saved(self):
        memory = self.room.standing.memory
        assert type(memory).model_validate(memory.model_dump(mode="json", exclude_defaults=True)) == memory


TestWalk = Walk.TestCase
TestWalk.settings = settings(max_examples=2 * settings.default.max_examples, stateful_step_count=25)


# --- a voice that is left alone with its limits ----------------------------------------------------------------------


def advance_engine(room, outcome):
    """One thing that the engine does by itself; False when there is nothing."""
    standing = room.standing
    if ready := [number for number, task in standing.tasks.items() if task.state is TaskState.READY]:
        room.start(ready[0])
    elif working := [number for number, task in standing.tasks.items() if task.state is TaskState.WORKING]:
        room.settle(working[0], outcome)
    else:
        return False
    return True


STUBBORN = {
    "only talks": lambda place: Say(text=f"{place * 7919} things, {place * 104729} more.", next_speaker=WRITER),
    "only gives work": lambda place: Assign(tasks=(draft("a", needs=(f"need {place}",)),)),
    "only waits": lambda place: WaitFor(tasks=(place,)),
    "hands back in circles": lambda place: Say(text=f"{place}: yours.", next_speaker=(LEAD, WRITER, FINDER)[place % 3]),
    "repeats its work": lambda place: Assign(tasks=(draft("a"),)),
    "only passes": lambda place: Pass(next_speaker=(LEAD, WRITER, FINDER, GUEST, None)[place % 5]),
    "says nothing": lambda place: Misspoken("The answer was empty."),
}


@given(
    voice=st.sampled_from(sorted(STUBBORN)),
    interruptions=st.lists(st.sampled_from(sorted(STUBBORN)), max_size=20),
    outcome=FAILURES,
    turns=st.integers(1, 30),
)
def test_left_alone_it_ends_or_asks_within_its_turns(voice, interruptions, outcome, turns):
    room = Room(turns_left=turns)
    for place in range(1, 20 * turns):
        if room.standing.liveness is DUE:
            if not room.claim():
                break
            said = STUBBORN[interruptions[place] if place < len(interruptions) else voice](place)
            room.say(said)
        elif not advance_engine(room, outcome):
            break
    assert room.standing.ended or room.questions or room.limit_asked
    assert has(room.effects, OpenApproval) or room.ended == 1
