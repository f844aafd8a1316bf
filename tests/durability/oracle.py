"""What must hold of a goal however it came to its end."""

from collections import Counter

from django.db.models import Sum

from apps.chat.domain.machine.conversation_state import Wait
from apps.chat.models import Conversation, Message, Turn
from apps.journal.models import Event
from apps.teams.domain.states import OPEN_TASK
from apps.teams.models import Approval, Attempt, Goal, Question, Task, Team
from tests.durability.fold import assert_events_tell_all

ANSWERED = ("done", "partial")


def assert_sound(goal: Goal) -> None:
    """Numbered without gaps, told without omission, ended once, nobody stuck, nothing left reserved."""
    assert_events_tell_all(goal)
    assert_messages_are_numbered(goal)
    assert_ended_once_a_round(goal)
    assert_nobody_is_stuck(goal)
    assert_books_are_balanced(goal)


def assert_messages_are_numbered(goal: Goal) -> None:
    for room in Conversation.objects.filter(team__goal=goal):
        numbers = list(room.messages.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, room.last_number + 1))


def assert_ended_once_a_round(goal: Goal) -> None:
    """As many ends as rounds, once it has ended, and one conclusion in each round that has an answer."""
    goal.refresh_from_db()
    root = Conversation.objects.get(team__goal=goal, team__parent=None)
    ends = Event.objects.filter(stream_id=goal.id, kind="goal.ended").count()
    assert ends == root.round - (goal.outcome == "running")
    said = Message.objects.filter(conversation__team__goal=goal, kind="conclusion")
    assert set(Counter(said.values_list("conversation", "round")).values()) <= {1}
    if goal.outcome in ANSWERED:
        assert said.filter(conversation=root, round=root.round).exists()


def assert_nobody_is_stuck(goal: Goal) -> None:
    """Who is silent waits for something that will come; nothing outlives the goal."""
    assert [room for room in Conversation.objects.filter(team__goal=goal) if _is_stuck(room)] == []
    if goal.outcome == "running":
        return
    of_goal = Attempt.objects.filter(task__team__goal=goal)
    assert not of_goal.filter(state__in=["ready", "running"]).exists()
    assert not Task.objects.filter(team__goal=goal, state__in=OPEN_TASK).exists()
    assert not Approval.objects.filter(team__goal=goal, state="pending").exists()
    assert not Question.objects.filter(room__goal=goal, state="open").exists()
    assert not Team.objects.filter(goal=goal, ended_at=None).exists()


def _is_stuck(room: Conversation) -> bool:
    if room.turn_state != "none" or room.wait is None or room.team.frozen_at is not None:
        return False
    wait = Wait.model_validate(room.wait)
    numbers = wait.tasks or [task.number for task in room.team.tasks.all()]
    awaited = room.team.tasks.filter(number__in=numbers)
    coming = awaited.filter(state__in=OPEN_TASK) | awaited.filter(heeded_at=None)
    asked = room.team.approvals.filter(state="pending")
    return not coming.exists() and not asked.exists() and not room.team.questions.filter(state="open").exists()


def assert_books_are_balanced(goal: Goal) -> None:
    """While nothing runs nothing is reserved, and each team has spent what its turns and attempts cost."""
    turns = Turn.objects.filter(conversation__team__goal=goal)
    attempts = Attempt.objects.filter(task__team__goal=goal)
    if turns.filter(outcome="open").exists() or attempts.filter(state="running").exists():
        return
    assert not turns.filter(reserved_tokens__gt=0).exists()
    assert not attempts.filter(reserved_tokens__gt=0).exists()
    for team in Team.objects.filter(goal=goal):
        below = [team.id, *_below(team)]
        used = _tokens(turns.filter(conversation__team__in=below)) + _tokens(attempts.filter(task__team__in=below))
        assert team.spent_tokens == used
        passes = Message.objects.filter(conversation__team__in=below, data__about="pass").count()  # they cost no turn
        assert team.spent_turns == turns.filter(conversation__team__in=below).count() - passes


def _below(team: Team) -> list:
    return [found for child in team.children.all() for found in (child.id, *_below(child))]


def _tokens(rows) -> int:
    sums = rows.aggregate(prompt=Sum("prompt_tokens"), completion=Sum("completion_tokens"))
    return sum(value or 0 for value in sums.values())
