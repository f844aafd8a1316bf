"""Goals, the teams that work on them, their tasks and what came of them."""

import uuid
from enum import StrEnum

from django.db import models
from django.db.models import Q

from apps.journal.domain.ids import uuid7
from apps.teams.domain.states import (
    ApprovalKind,
    ApprovalState,
    AttemptState,
    GoalOutcome,
    MemberKind,
    Priority,
    TaskState,
)


def _choices(states: type[StrEnum]) -> list[tuple[str, str]]:
    return [(state.value, state.value) for state in states]


def _known(field: str, states: type[StrEnum], name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__in": [state.value for state in states]}), name=name)


class Goal(models.Model):
    """What a person asked for; owns the team tree, the limits and the event stream (same id)."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="goals")
    created_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="goals")
    text = models.TextField()
    title = models.CharField(max_length=120)
    priority = models.CharField(max_length=8, choices=_choices(Priority), default=Priority.NORMAL)
    limits = models.JSONField(default=dict, help_text="domain.limits.Limits")
    outcome = models.CharField(max_length=12, choices=_choices(GoalOutcome), default=GoalOutcome.RUNNING)
    answer = models.TextField(blank=True)
    failure = models.CharField(
        max_length=400,
        blank=True,
        help_text="One plain sentence when it did not succeed.",
    )
    missing_skills = models.JSONField(default=list, help_text="Needs in words that no agent covers.")
    wanted_handles = models.JSONField(default=list, help_text="A team named by hand; empty: formed by search.")
    shares_plan = models.BooleanField(default=True, help_text="Whether its teams keep a plan that all of them read.")
    observation = models.JSONField(default=dict, help_text="What the workspace's observation hook is asked with.")
    idempotency_key = models.CharField(max_length=200, blank=True)
    request_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the body sent with the key.")
    created_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    learned_at = models.DateTimeField(null=True, help_text="When its agents learned from it, after it went well.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "created_by", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="goal_once_per_key",
            ),
            _known("outcome", GoalOutcome, "goal_outcome_known"),
            models.CheckConstraint(
                condition=Q(outcome=GoalOutcome.RUNNING, ended_at=None)
                | ~Q(outcome=GoalOutcome.RUNNING) & ~Q(ended_at=None),
                name="goal_ended_iff_outcome",
            ),
        ]
        indexes = [
            models.Index(fields=["workspace", "-created_at"], name="goal_newest"),
            models.Index(
                fields=["created_at"],
                condition=Q(outcome="running"),
                name="goal_running",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(learned_at=None, outcome__in=["done", "partial"]),
                name="goal_unlearned",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class Team(models.Model):
    """Members brought together for a purpose. A sub-team has a parent and executes one of its tasks."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    goal = models.ForeignKey(Goal, on_delete=models.CASCADE, related_name="teams")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="children")
    task = models.OneToOneField("Task", on_delete=models.CASCADE, null=True, related_name="subteam")
    name = models.CharField(max_length=120)
    purpose = models.TextField()
    depth = models.PositiveSmallIntegerField(default=0)
    grant = models.JSONField(help_text="domain.limits.Limits: what it and all below it may spend.")
    spent_turns = models.PositiveIntegerField(default=0, help_text="Of it and all below it, reservations included.")
    spent_tokens = models.PositiveBigIntegerField(default=0)
    spent_money = models.FloatField(default=0.0)
    spent_unpriced = models.PositiveBigIntegerField(
        default=0, help_text="Tokens, of spent_tokens, whose price nobody said."
    )
    spent_teams = models.PositiveIntegerField(default=1)
    formation = models.JSONField(default=dict, help_text="Why this team: domain.formation.FormationRecord.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    frozen_at = models.DateTimeField(null=True, help_text="Since when a pause or a limit holds it.")
    frozen_seconds = models.FloatField(default=0.0, help_text="Time frozen before the current freeze.")
    deadline_at = models.DateTimeField(
        null=True, help_text="When its minutes run out; None while it is frozen or ended."
    )

    class Meta:
        indexes = [models.Index(fields=["deadline_at"], condition=~Q(deadline_at=None), name="team_deadline")]
        constraints = [
            models.UniqueConstraint(fields=["goal"], condition=Q(parent=None), name="goal_has_one_root_team"),
            models.CheckConstraint(
                condition=Q(parent=None, task=None) | ~Q(parent=None) & ~Q(task=None),
                name="subteam_executes_a_task",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """Somebody in a team. Exactly one of agent and user is set, none for the coordinator's seat."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    kind = models.CharField(max_length=12, choices=_choices(MemberKind))
    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, null=True, related_name="memberships")
    user = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        null=True,
        related_name="team_memberships",
    )
    lead = models.BooleanField(default=False)
    joined_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["team", "agent"],
                condition=~Q(agent=None),
                name="agent_once_per_team",
            ),
            models.UniqueConstraint(
                fields=["team", "user"],
                condition=~Q(user=None),
                name="person_once_per_team",
            ),
            models.UniqueConstraint(fields=["team"], condition=Q(lead=True), name="team_has_one_lead"),
            models.CheckConstraint(
                condition=Q(kind=MemberKind.COORDINATOR, agent=None, user=None)
                | Q(kind=MemberKind.AGENT, user=None) & ~Q(agent=None)
                | Q(kind=MemberKind.PERSON, agent=None) & ~Q(user=None),
                name="member_kind_matches",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.team_id}"


class Task(models.Model):
    """Work given to a member: an agent's attempts carry it out, or a sub-team does."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="tasks")
    number = models.PositiveIntegerField(help_text="Within the team, from 1.")
    round = models.PositiveIntegerField(default=1)
    title = models.CharField(max_length=120)
    brief = models.TextField()
    skills = models.JSONField(default=list, help_text="Ids of the skills it was given for.")
    needs = models.JSONField(default=list, help_text="The needs in words that it covers.")
    owner = models.ForeignKey(Member, on_delete=models.PROTECT, related_name="tasks")
    seats = models.JSONField(
        default=list, help_text="domain.formation.Seat of each agent of the sub-team that does it."
    )
    synchronous = models.BooleanField(default=False)
    is_answer = models.BooleanField(default=False, help_text="Its result concludes the conversation.")
    delegated_by = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        related_name="delegated",
        help_text="The task whose agent handed this on while it worked.",
    )
    assigned_turn = models.PositiveIntegerField(help_text="The turn whose Assign gave it.")
    briefed_after = models.PositiveIntegerField(help_text="Number of the last message its brief could know of.")
    depends_on = models.ManyToManyField("self", symmetrical=False, related_name="dependants")
    state = models.CharField(max_length=12, choices=_choices(TaskState), default=TaskState.PLANNED)
    state_at = models.DateTimeField()
    result = models.TextField(blank=True)
    failure = models.CharField(max_length=400, blank=True)
    question = models.TextField(blank=True, help_text="What its agent asked, while it is asking.")
    question_heeded_at = models.DateTimeField(null=True, help_text="When its conversation took note of the question.")
    answer = models.TextField(blank=True, help_text="What the agent was told; given to the next attempt.")
    heeded_at = models.DateTimeField(null=True, help_text="When its conversation took note that it settled.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="task_number_once"),
            _known("state", TaskState, "task_state_known"),
        ]
        indexes = [
            models.Index(
                fields=["state_at"],
                condition=Q(heeded_at=None, state__in=["done", "failed", "skipped", "cancelled"]),
                name="task_unheeded",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.title}"


class Attempt(models.Model):
    """One try at a task by one agent, under a lease."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField(help_text="Within the task, from 1; it is the fence.")
    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, related_name="attempts")
    state = models.CharField(max_length=12, choices=_choices(AttemptState), default=AttemptState.READY)
    priority = models.SmallIntegerField(default=0, help_text="-1 low, 0 normal, 1 high; claimed highest first.")
    not_before = models.DateTimeField(help_text="Not claimed earlier; how a retry backs off.")
    busy_since = models.DateTimeField(
        null=True, help_text="When its agent first asked to be asked later; it waits no longer than a call may take."
    )
    worker = models.CharField(max_length=80, blank=True)
    lease_until = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    progress = models.CharField(
        max_length=200,
        blank=True,
        help_text="Its last sign of life, in the agent's words.",
    )
    progress_at = models.DateTimeField(null=True)
    handle = models.CharField(
        max_length=1000,
        blank=True,
        help_text="What the agent calls this work: with it the next attempt goes on where this one was lost, or asked.",
    )
    result = models.TextField(blank=True, help_text="Kept here too when it came late.")
    failure = models.CharField(max_length=400, blank=True)
    excused = models.BooleanField(
        default=False, help_text="It failed because there was nothing to work with; its agent's record leaves it out."
    )
    reserved_tokens = models.PositiveIntegerField(default=0, help_text="Counted as spent until it ends.")
    prompt_tokens = models.PositiveBigIntegerField(default=0)
    completion_tokens = models.PositiveBigIntegerField(default=0)
    money = models.FloatField(null=True, help_text="US dollars; None where nobody said a price.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="attempt_number_once"),
            models.UniqueConstraint(
                fields=["task"],
                condition=Q(state__in=["ready", "running"]),
                name="one_live_attempt_per_task",
            ),
            _known("state", AttemptState, "attempt_state_known"),
            models.CheckConstraint(
                condition=Q(state="running") & ~Q(lease_until=None) | ~Q(state="running") & Q(lease_until=None),
                name="attempt_leased_iff_running",
            ),
        ]
        indexes = [
            models.Index(
                fields=["-priority", "not_before"],
                condition=Q(state="ready"),
                name="attempt_ready",
            ),
            models.Index(
                fields=["lease_until"],
                condition=Q(state="running"),
                name="attempt_leased",
            ),
            models.Index(fields=["agent"], condition=Q(state="running"), name="attempt_running_by_agent"),
            models.Index(fields=["agent", "-ended_at"], name="attempt_newest_by_agent"),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.task_id}"


class Artifact(models.Model):
    """A file a task produced."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="artifacts")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="artifacts")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100, help_text="Sniffed from the content, not what the agent said.")
    size = models.PositiveIntegerField(help_text="Bytes.")
    content = models.BinaryField()
    created_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["attempt", "name"], name="artifact_name_once_per_attempt")]

    def __str__(self) -> str:
        return self.name


class Approval(models.Model):
    """A decision that waits for a person."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="approvals")
    task = models.ForeignKey(Task, on_delete=models.CASCADE, null=True, related_name="approvals")
    kind = models.CharField(max_length=12, choices=_choices(ApprovalKind))
    question = models.TextField()
    options = models.JSONField(default=list, help_text="Answers offered as buttons; words are welcome too.")
    state = models.CharField(max_length=12, choices=_choices(ApprovalState), default=ApprovalState.PENDING)
    answer = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by: "models.ForeignKey[uuid.UUID | None, uuid.UUID | None]" = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        null=True,
        related_name="decisions",
    )

    class Meta:
        constraints = [
            _known("state", ApprovalState, "approval_state_known"),
            _known("kind", ApprovalKind, "approval_kind_known"),
        ]
        indexes = [
            models.Index(
                fields=["asked_at"],
                condition=Q(state="pending"),
                name="approval_pending",
            )
        ]

    def __str__(self) -> str:
        return self.question[:60]
