"""Over whole trees of teams in the database: no action creates money, tokens, depth or rights on the way down."""

import uuid

from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.agents.domain.address import CallOutcome
from apps.agents.domain.calls import Result, Usage
from apps.agents.models import Agent
from apps.chat.actions import notifications, stop
from apps.journal.actions import clock, recording
from apps.teams.actions import new_tasks
from apps.teams.actions.attempts import claim_attempt
from apps.teams.domain.formation import Seat
from apps.teams.models import Attempt, Goal, Task, Team
from apps.teams.queries.limits import spent_of_team, teams_above

TOKENS, MONEY = 700, 0.25
"""What one call costs at most."""
NAMES = ("turns", "tokens", "money", "minutes", "teams")


class Tree:
    """A goal whose teams a test makes and sets to work through the actions that the engine has for it."""

    def __init__(self, stage, limits: dict) -> None:
        self.goal: Goal = stage.launch(limits=limits)
        self.most_running = 0

    @property
    def teams(self) -> list[Team]:
        return list(Team.objects.filter(goal=self.goal).order_by("created_at", "id"))

    def add(self, team: Team, *, as_team: bool) -> Task:
        """Give a team's own work; `as_team`: to a team of two."""
        numbers = {one.number: one for one in team.tasks.all()}
        agents = Agent.objects.filter(workspace=self.goal.workspace).order_by("handle")
        seats = tuple(
            Seat(agent_id=str(one.id), handle=one.handle, name=one.name, need="", skill="", score=1) for one in agents
        )
        new = new_tasks.NewTask(
            number=max(numbers, default=0) + 1,
            title="A part",
            brief="Do a part.",
            seats=seats if as_team else seats[:1],
            as_team=as_team,
            after=(),
            needs=(),
            synchronous=False,
            is_answer=False,
            origin=team.origin_id,
        )
        with recording(self.goal.id) as log:
            (task,) = new_tasks.add(log, team, [new], numbers, turn=1, round_=1, briefed_after=0)
        return task

    def form(self, team: Team) -> None:
        """Have a team formed below, which is granted no more than any above it has left, and one level less."""
        task = self.add(team, as_team=True)
        before = clock()
        notifications.form_subteam(task.id)
        formed = Team.objects.filter(task=task).first()
        if formed is None:
            return
        team.refresh_from_db()  # it may have been given more of what those above it have
        for above in teams_above(team):
            spent = spent_of_team(above, before)
            own_team = {"teams": 1}  # its own place was counted when it was formed
            for name in NAMES:
                limit, granted = above.grant[name], formed.grant[name]
                left = None if limit is None else limit - getattr(spent, name) + own_team.get(name, 0)
                assert left is None or (granted is not None and granted <= max(left, own_team.get(name, 0)) + 0.01)
        assert formed.grant["depth"] == team.grant["depth"] - 1

    def begin(self, team: Team) -> None:
        """One more member of a team at work, if the limits let it begin."""
        self.add(team, as_team=False)
        for attempt in Attempt.objects.filter(task__team__goal=self.goal, state="ready"):
            claim_attempt(attempt.id, "a worker")
        running = Attempt.objects.filter(task__team__goal=self.goal, state="running").count()
        self.most_running = max(self.most_running, running)

    def end(self, share: float) -> None:
        """A call ends, with a share of what one costs at most."""
        attempt = Attempt.objects.filter(task__team__goal=self.goal, state="running").order_by("id").first()
        if attempt is not None:
            usage = Usage(int(TOKENS * share), 0, MONEY * share)
            notifications.finish_attempt(attempt.id, attempt.started_at, CallOutcome(Result("Done.", usage=usage)))

    def assert_nothing_was_created(self) -> None:
        """As the tables say it, in SQL."""
        assert rows(BELOW_MORE_THAN_ABOVE, self.goal.id) == []
        assert rows(DEEPER_OR_IN_ANOTHER_NAME, self.goal.id) == []
        ((tokens, money, booked, earned),) = rows(SPENT, self.goal.id)
        assert (tokens, round(money, 6)) == (booked, round(earned, 6))
        limits = self.goal.limits
        assert limits["tokens"] is None or tokens <= limits["tokens"] + self.most_running * TOKENS
        assert limits["money"] is None or money <= limits["money"] + self.most_running * MONEY


BELOW_MORE_THAN_ABOVE = """
    SELECT parent.id FROM teams_team parent JOIN teams_team child ON child.parent_id = parent.id
    WHERE parent.goal_id = %s GROUP BY parent.id
    HAVING sum(child.spent_tokens) > parent.spent_tokens OR sum(child.spent_money) > parent.spent_money + 1e-6
        OR sum(child.spent_turns) > parent.spent_turns OR sum(child.spent_teams) > parent.spent_teams"""
DEEPER_OR_IN_ANOTHER_NAME = """
    SELECT child.id FROM teams_team child
    JOIN teams_team parent ON parent.id = child.parent_id JOIN teams_task task ON task.id = child.task_id
    WHERE child.goal_id = %s AND (
        child.depth <> parent.depth + 1 OR (child.grant->>'depth')::int >= (parent.grant->>'depth')::int
        OR child.origin_id IS DISTINCT FROM task.origin_id OR task.origin_id IS DISTINCT FROM parent.origin_id)
    UNION SELECT attempt.id FROM teams_attempt attempt
    JOIN teams_task task ON task.id = attempt.task_id JOIN teams_team team ON team.id = task.team_id
    WHERE team.goal_id = %s AND attempt.origin_id IS DISTINCT FROM team.origin_id"""
SPENT = """
    SELECT root.spent_tokens, root.spent_money, calls.tokens, calls.money
    FROM teams_team root, LATERAL (
        SELECT coalesce(sum(prompt_tokens + completion_tokens + reserved_tokens), 0) AS tokens,
            coalesce(sum(money), 0) AS money
        FROM teams_attempt attempt JOIN teams_task task ON task.id = attempt.task_id
        JOIN teams_team team ON team.id = task.team_id WHERE team.goal_id = root.goal_id) AS calls
    WHERE root.parent_id IS NULL AND root.goal_id = %s"""


def rows(statement: str, goal: uuid.UUID) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [goal] * statement.count("%s"))
        return cursor.fetchall()


LIMITS = st.fixed_dictionaries(
    {
        "tokens": st.none() | st.integers(1, 3000),
        "money": st.none() | st.floats(0.01, 1.5),
        "depth": st.integers(0, 3),
        "teams": st.integers(1, 5),
    }
)
STEPS = st.lists(
    st.tuples(st.sampled_from(["form", "begin", "begin", "end"]), st.integers(0, 9), st.floats(0, 1)), max_size=12
)


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(limits=LIMITS, steps=STEPS)
def test_no_action_creates_anything_down_a_tree(stage, limits, steps):
    if not Agent.objects.exists():
        stage.agent("one", concurrency=50)
        stage.agent("two", concurrency=50)
    with stage.bells_lost():
        tree = Tree(stage, limits)
        for kind, which, share in steps:
            team = tree.teams[which % len(tree.teams)]
            if kind == "form" and team.grant["depth"] > 0:
                tree.form(team)
            elif kind == "begin":
                tree.begin(team)
            elif kind == "end":
                tree.end(share)
            tree.assert_nothing_was_created()
        stop(stage.owner, tree.teams[0].id)
        tree.assert_nothing_was_created()


def test_members_at_work_at_one_time_overrun_a_limit_by_a_call_each_and_then_nothing_begins(stage):
    stage.agent("one", concurrency=50)
    stage.agent("two", concurrency=50)
    with stage.bells_lost():
        tree = Tree(stage, {"tokens": 1000, "depth": 2})
        root = tree.teams[0]
        tree.form(root)
        for team in (root, tree.teams[1], tree.teams[1]):
            tree.begin(team)
        assert tree.most_running == 3
        for _ in range(3):
            tree.end(1.0)
        tree.begin(root)
        assert not Attempt.objects.filter(state="running").exists()
        root.refresh_from_db()
        assert (root.spent_tokens, root.grant["tokens"]) == (3 * TOKENS, 1000)
        tree.assert_nothing_was_created()
