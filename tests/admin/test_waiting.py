"""Why something waits: a table for the words, and the page that shows them."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from apps.agents.models import Connection
from apps.chat.domain.states import TurnState
from apps.chat.domain.wait_reasons import TalkStands, why_talk
from apps.chat.models import Conversation, Turn
from apps.teams.domain.limits import AGAIN, Payer
from apps.teams.domain.states import TaskState
from apps.teams.domain.wait_reasons import AttemptStands, Cause, TaskStands, TeamHold, why_attempt, why_task
from apps.teams.models import Approval, Attempt, Goal, LoweredBudgets, Task, Team
from apps.teams.queries.limits import forget_budgets
from tests import snapshot

PAUSED, LIMITED = TeamHold(frozen=True), TeamHold(frozen=True, by_limit=True)
USED_UP = TeamHold(frozen=True, by_limit=True, by_day=True)

ATTEMPTS = [
    (AttemptStands(), Cause.HUB, "No worker has taken it"),
    (AttemptStands(offline=True), Cause.AGENT, "is offline"),
    (AttemptStands(start=3.2), Cause.AGENT, "the next begins in 3 s"),
    (AttemptStands(calls=4, slots=4), Cause.AGENT, "No free slot: its agent is at 4 of 4 calls"),
    (AttemptStands(start=3.2, busy=True), Cause.AGENT, "has too much to do; it is asked again in 3 s"),
    (AttemptStands(calls=4, slots=4, start=0.4), Cause.AGENT, "No free slot"),
    (AttemptStands(per_minute=2, begun=1, start=3.2), Cause.AGENT, "The last try failed"),
    (AttemptStands(per_minute=2, begun=2, start=3.2), Cause.AGENT, "has had its 2 calls of this minute"),
    (AttemptStands(enabled=False), Cause.AGENT, "switched off"),
    (AttemptStands(hold=PAUSED, enabled=False), Cause.PERSON, "paused"),
    (AttemptStands(hold=LIMITED), Cause.PERSON, "frozen by a limit"),
    (AttemptStands(hold=USED_UP), Cause.BUDGET, "Today's budget is used up"),
    (AttemptStands(lease=4), Cause.AGENT, "has not said anything yet"),
    (AttemptStands(lease=4, hold=PAUSED, progress="reading"), Cause.AGENT, "last said: “reading”"),
    (AttemptStands(lease=-7), Cause.HUB, "let the lease run out 7 s ago"),
]
TASKS = [
    (TaskStands(TaskState.PLANNED, after=(1,)), Cause.WORK, "It comes after task 1."),
    (TaskStands(TaskState.PLANNED, after=(1, 2)), Cause.WORK, "It comes after tasks 1, 2."),
    (TaskStands(TaskState.PLANNED, hold=PAUSED), Cause.PERSON, "paused"),
    (TaskStands(TaskState.PLANNED, hold=USED_UP), Cause.BUDGET, "an owner allows more"),
    (TaskStands(TaskState.READY, as_team=True), Cause.HUB, "Its team has not been formed"),
    (TaskStands(TaskState.READY), Cause.HUB, "It has no attempt"),
    (TaskStands(TaskState.WORKING, as_team=True), Cause.WORK, "A team of its own"),
    (TaskStands(TaskState.ASKING, question="Which?"), Cause.PERSON, "“Which?”"),
    (TaskStands(TaskState.ASKING, question="w" * 200), Cause.PERSON, f"“{'w' * 120}…”"),
    (TaskStands(TaskState.ASKING, heeded=False), Cause.HUB, "no worker has told"),
    (TaskStands(TaskState.UNKNOWN, hold=LIMITED), Cause.PERSON, "a person decides"),
    (TaskStands(TaskState.SKIPPED), Cause.HUB, "It is skipped, and no worker has told"),
]
TALKS = [
    (TalkStands(TurnState.DUE), Cause.HUB, "No worker has taken its turn"),
    (TalkStands(TurnState.DUE, start=2), Cause.AGENT, "asked again in 2 s"),
    (TalkStands(TurnState.DUE, hold=LIMITED), Cause.PERSON, "frozen by a limit"),
    (TalkStands(TurnState.DUE, hold=USED_UP), Cause.BUDGET, "it goes on tomorrow"),
    (TalkStands(TurnState.DUE, full=True), Cause.BUDGET, "it begins when one of them ends"),
    (TalkStands(TurnState.DUE, full=True, hold=PAUSED), Cause.PERSON, "paused"),
    (TalkStands(TurnState.IN_FLIGHT, lease=5), Cause.AGENT, "has not answered"),
    (TalkStands(TurnState.IN_FLIGHT, lease=-5), Cause.HUB, "let the lease run out"),
    (TalkStands(TurnState.IN_FLIGHT), Cause.HUB, "let the lease run out"),
    (TalkStands(TurnState.NONE, tasks=(3,)), Cause.WORK, "It waits for task 3."),
    (TalkStands(TurnState.NONE, tasks=(3,), question="Send it?"), Cause.PERSON, "“Send it?”"),
    (TalkStands(TurnState.NONE), Cause.PERSON, "a person's word"),
]
TABLE = (
    [(why_attempt, *row) for row in ATTEMPTS]
    + [(why_task, *row) for row in TASKS]
    + [(why_talk, *row) for row in TALKS]
)


@pytest.mark.parametrize(("rule", "stands", "cause", "words"), TABLE)
def test_each_wait_has_a_cause_and_a_sentence(rule, stands, cause, words):
    why = rule(stands)
    assert why.cause is cause
    assert words in why.words


def shown(client, **query):
    """The rows of the page: (cause, why, what)."""
    answer = client.get(reverse("admin:chat_conversation_stuck", query=query))
    assert answer.status_code == 200
    return [(str(row[0]), row[1], str(row[2])) for row in answer.context["table"]["rows"]]


def of(rows, what):
    return [why for _, why, row in rows if what in row]


@pytest.fixture
def world(db):
    """A workspace with something in every state."""
    return snapshot.world()


class TestThePage:
    def test_says_why_everything_waits_with_links(self, staff, world):
        early = timezone.now() - timedelta(minutes=5)
        Goal.objects.exclude(pk=world.goal.pk).update(outcome="stopped", ended_at=early)
        Connection.objects.filter(agent__handle="contour").update(concurrency=1)
        working = Attempt.objects.get(task__title="Plot revenue by year")
        Attempt.objects.filter(pk=working.pk).update(state="ready", lease_until=None, started_at=None, not_before=early)
        busy = world.root.task("Draw again", world.root.members["contour"], "working")
        Task.objects.filter(pk=busy.pk).update(state_at=early)
        rows = shown(staff, seconds=0)
        assert of(rows, "Plot revenue") == ["No free slot: its agent is at 1 of 1 calls."]
        assert of(rows, "Draw again")[0].startswith("Its agent is at it")
        assert of(rows, "Write the one-page report") == ["It comes after task 2."]
        assert of(rows, "Cross-check totals") == ["It is failed, and no worker has told its conversation."]
        assert any("paused" in why for why in of(rows, "Proofread"))
        assert of(rows, "conversation: Report") == ["It waits for a person: “Which series should the report use?”."]
        answer = staff.get(reverse("admin:chat_conversation_stuck", query={"seconds": 0})).text
        assert reverse("admin:teams_attempt_change", args=[working.pk]) in answer
        assert reverse("admin:teams_goal_change", args=[world.goal.pk]) in answer

    def test_puts_the_worst_first(self, staff, world):
        causes = [cause for cause, *_ in shown(staff, seconds=0)]
        order = [next(place for place, name in enumerate(Cause) if f">{name}<" in cause) for cause in causes]
        assert order == sorted(order)
        assert len(set(order)) > 1

    def test_knows_a_limit_from_a_pause(self, staff, world):
        Team.objects.filter(goal=world.goal).update(frozen_at=timezone.now())
        Conversation.objects.filter(team=world.root.team).update(turn_state="due", turn_due_at=world.goal.created_at)
        Turn.objects.update(outcome="lost")
        assert "paused" in of(shown(staff), "conversation: Revenue report")[0]
        Approval.objects.create(team=world.root.team, kind="limit", question="More?", asked_at=timezone.now())
        assert "limit" in of(shown(staff), "conversation: Revenue report")[0]

    def test_knows_a_used_up_day_from_a_limit(self, staff, world):
        Team.objects.filter(goal=world.goal).update(frozen_at=timezone.now())
        Conversation.objects.filter(team=world.root.team).update(turn_state="due", turn_due_at=world.goal.created_at)
        Turn.objects.update(outcome="lost")
        asked = {"kind": "limit", "question": "What now?", "options": [AGAIN], "asked_at": timezone.now()}
        Approval.objects.create(team=world.root.team, **asked)
        assert "Today's budget is used up" in of(shown(staff), "conversation: Revenue report")[0]

    @pytest.mark.parametrize("payer", list(Payer))
    def test_says_of_a_goal_that_waits_for_others_to_end_that_it_does(self, staff, world, payer):
        waiting = Goal.objects.exclude(pk=world.goal.pk).filter(outcome="running").first()
        Goal.objects.filter(pk=waiting.pk).update(started_at=None, paid_by=world.goal.paid_by)
        Goal.objects.filter(pk=world.goal.pk).update(started_at=timezone.now())
        rooms = Conversation.objects.filter(team__goal=waiting, team__parent=None)
        early = world.goal.created_at
        rooms.update(turn_state="due", turn_due_at=early, phase="discussion", phase_at=early)
        Turn.objects.update(outcome="lost")
        LoweredBudgets.objects.create(pk=world.goal.workspace_id, values={payer.value: {"running": 1}})
        forget_budgets()
        (why,) = of(shown(staff), f"conversation: {rooms.get().team.name}")
        assert why == "As many goals run as may at one time: it begins when one of them ends."

    def test_leaves_out_what_has_not_waited_long_enough(self, staff, world):
        assert shown(staff, seconds=30)
        assert not shown(staff, seconds=86_400)

    def test_reads_nonsense_as_thirty_seconds(self, staff):
        for nonsense in ("", "soon", "-1", "99999999999999999999"):
            answer = staff.get(reverse("admin:chat_conversation_stuck", query={"seconds": nonsense}))
            assert answer.context["seconds"] == 30
