"""Tasks and the attempts at them."""

from datetime import timedelta

from django.db import models
from django.db.models import Q, Value

from apps.core.columns import KeyField, Telling, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.checks import Verification
from apps.teams.domain.states import AttemptState, TaskState
from apps.teams.models.teams import Member, Team


class Task(Telling):
    """Work given to a member: an agent's attempts carry it out, or a sub-team does."""

    tells = ("failure", "found", "evidence", "title")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="tasks")
    number = models.PositiveIntegerField(help_text="Within the team, from 1.")
    round = models.PositiveIntegerField(default=1)
    title = models.CharField(max_length=120)
    brief = models.TextField()
    only_brief = models.BooleanField(
        default=False,
        db_default=False,
        help_text="A person changed it before it was sent: nothing else of the goal goes along.",
    )
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
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="tasks",
        help_text="Of the person's message that it was given for; else that of what it is a part of. None: nobody.",
    )
    heard = models.JSONField(
        default=list,
        help_text="Ids of the agents whose words had been read when its brief, or its answer, was written.",
    )
    assigned_turn = models.PositiveIntegerField(help_text="The turn whose Assign gave it.")
    briefed_after = models.PositiveIntegerField(help_text="Number of the last message its brief could know of.")
    depends_on = models.ManyToManyField("self", symmetrical=False, related_name="dependants")
    state = models.CharField(max_length=12, choices=choices_of(TaskState), default=TaskState.PLANNED)
    state_at = models.DateTimeField()
    result = models.TextField(blank=True)
    failure = models.CharField(max_length=400, blank=True)
    asks = models.ForeignKey(
        "Question",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="What it can't go on without, while it is asking: its own question, or one of the team that does it.",
    )
    question_heeded_at = models.DateTimeField(null=True, help_text="When its conversation took note of the question.")
    heeded_at = models.DateTimeField(null=True, help_text="When its conversation took note that it settled.")
    planned_check = models.JSONField(default=dict, help_text="domain.checks.Check: how it is seen that it is right.")
    claimed_at = models.DateTimeField(null=True, help_text="When whoever does it said that it is done.")
    verification = models.CharField(
        max_length=12,
        choices=choices_of(Verification),
        default=Verification.NOTHING,
        help_text="What its check said of the claim.",
    )
    checked_at = models.DateTimeField(null=True, help_text="When its check ran.")
    checked_by = models.ForeignKey(
        Member,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="Who looked at it; None: the hub itself, or nobody.",
    )
    found = models.CharField(
        max_length=400, blank=True, help_text="How it was seen, why it was not checked, or what is wrong."
    )
    evidence = models.JSONField(default=list, help_text="What the check looked at, a line each.")
    checks = models.ForeignKey(
        "self",
        on_delete=models.CASCADE,
        null=True,
        related_name="checked_in",
        help_text="The task whose result another member looks at in this one; None: it is no check.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["team", "number"], name="task_number_once"),
            known_states("state", TaskState, "task_state_known"),
            known_states("verification", Verification, "task_verification_known"),
            models.CheckConstraint(
                condition=~Q(state=TaskState.DONE, verification=Verification.REFUTED), name="task_not_done_if_refuted"
            ),
        ]
        indexes = [
            models.Index(
                fields=["state_at"],
                condition=Q(heeded_at=None, state__in=["done", "failed", "skipped", "cancelled"]),
                name="task_unheeded",
            ),
            models.Index(
                fields=["state_at"],
                condition=Q(state="asking", question_heeded_at=None),
                name="task_question_unheeded",
            ),
            models.Index(
                fields=["claimed_at"],
                condition=Q(state="working", verification="unchecked") & ~Q(claimed_at=None),
                name="task_claimed",
            ),
            models.Index(fields=["state_at"], condition=Q(state="ready") & ~Q(seats=[]), name="task_for_team"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.title}"

    @property
    def is_claimed(self) -> bool:
        """Whether who does it said that it is done, and somebody else is to look at it first."""
        claimed = self.claimed_at is not None and self.verification == Verification.UNCHECKED
        return self.state == TaskState.WORKING and claimed

    @property
    def question(self) -> str:
        """What it asks, as it is put now; empty: it asks nothing."""
        return self.asks.words if self.asks else ""


class Attempt(Telling):
    """One try at a task by one agent, under a lease."""

    tells = ("failure", "progress")
    has_files = True  # as a conversation's
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="attempts")
    number = models.PositiveIntegerField(help_text="Within the task, from 1; it is the fence.")
    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, related_name="attempts")
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="+",
        help_text="In whose name the call is made: its task's, or that of who had it tried again.",
    )
    connection = models.ForeignKey(
        "agents.Connection",
        on_delete=models.RESTRICT,
        null=True,
        related_name="attempts",
        help_text="What it goes over: chosen when it is claimed, kept by the tries that follow; None: not yet.",
    )
    state = models.CharField(max_length=12, choices=choices_of(AttemptState), default=AttemptState.READY)
    priority = models.SmallIntegerField(default=0, help_text="-1 low, 0 normal, 1 high; claimed highest first.")
    not_before = models.DateTimeField(help_text="Not claimed earlier; how a retry backs off.")
    busy_for = models.DurationField(
        default=timedelta, help_text="What its busy agent was given in all to be asked later: at most a call's time."
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
    steps = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Steps that its agent told of, calls of tools among them; each is an event."
    )
    handle = models.CharField(
        max_length=1000,
        blank=True,
        help_text="What the agent calls this work: with it the next attempt goes on where this one was lost, or asked.",
    )
    given = models.JSONField(
        default=list, help_text="Ids of the versions of files that it was given: those it has read."
    )
    result = models.TextField(blank=True, help_text="Kept here too when it came late.")
    failure = models.CharField(max_length=400, blank=True)
    excused = models.BooleanField(
        default=False, help_text="It failed because there was nothing to work with; its agent's record leaves it out."
    )
    overtaken = models.BooleanField(
        default=False, help_text="A person said something while its call was made, which was not told of it."
    )
    heard_at = models.DateTimeField(null=True, help_text="When its agent last heard at work what was said meanwhile.")
    left_at = models.DateTimeField(
        null=True, help_text="When the agent of a call that was cancelled had been told to leave it, and had left."
    )
    reserved_tokens = models.PositiveIntegerField(default=0, help_text="Counted as spent until it ends.")
    promised = models.JSONField(
        default=dict,
        db_default=Value({}, models.JSONField()),
        help_text="What another hub was told that it may spend, by limit, while this runs; empty: it goes to none.",
    )
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
            known_states("state", AttemptState, "attempt_state_known"),
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
            models.Index(fields=["connection"], condition=Q(state="running"), name="attempt_running_by_line"),
            models.Index(fields=["agent", "-ended_at"], name="attempt_newest_by_agent"),
            models.Index(fields=["-ended_at"], condition=~Q(ended_at=None), name="attempt_newest_end"),
        ]

    def __str__(self) -> str:
        return f"attempt {self.number} of {self.task_id}"


class WorkElsewhere(models.Model):
    """What another hub told last of a task that it works on; what it told before stands in the journal."""

    task = models.OneToOneField(Task, on_delete=models.CASCADE, primary_key=True, related_name="elsewhere")
    hub = models.CharField(max_length=120, help_text="Its host, as it is called here.")
    origin = models.CharField(max_length=300, blank=True, help_text="The address of its pages; empty: not known.")
    goal = models.CharField(max_length=36, blank=True, help_text="The id that the goal has there; empty: not known.")
    state = models.CharField(max_length=20, help_text="Of the task, as A2A has it.")
    room = models.JSONField(default=dict, help_text="ForeignRoom; empty: that hub shows its states alone.")
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField(help_text="When it last told something else.")
    away_since = models.DateTimeField(null=True, help_text="Since when it can't be reached; None: it can.")

    def __str__(self) -> str:
        return f"{self.task_id} at {self.hub}"
