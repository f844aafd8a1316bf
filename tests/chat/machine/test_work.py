"""Work that is given, and what nobody covers."""

from dataclasses import replace

from apps.chat.domain.machine.conversation_state import TaskFact
from apps.chat.domain.machine.effects import (
    CancelTasks,
    CreateTasks,
    SetPlan,
)
from apps.chat.domain.machine.review import refusal_to_send_back
from apps.chat.domain.states import MessageKind, Phase
from apps.chat.domain.utterances import Assign, Conclude, FormSubteam, Say, Verdict, WaitFor
from apps.teams.domain.states import TaskState
from tests.chat.machine.room import (
    CANCELLED,
    CHAIN,
    DUE,
    ENDED,
    FAILED,
    FINDER,
    LEAD,
    TWO,
    TWO_SYNC,
    WAITING,
    WRITER,
    Room,
    draft,
    has,
    room_after,
)


def test_the_synchronous_floor_waits_for_all_tasks_of_its_assign():
    room = room_after(TWO_SYNC)
    room.settle(1)
    assert room.at == (Phase.SYNC_TASK, WAITING, LEAD)
    room.settle(2)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)


def test_a_failure_does_not_end_the_wait_of_the_synchronous_floor():
    room = room_after(TWO_SYNC)
    room.settle(1, FAILED)
    assert room.at == (Phase.SYNC_TASK, WAITING, LEAD)


def test_each_asynchronous_result_makes_a_turn_due():
    room = room_after(TWO)
    room.settle(1)
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)


def test_results_that_come_while_a_turn_is_in_flight_make_one_more_turn_due():
    room = room_after(Assign(tasks=(draft("a"), draft("b"), draft("c"), draft("d"))))
    room.settle(1)
    room.claim()
    room.settle(2)
    room.settle(3)
    turn = room.standing.turn
    room.say(Say(text="One is here."))
    assert room.at == (Phase.ASYNC_TASK, DUE, LEAD)
    assert room.standing.turn == turn + 1


def test_the_answer_task_concludes_without_another_turn():
    room = room_after(CHAIN)
    turn = room.standing.turn
    room.settle(1)
    room.settle(2, result="42 apples.")
    assert room.at[:2] == (Phase.CONCLUDED, ENDED)
    assert (room.end.verdict, room.end.answer, room.end.task) == (Verdict.DONE, "42 apples.", 2)
    assert room.standing.turn == turn


def test_the_answer_awaits_the_other_open_tasks():
    room = room_after(Assign(tasks=(draft("a"), draft("b")), answer="a"))
    room.settle(1)
    assert room.at[:2] == (Phase.CONCLUSION, WAITING)
    room.settle(2)
    assert room.end.task == 1


def test_an_answer_task_that_fails_is_told_to_the_floor():
    room = room_after(CHAIN)
    room.settle(1, FAILED)
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert [one.task for one in room.posts(MessageKind.FAILURE)] == [1, 2]


def test_a_failure_is_told_to_the_member_whom_the_work_names():
    room = room_after(TWO.model_copy(update={"next_speaker": WRITER}))
    room.settle(1, FAILED)
    assert room.at == (Phase.ASYNC_TASK, DUE, WRITER)


def test_a_colleague_who_helps_out_does_not_take_the_floor():
    room = room_after(TWO.model_copy(update={"next_speaker": WRITER}))
    room.ask(1, fitting=FINDER)
    assert room.at == (Phase.ASYNC_TASK, DUE, FINDER)
    room.say(Say(text="2020.", answers=1))
    assert room.at == (Phase.ASYNC_TASK, WAITING, WRITER)
    room.settle(1)
    assert room.at[2] == WRITER


def test_an_assign_names_who_hears_of_its_results():
    room = room_after(Assign(tasks=(draft("a"),), next_speaker=WRITER))
    room.settle(1)
    assert room.at == (Phase.DISCUSSION, DUE, WRITER)


def test_a_next_speaker_who_is_no_member_is_ignored():
    room = room_after(Say(text="You, please.", next_speaker="nobody" * 1000))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert room.posts(MessageKind.SAY)[0].next_speaker == ""


def test_a_later_assign_takes_back_work_that_runs():
    room = room_after(Assign(tasks=(draft("a"), draft("b", "a"), draft("c", "b"))))
    room.start(1)
    room.person()
    effects = room.say(Assign(tasks=(draft("d"),), replaces=(1, 99)))
    assert [one.numbers for one in effects if isinstance(one, CancelTasks)] == [(1,)]
    assert room.states() == [CANCELLED, TaskState.SKIPPED, TaskState.SKIPPED, TaskState.READY]


def test_a_later_answer_takes_the_earlier_answer_task_back():
    room = room_after(Assign(tasks=(draft("a"), draft("b")), answer="b"))
    room.start(2)
    room.person()
    effects = room.say(Assign(tasks=(draft("c"),), answer="c"))
    assert [one.numbers for one in effects if isinstance(one, CancelTasks)] == [(2,)]


def test_an_earlier_answer_that_the_new_one_is_made_of_is_kept():
    room = room_after(Assign(tasks=(draft("a"),), answer="a"))
    room.start(1)
    room.person()
    assert not [one for one in room.say(Assign(tasks=(draft("b", "#1"),), answer="b")) if isinstance(one, CancelTasks)]


def test_a_later_assign_keeps_what_its_own_tasks_come_after():
    room = room_after(Assign(tasks=(draft("a"), draft("b", "a"), draft("c", "b"))))
    room.start(1)
    room.person()
    effects = room.say(Assign(tasks=(draft("d", "#1"),), replaces=(1, 2, 99)))
    assert [one.numbers for one in effects if isinstance(one, CancelTasks)] == [(2,)]
    assert room.states() == [TaskState.WORKING, CANCELLED, TaskState.SKIPPED, TaskState.PLANNED]


def test_tasks_are_numbered_on_and_come_after_earlier_ones():
    room = room_after(TWO)
    room.settle(1)
    (created,) = [one for one in room.say(Assign(tasks=(draft("c", "#1", "#2"),))) if isinstance(one, CreateTasks)]
    assert [(one.number, one.after) for one in created.drafts] == [(3, (1, 2))]


def test_a_task_for_a_team_of_its_own_is_marked():
    effects = Room().say(FormSubteam(title="A team", purpose="Do it.", needs=("x", "y")))
    (created,) = [one for one in effects if isinstance(one, CreateTasks)]
    assert [(one.subteam, one.draft.needs) for one in created.drafts] == [(True, ("x", "y"))]


def test_the_shared_plan_is_set_by_any_accepted_utterance_only():
    room = Room()
    assert SetPlan(("first", "then")) in room.say(Say(text="So.", plan=("first", "then")))
    assert not has(room.say(WaitFor(tasks=(9,), plan=("never",))), SetPlan)
    assert SetPlan(("over",)) in room.say(Conclude(answer="Done.", plan=("over",)))


def test_what_nobody_covers_is_asked_for_in_other_words_once():
    room = Room()
    room.say(TWO, a=("flying",))
    assert room.at == (Phase.DISCUSSION, DUE, LEAD)
    assert "flying" in room.standing.memory.repair
    assert room.standing.tasks == {}


def test_then_it_is_named_as_missing_and_the_rest_is_done_in_part():
    room = Room()
    room.say(CHAIN, a=("flying",))
    room.say(CHAIN, a=("flying",))
    assert room.states() == [TaskState.READY]
    room.settle(1)
    assert (room.end.verdict, room.end.missing) == (Verdict.PARTIAL, ("flying",))


def test_needs_that_nobody_covers_together_are_to_be_tasks_of_their_own():
    both = Assign(tasks=(draft("a", needs=("find", "count")),))
    room = Room()
    room.say(both, a=("find", "count"))
    assert room.standing.memory.repair.endswith("and no team may be formed, make a task of each.")
    room.say(both, a=("find", "count"))
    assert room.end.failure == "No one agent of this workspace covers all that a task needs, of: find; count."


def test_where_nobody_covers_anything_it_ends_and_names_what_is_missing():
    room = Room()
    for _ in range(2):
        room.say(Assign(tasks=(draft("a"),)), a=("flying", "diving"))
    assert room.at[:2] == (Phase.FAILED, ENDED)
    assert (room.end.verdict, room.end.missing) == (Verdict.FAILED, ("flying", "diving"))
    assert "flying; diving" in room.end.failure


def test_a_missing_need_makes_a_conclusion_partial():
    room = room_after(Conclude(answer="As far as it goes.", missing=("flying",)))
    assert room.end.verdict is Verdict.PARTIAL


def test_who_looks_at_anothers_work_is_no_work_of_the_team():
    """Nobody waits for a check, goes by it, or sends it back: the task that it looks at is open until then."""
    room = Room()
    room.say(Assign(tasks=(draft("a"),), answer="a"))
    check = TaskFact(number=2, state=TaskState.WORKING, is_check=True)
    room.standing = replace(room.standing, tasks={**room.standing.tasks, 2: check})

    assert room.standing.open_tasks == (1,)
    settled = replace(room.standing, tasks={2: replace(check, state=TaskState.DONE)})
    assert settled.done_tasks == ()
    assert refusal_to_send_back(settled, 2)


def test_the_room_is_told_of_an_owner_who_may_not_be_asked():
    wanted = draft("a").model_copy(update={"unlisted": "gandalf"})
    room = room_after(Assign(tasks=(wanted, draft("b"))))
    (told,) = room.posts(MessageKind.NOTICE)
    assert told.text == (
        f"@{LEAD} named “gandalf” for “Task a”, who was not among the agents to choose from: whoever fits best does it."
    )
    assert has(room.effects, CreateTasks)
