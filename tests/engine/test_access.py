"""Who may have what: one table for the queries that load an object and prove that this person may have it."""

import pytest

from apps.accounts.domain.errors import Forbidden, NotFound
from apps.chat.actions import change_limits, pause, post_message, resume, stop
from apps.core.ids import uuid7
from apps.journal.actions import recording
from apps.teams.actions import approvals
from apps.teams.domain.states import ApprovalKind
from apps.teams.models import Approval, FileVersion, Goal, Question, Task, Team
from apps.teams.queries import access
from tests.engine.conftest import task

LOOK, CHANGE = ("owner", "operator", "viewer"), ("owner", "operator")
QUERIES = [
    (access.goal_visible_to, Goal, LOOK),
    (access.goal_operable_by, Goal, CHANGE),
    (access.team_visible_to, Team, LOOK),
    (access.team_operable_by, Team, CHANGE),
    (access.task_visible_to, Task, LOOK),
    (access.approval_operable_by, Approval, CHANGE),
    (access.question_visible_to, Question, LOOK),
    (access.question_operable_by, Question, CHANGE),
    (access.artifact_visible_to, FileVersion, LOOK),
]
ACTIONS = {
    "pause": lambda actor, goal, team: pause(actor, team),
    "resume": lambda actor, goal, team: resume(actor, team),
    "stop": lambda actor, goal, team: stop(actor, team),
    "speak": lambda actor, goal, team: post_message(actor, team, "Hello"),
    "change limits": lambda actor, goal, team: change_limits(actor, goal, {"turns": 5}),
}


@pytest.fixture
def goal(stage) -> Goal:
    """A goal with a task, a file, an open question and something to be decided."""
    stage.agent("worker", {"file": {"name": "a.txt", "content": "one"}}, {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("a", "worker")]}, {"do": "ask_person", "question": "Enough?"}])
    goal = stage.launch()
    with recording(goal.id) as log:
        approvals.ask(log, stage.root(goal), ApprovalKind.LIMIT, "More turns?")
    return goal


@pytest.mark.parametrize(("query", "model", "allowed"), QUERIES, ids=[query.__name__ for query, _, _ in QUERIES])
def test_each_role_gets_what_it_may_and_a_stranger_nothing(stage, goal, query, model, allowed):
    row = model.objects.get()
    for role in LOOK:
        actor = getattr(stage, role)
        if role in allowed:
            assert query(actor, row.id) == row
        else:
            with pytest.raises(Forbidden, match="operator"):
                query(actor, row.id)
    for nobody, id_ in ((stage.stranger, row.id), (stage.owner, uuid7())):
        with pytest.raises(NotFound):
            query(nobody, id_)


@pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)
def test_actions_are_refused_to_viewers_and_unknown_to_strangers(stage, goal, action):
    before = stage.events(goal)
    with pytest.raises(Forbidden):
        action(stage.viewer, goal.id, stage.root(goal).id)
    with pytest.raises(NotFound):
        action(stage.stranger, goal.id, stage.root(goal).id)
    assert stage.events(goal) == before


def test_a_viewer_may_not_launch(stage):
    access.may_launch(stage.operator)
    with pytest.raises(Forbidden):
        access.may_launch(stage.viewer)
