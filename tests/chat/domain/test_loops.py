"""What counts as going in circles."""

import pytest

from apps.chat.domain.machine.conversation_state import (
    REMEMBERED_SPEAKERS,
    REMEMBERED_TEXTS,
    ConversationState,
    Memory,
)
from apps.chat.domain.machine.loops import CYCLE_TURNS, circle, digest, fold, remember, with_progress
from apps.chat.domain.utterances import Assign, FormSubteam, Say, TaskDraft, WaitFor


def draft(key="a", brief="Do it.", owner=None, needs=("n",)):
    return TaskDraft(key=key, title=key, brief=brief, owner=owner, needs=needs)


def after(*said):
    memory = Memory()
    for speaker, utterance in said:
        memory = remember(memory, speaker, utterance)
    return memory


def circle_of(memory, speaker, utterance):
    """What is repeated; empty: nothing is."""
    found = circle(ConversationState(memory=memory, speaker=speaker, lead="a"), utterance)
    return found.repeats if found else ""


SAME_WORK = {
    "the same again": Assign(tasks=(draft(),)),
    "other keys, other spaces, other case": Assign(tasks=(draft("z", "do  IT."),)),
    "other words around it": Assign(text="Once more.", tasks=(draft(),)),
}
OTHER_WORK = {
    "another brief": Assign(tasks=(draft(brief="Do that."),)),
    "another owner": Assign(tasks=(draft(owner="writer"),)),
    "another need": Assign(tasks=(draft(needs=("m",)),)),
    "one task more": Assign(tasks=(draft(), draft("b", "Do that."))),
}


@pytest.mark.parametrize("case", SAME_WORK)
def test_is_the_same_work(case):
    memory = after(("a", Assign(tasks=(draft(),))))
    assert "gives the same tasks again: " in circle_of(memory, "a", SAME_WORK[case])


@pytest.mark.parametrize("case", OTHER_WORK)
def test_is_other_work(case):
    memory = after(("a", Assign(tasks=(draft(),))))
    assert circle_of(memory, "a", OTHER_WORK[case]) == ""


def test_a_team_of_its_own_is_the_same_work_as_its_one_task():
    team = FormSubteam(title="T", purpose="Do it.", needs=("n",))
    assert digest(team) == digest(Assign(tasks=(draft(),)))


@pytest.mark.parametrize("repeated", [Say(text="Good, let us  begin!"), WaitFor(tasks=(1,), text="good, let us begin")])
def test_the_same_words_are_a_circle(repeated):
    assert "nearly word for word" in circle_of(after(("a", Say(text="Good, let us begin."))), "b", repeated)


def test_words_that_were_said_long_ago_are_none():
    said = [("a", Say(text=chr(97 + place) * 9)) for place in range(REMEMBERED_TEXTS + 1)]
    assert circle_of(after(*said), "b", Say(text="a" * 9)) == ""
    assert circle_of(after(*said), "b", Say(text="b" * 9)) != ""


@pytest.mark.parametrize("names", ["a", "ab", "abc", "abcdef"])
def test_members_who_speak_in_the_same_order_again_and_again_are_a_circle(names):
    turns = [(names[place % len(names)], WaitFor(tasks=(1,))) for place in range(CYCLE_TURNS)]
    *before, (speaker, last) = turns
    assert circle_of(after(*before), speaker, last) != ""
    assert circle_of(after(*before[1:]), speaker, last) == ""
    assert circle_of(after(*before), "somebody else", last) == ""


def test_what_is_remembered_is_bounded():
    memory = after(*[("a", Say(text=str(place))) for place in range(100)])
    assert (len(memory.speakers), len(memory.texts)) == (REMEMBERED_SPEAKERS, REMEMBERED_TEXTS)


def test_after_something_happened_work_is_remembered_but_not_talk():
    memory = with_progress(after(("a", Say(text="Hi")), ("a", Assign(tasks=(draft(),)))))
    assert (memory.speakers, memory.texts, len(memory.assigns)) == ((), (), 1)


def test_a_long_text_is_compared_by_its_beginning():
    assert fold("  A\n B " + "x" * 1000).startswith("a b x")
    assert len(fold("x" * 1000)) == 600
