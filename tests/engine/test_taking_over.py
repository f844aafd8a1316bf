"""A person does a task in its agent's place: what the agent still sends is not used, and the task can go back."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import timezone

from apps.accounts.domain.errors import Conflict, Forbidden, Refused
from apps.accounts.models import Member as WorkspaceMember
from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import InputRequired, Result
from apps.agents.models import Agent
from apps.chat.actions import (
    Upload,
    cancel_message,
    cancel_task,
    do_task,
    hand_back_task,
    pause,
    reassign_task,
    resume,
    retry_task,
    stop,
    take_over_task,
)
from apps.chat.actions.lost_authority import stop_unauthorised
from apps.chat.queries.message_rows import message
from apps.chat.queries.receipts import NOTHING
from apps.chat.queries.tree import tree
from apps.journal.models import AuditEntry
from apps.teams.actions.attempts import claim_attempt
from apps.teams.models import Approval, Attempt, FileVersion, Goal, Question, Task
from apps.teams.queries.taken_over import tasks_taken_by
from tests.engine.conftest import finish, task

GIVEN = {"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}
CHAIN = {"do": "assign", "tasks": [task("work", "worker"), task("after", "writer", after=("work",))], "answer": "after"}


@pytest.fixture
def at_work(stage):
    """A goal whose one task an agent is at."""
    stage.agent("worker", {"result": "By the agent."})
    stage.voices([GIVEN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), GIVEN)
        attempt = stage.begin(1)
    return goal, attempt


def the_task() -> Task:
    return Task.objects.select_related("owner__user", "owner__agent").get(number=1)


def notices(stage, goal) -> list[str]:
    return [one.text for one in stage.messages(goal) if one.kind == "notice"]


def test_what_a_person_takes_over_is_theirs_and_the_agents_call_is_cancelled(stage, at_work):
    goal, attempt = at_work
    take_over_task(stage.operator, the_task().id)
    taken = the_task()
    assert (taken.state, taken.owner.user_id) == ("working", stage.operator.user_id)
    attempt.refresh_from_db()
    assert attempt.state == "cancelled"
    assert not Attempt.objects.filter(state__in=["ready", "running"]).exists()
    assert "“Work” was taken over by Bob. What @worker still sends is kept, and not used." in notices(stage, goal)
    assert AuditEntry.objects.filter(deed="task.taken_over").count() == 1
    assert ([one.title for one in tasks_taken_by(stage.operator)], len(tasks_taken_by(stage.owner))) == (["Work"], 0)


def test_a_persons_result_waits_to_be_read_by_nobody_and_is_not_taken_back_as_words_are(stage):
    for handle in ("worker", "writer"):
        stage.agent(handle, {"result": "By the agent."})
    stage.voices([CHAIN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), CHAIN)
    take_over_task(stage.operator, the_task().id)
    pause(stage.operator, stage.root(goal).id)
    do_task(stage.operator, the_task().id, "By hand.")
    said = next(one for one in stage.messages(goal) if one.kind == "result")
    assert message(said.id).became == NOTHING
    with pytest.raises(Conflict, match="Only what waits to be read"):
        cancel_message(stage.operator, stage.root(goal).id, said.id)


def test_an_answer_that_a_person_gave_is_not_said_to_be_unread(stage, at_work):
    goal, _ = at_work
    take_over_task(stage.operator, the_task().id)
    do_task(stage.operator, the_task().id, "By hand.")
    assert stage.until_ended(goal).answer == "By hand."
    said = stage.messages(goal)[-1]
    assert (said.kind, message(said.id).became) == ("conclusion", NOTHING)


def test_what_the_agent_still_sends_is_kept_and_not_used_and_the_room_says_so(stage, at_work):
    goal, attempt = at_work
    take_over_task(stage.operator, the_task().id)
    finish(attempt.id, CallOutcome(Result("Too late.")))
    attempt.refresh_from_db()
    assert (attempt.state, attempt.result) == ("late", "Too late.")
    assert (the_task().state, the_task().result) == ("working", "")
    assert notices(stage, goal)[-1] == (
        "@worker sent a result of task 1 after it was taken from it: it is kept, and not used."
    )
    do_task(stage.operator, the_task().id, "By hand.")
    assert stage.until_ended(goal).answer == "By hand."


def test_who_comes_second_is_told_that_the_agent_was_faster(stage, at_work):
    goal, attempt = at_work
    finish(attempt.id, CallOutcome(Result("By the agent.")))
    with pytest.raises(Conflict, match="@worker was faster"):
        take_over_task(stage.operator, the_task().id)
    assert stage.until_ended(goal).answer == "By the agent."


def test_of_a_result_and_a_person_at_one_moment_one_wins(stage):
    """Whoever comes first: what is recorded never mixes both."""
    stage.agent("worker", {"result": "By the agent."}, concurrency=8)
    stage.voices([GIVEN])
    for _ in range(8):
        with stage.bells_lost():
            goal = stage.launch()
            stage.speak(stage.claim(stage.root(goal)), GIVEN)
            (ready,) = Attempt.objects.filter(task__team__goal=goal)
            begin(ready)
        won = press_while_it_answers(stage, ready)
        row, outcome = Task.objects.get(team__goal=goal), Goal.objects.get(id=goal.id)
        ready.refresh_from_db()
        if won:
            assert (row.state, row.owner.user_id, ready.state) == ("working", stage.operator.user_id, "late")
            do_task(stage.operator, row.id, "By hand.")
            assert stage.until_ended(goal).answer == "By hand."
        else:
            assert (row.state, row.owner.agent.handle, ready.state) == ("done", "worker", "done")
            assert outcome.answer == "By the agent."


def begin(attempt: Attempt) -> None:
    assert claim_attempt(attempt.id, "a slow worker")


def press_while_it_answers(stage, attempt: Attempt) -> bool:
    """Whether the person was first."""
    gate = threading.Barrier(2)

    def answer():
        try:
            gate.wait()
            finish(attempt.id, CallOutcome(Result("By the agent.")))
        finally:
            connection.close()

    def press():
        try:
            gate.wait()
            take_over_task(stage.operator, attempt.task_id)
        except Conflict:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(2) as hands:
        answered, pressed = hands.submit(answer), hands.submit(press)
        answered.result()
        return pressed.result()


def test_of_two_people_who_press_at_one_moment_the_second_is_told_who_has_it(stage, at_work):
    take_over_task(stage.operator, the_task().id)
    with pytest.raises(Conflict, match="You have it already"):
        take_over_task(stage.operator, the_task().id)
    with pytest.raises(Conflict, match=f"{stage.operator.name} was faster and has it"):
        take_over_task(stage.owner, the_task().id)
    assert the_task().owner.user_id == stage.operator.user_id
    assert (len(tasks_taken_by(stage.operator)), len(tasks_taken_by(stage.owner))) == (1, 0)


def test_what_comes_after_it_waits_for_the_person(stage):
    stage.agent("worker")
    stage.agent("writer", {"result": "Written from {results}."})
    stage.voices([CHAIN])
    with stage.bells_lost():
        goal = stage.launch()
        stage.speak(stage.claim(), CHAIN)
        stage.begin(1)
        take_over_task(stage.operator, the_task().id)
    stage.sweep()
    assert stage.states(goal) == {1: "working", 2: "planned"}
    do_task(stage.operator, the_task().id, "By hand.")
    stage.until_ended(goal)
    assert stage.states(goal) == {1: "done", 2: "done"}


def test_it_is_handed_back_to_its_agent_with_what_the_person_says(stage, at_work):
    goal, _ = at_work
    with stage.bells_lost():
        take_over_task(stage.operator, the_task().id)
        hand_back_task(stage.operator, the_task().id, words="I found no figures of 2015.")
        again = Attempt.objects.get(number=2)
        assert (again.state, again.agent.handle, the_task().owner.agent.handle) == ("ready", "worker", "worker")
        said = stage.messages(goal)[-2]
        assert (said.kind, said.text, said.member.user_id, said.data) == (
            "say",
            "@worker I found no figures of 2015.",
            stage.operator.user_id,
            {"tasks": [1]},
        )
        assert stage.messages(goal)[-1].text == "“Work” was given to @worker by Bob."
    assert stage.until_ended(goal).answer == "By the agent."


def test_it_is_handed_back_to_another_agent(stage, at_work):
    goal, _ = at_work
    stage.agent("other", {"result": "By the other."})
    take_over_task(stage.operator, the_task().id)
    with pytest.raises(Refused):
        hand_back_task(stage.operator, the_task().id, "nobody")
    hand_back_task(stage.operator, the_task().id, "other")
    assert stage.until_ended(goal).answer == "By the other."


def test_only_what_a_person_has_is_handed_back_and_only_what_runs_is_taken_over(stage, at_work):
    goal, _ = at_work
    with pytest.raises(Conflict, match="No person has it"):
        hand_back_task(stage.operator, the_task().id)
    with pytest.raises(Forbidden):
        take_over_task(stage.viewer, the_task().id)
    stop(stage.operator, stage.root(goal).id)
    with pytest.raises(Conflict, match="cancelled"):
        take_over_task(stage.operator, the_task().id)


def test_an_agent_that_is_switched_off_does_not_get_it_back(stage, at_work):
    goal, _ = at_work
    take_over_task(stage.operator, the_task().id)
    Agent.objects.update(enabled=False)
    with pytest.raises(Refused, match="Choose another one"):
        hand_back_task(stage.operator, the_task().id)
    cancel_task(stage.operator, the_task().id)
    assert stage.states(goal) == {1: "cancelled"}


def test_a_question_of_its_agent_waits_for_nobody_any_more(stage, at_work):
    _, attempt = at_work
    with stage.bells_lost():
        finish(attempt.id, CallOutcome(InputRequired("Which year?")))
        assert the_task().state == "asking"
        take_over_task(stage.operator, the_task().id)
    assert (the_task().state, Question.objects.get().state) == ("working", "lapsed")


def test_what_failed_or_has_an_unknown_outcome_is_taken_over_too(stage):
    stage.agent("worker", {"error": "Out of paint.", "permanent": True})
    stage.voices([GIVEN, {"do": "ask_person", "question": "What now?"}])
    goal = stage.launch()
    stage.until(lambda: Task.objects.filter(state="failed").exists())
    take_over_task(stage.operator, the_task().id)
    with pytest.raises(Conflict, match="Only a task that failed"):
        retry_task(stage.operator, the_task().id)
    do_task(stage.operator, the_task().id, "By hand.")
    assert stage.until_ended(goal).answer == "By hand."


def test_files_of_the_person_become_the_goals_and_the_result_names_them(stage, at_work):
    goal, _ = at_work
    take_over_task(stage.operator, the_task().id)
    do_task(stage.operator, the_task().id, "By hand.", [Upload("by-hand.csv", b"year,value\n2014,1\n")])
    assert stage.until_ended(goal).answer == "By hand.\n\nAttached: by-hand.csv"
    assert FileVersion.objects.get(called="by-hand.csv").member.user_id == stage.operator.user_id


def test_it_stays_with_the_person_while_the_team_is_held_and_goes_on(stage, at_work):
    goal, _ = at_work
    take_over_task(stage.operator, the_task().id)
    pause(stage.operator, stage.root(goal).id)
    resume(stage.operator, stage.root(goal).id)
    stage.sweep()
    assert (stage.states(goal), the_task().owner.user_id) == ({1: "working"}, stage.operator.user_id)


def test_it_can_be_given_to_an_agent_as_any_open_task_can(stage, at_work):
    goal, _ = at_work
    stage.agent("other", {"result": "By the other."})
    take_over_task(stage.operator, the_task().id)
    reassign_task(stage.operator, the_task().id, "other")
    assert stage.until_ended(goal).answer == "By the other."


def test_a_team_with_a_person_at_work_is_not_stalled(stage, at_work):
    goal, _ = at_work
    later = timezone.now() + stage.hour
    assert tree(goal.id, later).root.state == "stalled"
    take_over_task(stage.operator, the_task().id)
    assert tree(goal.id, later).root.state == "working"


def test_what_somebody_had_who_may_do_nothing_any_more_is_its_agents_again(stage, at_work):
    goal, _ = at_work
    take_over_task(stage.operator, the_task().id)
    WorkspaceMember.objects.filter(user=stage.operator.user_id).update(role="viewer")
    stop_unauthorised(stage.workspace.id)
    ended = stage.until_ended(goal)
    assert ended.answer == "By the agent."
    assert "“Work” is @worker's again: Bob, who had taken it over, may do nothing here any more." in notices(
        stage, goal
    )


def test_where_no_agent_had_it_it_fails_with_why(stage, at_work):
    take_over_task(stage.operator, the_task().id)
    Agent.objects.update(enabled=False)
    WorkspaceMember.objects.filter(user=stage.operator.user_id).delete()
    with stage.bells_lost():
        stop_unauthorised()
    assert the_task().state == "failed"
    assert "may do nothing here any more" in the_task().failure
    assert not Approval.objects.exists()
