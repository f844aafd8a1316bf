"""Goals and the teams that work on them."""

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q

from apps.accounts.domain.workspace_settings import Review
from apps.core.columns import KeyField, Telling, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.checks import Verification
from apps.teams.domain.states import GoalOutcome, MemberKind, Priority

WORDS_OF_GOAL = ("title", "text")
"""The columns by whose words a goal is found; the index has them."""


class Goal(Telling):
    """What a person asked for; owns the team tree, the limits and the event stream (same id)."""

    tells = ("failure", "found")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="goals")
    created_by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="goals")
    paid_by = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        related_name="+",
        help_text="On whose budget its round is booked: who gave it, or whose message opened the round.",
    )
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="goals",
        help_text="Who stands at the beginning of its chains of authority; None: nobody.",
    )
    claimed_chain = models.JSONField(
        default=dict,
        help_text="What whoever gave it said of where it comes from: a claim, which nothing is judged by.",
    )
    text = models.TextField()
    title = models.CharField(max_length=120)
    priority = models.CharField(max_length=8, choices=choices_of(Priority), default=Priority.NORMAL)
    limits = models.JSONField(default=dict, help_text="domain.limits.Limits")
    outcome = models.CharField(max_length=12, choices=choices_of(GoalOutcome), default=GoalOutcome.RUNNING)
    answer = models.TextField(blank=True)
    failure = models.CharField(
        max_length=400,
        blank=True,
        help_text="One plain sentence when it did not succeed.",
    )
    missing_skills = models.JSONField(default=list, help_text="Needs in words that no agent covers.")
    wanted_handles = models.JSONField(default=list, help_text="A team named by hand; empty: formed by search.")
    shares_plan = models.BooleanField(default=True, help_text="Whether its teams keep a plan that all of them read.")
    shows_plan = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Whether the tasks of its first plan wait until a person starts them.",
    )
    plan_started_at = models.DateTimeField(null=True, help_text="When a person started the plan; None: nobody did.")
    review = models.CharField(
        max_length=8,
        choices=choices_of(Review),
        default=Review.AUTO,
        help_text="Whether its coordinator looks at the answer before the end.",
    )
    forked_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        related_name="forks",
        help_text="The goal from one of whose moments it goes on otherwise; None: it began by itself.",
    )
    forked_at = models.BigIntegerField(null=True, help_text="The event of that goal up to which it is the same.")
    observation = models.JSONField(default=dict, help_text="What the workspace's observation hook is asked with.")
    idempotency_key = models.CharField(max_length=200, blank=True)
    request_digest = models.CharField(max_length=64, blank=True, help_text="SHA-256 of the body sent with the key.")
    created_at = models.DateTimeField()
    last_event_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, help_text="When its first turn was taken; until then it waits.")
    ended_at = models.DateTimeField(null=True)
    claimed_at = models.DateTimeField(null=True, help_text="When it ended with an answer.")
    verification = models.CharField(
        max_length=12,
        choices=choices_of(Verification),
        default=Verification.NOTHING,
        help_text="What is known of the answer, from its task's check and the review.",
    )
    found = models.CharField(max_length=400, blank=True, help_text="How that is known, or why it is not.")
    learned_at = models.DateTimeField(null=True, help_text="When its agents learned from it, after it went well.")
    answer_owed = models.BooleanField(
        default=False, help_text="It ended with an answer that is not among its files as yet."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "created_by", "idempotency_key"],
                condition=~Q(idempotency_key=""),
                name="goal_once_per_key",
            ),
            known_states("outcome", GoalOutcome, "goal_outcome_known"),
            known_states("review", Review, "goal_review_known"),
            known_states("verification", Verification, "goal_verification_known"),
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
                fields=["workspace", "created_at"],
                condition=Q(outcome="running", started_at=None),
                name="goal_waiting",
            ),
            models.Index(
                fields=["ended_at"],
                condition=Q(learned_at=None, outcome__in=["done", "partial"]),
                name="goal_unlearned",
            ),
            models.Index(fields=["ended_at"], condition=Q(answer_owed=True), name="goal_answer_owed"),
            GinIndex(SearchVector(*WORDS_OF_GOAL, config="english"), name="goal_by_words"),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def holds_plan(self) -> bool:
        """Whether the tasks of its own team begin only when a person starts them."""
        return self.shows_plan and self.plan_started_at is None


class Team(Telling):
    """Members brought together for a purpose. A sub-team has a parent and executes one of its tasks."""

    tells = ("formation", "name")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    goal = models.ForeignKey(Goal, on_delete=models.CASCADE, related_name="teams")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="children")
    task = models.OneToOneField("Task", on_delete=models.CASCADE, null=True, related_name="subteam")
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="+",
        help_text="Of the task that it carries out; of the root team that of its goal.",
    )
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
    spent_claimed = models.PositiveBigIntegerField(
        default=0, help_text="Tokens, of spent_tokens, that agents said of themselves."
    )
    spent_teams = models.PositiveIntegerField(default=1)
    formation = models.JSONField(default=dict, help_text="Why this team: domain.formation.FormationRecord.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    queued_at = models.DateTimeField(
        null=True, help_text="Since when a root team waits for a worker to begin its round; its clock stands still."
    )
    frozen_at = models.DateTimeField(null=True, help_text="Since when a pause or a limit holds it.")
    frozen_seconds = models.FloatField(default=0.0, help_text="Time queued or frozen before the current such time.")
    deadline_at = models.DateTimeField(
        null=True, help_text="When its minutes run out; None while it is queued, frozen or ended."
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

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    kind = models.CharField(max_length=12, choices=choices_of(MemberKind))
    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, null=True, related_name="memberships")
    user = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        null=True,
        related_name="team_memberships",
    )
    lead = models.BooleanField(default=False)
    joined_at = models.DateTimeField()
    named = models.BooleanField(default=False, help_text="A person named this agent by hand.")
    proposed_by = models.ForeignKey(
        "agents.Agent",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="The agent that brought this one in by itself; None: a person or the coordinator did.",
    )
    called = models.CharField(
        max_length=80,
        blank=True,
        default="",
        db_default="",
        help_text="What a person is called in the workspace; empty: as their account is.",
    )
    called_before = models.CharField(
        max_length=160,
        blank=True,
        help_text="Its name when names began to be kept with messages; empty: it came later.",
    )

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
            models.CheckConstraint(
                condition=Q(proposed_by=None) | Q(kind=MemberKind.AGENT, named=False),
                name="member_brought_by_one",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.team_id}"
