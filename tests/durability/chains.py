"""What must hold of the chains of authority of a goal: all that came of it names one, of rows that are its own."""

from apps.accounts.models import Origin
from apps.chat.models import Conversation, Message
from apps.journal.models import Event
from apps.teams.models import Attempt, Goal, Member, PlanStep, Task, Team


def assert_all_name_their_chain(goal: Goal) -> None:
    """Every event, message, team, task and attempt, as the rows above them say."""
    assert_rows_agree(goal)
    links = _rows(goal)
    nobodys = set(map(str, Task.objects.filter(team__goal=goal, origin=None).values_list("id", flat=True)))
    for event in Event.objects.filter(stream_id=goal.id):
        chain = dict(event.chain or {})
        assert chain.pop("goal", None) == str(goal.id), event.kind
        assert "origin" in chain or chain.get("task") in nobodys, event.kind
        assert {name: one for name, one in chain.items() if one not in links[name]} == {}, event.kind
        assert chain.get("team") == (str(event.team_id) if event.team_id else None)
    for event in Event.objects.filter(stream_id=goal.workspace_id, payload__goal=str(goal.id)):
        assert event.chain["origin"] in links["origin"]


def assert_rows_agree(goal: Goal) -> None:
    """A task stands under what it is a part of, under a message of a person, or under who changed it before it began;
    its attempts and its team as it.
    """
    begun = {goal.origin_id, *_spoken(goal).filter(begins_chain=True).values_list("origin_id", flat=True)}
    for team in Team.objects.filter(goal=goal).select_related("task"):
        assert team.origin_id == (team.task.origin_id if team.task else goal.origin_id)
    for task in Task.objects.filter(team__goal=goal).select_related("team", "delegated_by"):
        above = {task.delegated_by.origin_id} if task.delegated_by else {task.team.origin_id, *begun}
        assert task.origin_id in {*above, *_changed_by(task), None}
    made = Attempt.objects.filter(task__team__goal=goal).select_related("task")
    assert [attempt for attempt in made if attempt.origin_id is None and attempt.task.origin_id is not None] == []
    assert not _spoken(goal).filter(origin=None, task_number=None).exists()
    assert not Conversation.objects.filter(team__goal=goal, origin=None).exists()


def _changed_by(task: Task) -> set:
    editors = PlanStep.objects.filter(task=task).values("edited_by")
    return set(Origin.objects.filter(id=task.origin_id, user__in=editors).values_list("id", flat=True))


def _spoken(goal: Goal):
    return Message.objects.filter(conversation__team__goal=goal)


def _rows(goal: Goal) -> dict[str, set[str]]:
    rows = {
        "origin": Origin.objects.filter(workspace_id=goal.workspace_id),
        "team": Team.objects.filter(goal=goal),
        "member": Member.objects.filter(team__goal=goal),
        "task": Task.objects.filter(team__goal=goal),
        "attempt": Attempt.objects.filter(task__team__goal=goal),
    }
    return {name: set(map(str, found.values_list("id", flat=True))) for name, found in rows.items()}
