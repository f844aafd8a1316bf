"""Who has the floor: who is named, who is brought in, and what passing leads to."""

from dataclasses import replace

import pytest

from apps.chat.domain.machine.effects import BringIn, CreateTasks, EndTeam, FreeTurn, OpenApproval
from apps.chat.domain.machine.floor import MUST_ACT
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    FormSubteam,
    Pass,
    Say,
    SendBack,
    Stance,
    WaitFor,
)
from tests.chat.machine.room import DUE, FINDER, GUEST, LEAD, TWO, WAITING, WRITER, Room, draft, has, room_after, words

TO_WRITER = Say(text="What do you say?", next_speaker=WRITER)
LEADS_ONLY = {
    "work": (TWO, "I propose this work:\n\n- **Task a** (a): Do a.\n- **Task b** (b): Do b."),
    "a team": (
        FormSubteam(title="Maps", purpose="Draw them.", needs=("ink", "paper")),
        "I propose a team of its own for “Maps” (ink; paper):\n\nDraw them.",
    ),
    "a talk": (Discuss(protocol="debate", question="Rent or buy?"), "I propose a talk (debate): Rent or buy?"),
    "a wait": (WaitFor(tasks=(1, 2)), "I propose to wait for tasks 1, 2."),
    "a question to a person": (AskPerson(question="Which year?"), "I propose to ask a person: Which year?"),
    "sending back": (SendBack(task=1, wrong="June is missing."), "I propose to send task 1 back: June is missing."),
    "an answer": (Conclude(answer="42."), "I propose to conclude with this:\n\n42."),
    "accepting": (Conclude(accepts=1), "I propose to accept task 1."),
}


def passing(*handles):
    """The lead and who is named after it pass, one after the other."""
    return [Pass(next_speaker=handle) for handle in handles]


def test_passing_costs_no_turn_and_hands_the_floor_on():
    room = Room(turns_left=1)
    effects = room.say(Pass(next_speaker=WRITER))
    assert (room.at, room.turns_left) == ((Phase.DISCUSSION, DUE, WRITER), 1)
    assert [type(one) for one in effects].count(FreeTurn) == 1
    assert room.posts(MessageKind.NOTICE)[0].text == "@lead passes."


def test_a_member_that_passes_without_a_name_gives_the_floor_back_to_the_lead():
    room = room_after(Say(text="You?", next_speaker=WRITER), Pass())
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_after_two_rounds_of_passes_the_lead_has_the_floor_and_must_act():
    room = room_after(*passing(WRITER, FINDER, LEAD, WRITER, FINDER, FINDER))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    room.say(Pass(next_speaker=WRITER))
    assert (room.standing.speaker, room.standing.memory.repair) == (LEAD, MUST_ACT)


def test_a_word_begins_the_count_of_passes_anew():
    room = room_after(*passing(WRITER, FINDER, LEAD), Say(text="Well then.", next_speaker=WRITER), *passing(FINDER))
    assert room.standing.memory.passes == 1


def test_a_lead_that_only_passes_is_asked_twice_to_act_and_then_it_is_over():
    room = room_after(Pass(), Pass(), Pass())
    assert (room.standing.phase, room.ended) == (Phase.FAILED, 1)
    assert MUST_ACT in room.end.failure


def test_the_lead_may_pass_while_work_is_under_way_and_is_silent():
    room = room_after(Assign(tasks=(draft("a"), draft("b"))))
    room.settle(1)
    room.say(Pass())
    assert room.at == (Phase.ASYNC_TASK, WAITING, LEAD)


def test_passing_on_and_on_while_work_is_under_way_ends_in_silence():
    room = room_after(TWO)
    room.person()
    room.say(*passing(WRITER, FINDER, LEAD, WRITER, FINDER, LEAD))
    assert room.standing.liveness is WAITING


def test_a_colleague_that_passes_leaves_a_question_to_the_next_in_line():
    room = room_after(TWO)
    room.ask(1, fitting=FINDER)
    room.say(Pass())
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)


def test_passes_are_no_circle():
    room = room_after(*words(9))
    room.say(*passing(WRITER, LEAD, WRITER, LEAD, WRITER))
    assert room.standing.memory.loops == 0


@pytest.mark.parametrize("said", [Say(text="Come in.", next_speaker=GUEST), Pass(next_speaker=GUEST)])
def test_the_lead_brings_an_agent_in_by_giving_it_the_floor(said):
    room = Room()
    assert BringIn(GUEST) in room.say(said)
    assert room.at == (Phase.DISCUSSION, DUE, GUEST)


def test_a_member_brings_nobody_in():
    room = room_after(Say(text="You?", next_speaker=WRITER))
    assert not has(room.say(Say(text="Ask the guest.", next_speaker=GUEST)), BringIn)
    assert (room.standing.speaker, GUEST in room.standing.members) == (LEAD, False)


@pytest.mark.parametrize("what", LEADS_ONLY)
def test_what_only_the_lead_may_do_is_a_members_proposal_to_the_lead(what):
    wanted, words = LEADS_ONLY[what]
    room = room_after(TO_WRITER)
    (post,) = room.say(wanted)
    assert (post.kind, post.text, post.about, post.by_speaker) == (MessageKind.SAY, words, "propose", True)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert not any(has(room.effects, kind) for kind in (CreateTasks, EndTeam, OpenApproval))


def test_a_member_changes_no_plan():
    room = room_after(TO_WRITER)
    (post,) = room.say(Say(text="Let us change it.", plan=("Mine",)))
    assert post.kind is MessageKind.SAY


@pytest.mark.parametrize("stance", [Stance.OBJECT, Stance.ASK, Stance.PROPOSE])
def test_the_lead_hears_at_once_what_it_has_to_answer_though_work_is_under_way(stance):
    room = room_after(TWO)
    room.person()
    room.say(TO_WRITER, Say(text="That is wrong.", stance=stance))
    assert room.standing.speaker == LEAD
    assert room.standing.liveness is DUE


def test_who_agrees_while_work_is_under_way_needs_no_answer():
    room = room_after(TWO)
    room.person()
    room.say(TO_WRITER, Say(text="Yes.", stance=Stance.AGREE))
    assert room.standing.liveness is WAITING


def test_a_member_that_objects_may_name_who_answers():
    room = room_after(TO_WRITER, Say(text="No.", stance=Stance.OBJECT, next_speaker=FINDER))
    assert room.at == (Phase.DISCUSSION, DUE, FINDER)


def test_a_member_that_can_not_be_heard_gives_the_floor_back_with_a_notice():
    room = room_after(TO_WRITER)
    room.fail("The model is away.", permanent=True)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert room.posts(MessageKind.NOTICE)[-1].text == "@writer could not speak: The model is away."
    assert room.standing.memory.failures == 0


def test_a_colleague_that_can_not_be_heard_leaves_a_question_to_the_next_in_line():
    room = room_after(TWO)
    room.ask(1, fitting=FINDER)
    room.fail("Away.", permanent=True)
    assert (room.at, len(room.standing.memory.questions)) == ((Phase.ASYNC_TASK, DUE, LEAD), 1)


def test_a_person_who_spoke_meanwhile_is_heard_by_the_lead_when_a_member_fails():
    room = room_after(TWO)
    room.ask(1, fitting=FINDER)
    room.claim()
    room.person("In euros, please.")
    room.fail("Away.", permanent=True)
    assert room.at[1:] == (DUE, LEAD)


# --- a team by a member's own word ----------------------------------------------------------------------------------

MAPS = FormSubteam(title="Maps", purpose="Draw them.", needs=("ink", "paper"))


def test_a_member_that_may_forms_a_team_and_hears_first_what_came_of_it():
    room = room_after(TO_WRITER, MAPS, team_bar="")
    (created,) = [one for one in room.effects if isinstance(one, CreateTasks)]
    assert [one.subteam for one in created.drafts] == [True]
    room.settle(1)
    assert room.at == (Phase.DISCUSSION, DUE, WRITER)


def test_a_member_that_may_not_proposes_a_team_and_the_room_is_told_why():
    room = room_after(TO_WRITER, MAPS, team_bar="the goal has as many teams as it may have.")
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert not has(room.effects, CreateTasks)
    told = "@writer forms no team by itself: the goal has as many teams as it may have. It is a proposal to @lead."
    assert told in [one.text for one in room.posts(MessageKind.NOTICE)]
    assert room.posts(MessageKind.SAY)[-1].text == LEADS_ONLY["a team"][1]


def test_a_member_whose_team_nobody_can_staff_ends_nothing_and_proposes_it():
    room = room_after(TO_WRITER, team_bar="")
    room.say(MAPS, team=("ink",))
    assert (room.at, room.ended) == ((Phase.DISCUSSION, DUE, LEAD), 0)
    assert "nobody covers: ink." in room.posts(MessageKind.NOTICE)[-1].text


def test_a_team_that_a_member_forms_leaves_the_leads_plan_as_it_was():
    room = room_after(Assign(tasks=(draft("a"), draft("b")), answer="b"), team_bar="")
    room.person()
    room.say(TO_WRITER, MAPS)
    assert (room.standing.answer_task, room.standing.wait.tasks, room.standing.floor) == (2, (1, 2, 3), LEAD)
    room.settle(1)
    room.settle(3)
    room.settle(2, result="The answer.")
    assert room.end.answer == "The answer."


def test_a_member_forms_no_team_in_the_middle_of_a_talk():
    room = room_after(TWO, team_bar="")
    room.person()
    room.say(Discuss(protocol="round", question="Rent or buy?"))
    room.ask(1, fitting=FINDER)
    room.say(Say(text="Rent."))
    assert room.standing.speaker == FINDER
    room.say(MAPS)
    assert room.posts(MessageKind.NOTICE)[-1].text.startswith("@finder forms no team by itself: a talk comes first.")
    assert room.standing.memory.talk is not None


# --- who is named ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("spelt", ["@writer", "Writer", "@WRITER", " writer "])
def test_whom_a_speaker_names_may_be_spelt_as_people_do(spelt):
    assert room_after(Say(text="You?", next_speaker=spelt)).at == (Phase.DISCUSSION, DUE, WRITER)


def test_the_lead_brings_in_whom_it_spells_so_too():
    room = Room()
    assert BringIn(GUEST) in room.say(Say(text="Come in.", next_speaker=f"@{GUEST.title()}"))


@pytest.mark.parametrize("said", [Say(text="You?", next_speaker="@Nobody"), Pass(next_speaker="Nobody")])
def test_who_names_nobody_that_is_here_is_told_who_is(said):
    room = room_after(TO_WRITER, said)
    (told,) = [one for one in room.posts(MessageKind.NOTICE) if one.about == "floor"]
    assert "named “" in told.text
    assert told.text.endswith("who does not take part. Here are: @finder, @lead.")
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_an_agent_that_is_no_member_is_nobody_to_whoever_does_not_lead():
    room = room_after(TO_WRITER, Say(text="You?", next_speaker=GUEST))
    assert room.posts(MessageKind.NOTICE)[-1].text.startswith(f"@{WRITER} named “{GUEST}”, who does not take part.")


def test_of_many_members_some_are_named():
    room = Room()
    room.standing = replace(room.standing, members=room.standing.members | {f"m{place:02}" for place in range(30)})
    room.say(Say(text="You?", next_speaker="nobody"))
    assert room.posts(MessageKind.NOTICE)[-1].text.endswith("@m10 and 20 more.")
