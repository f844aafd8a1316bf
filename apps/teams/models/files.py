"""A goal's files, each a row of versions: what people gave and what tasks made."""

from django.db import models
from django.db.models import Q

from apps.core.columns import KeyField, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.file_roles import FileRole
from apps.teams.domain.versions import VersionState
from apps.teams.models.teams import Goal, Member
from apps.teams.models.work import Attempt, Task


class GoalFile(models.Model):
    """A name in a goal. What it holds are its versions."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    goal = models.ForeignKey(Goal, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    key = models.TextField(help_text="The name as names are compared: files.domain.names.name_key.")
    role = models.CharField(max_length=8, choices=choices_of(FileRole), default=FileRole.RESULT)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["goal", "key"], name="file_name_once_per_goal"),
            known_states("role", FileRole, "file_role_known"),
        ]

    def __str__(self) -> str:
        return self.name


class FileVersion(models.Model):
    """What a file holds from one moment on, and who wrote that. Never changed; the newest accepted one is current.

    Its author is the chain origin, goal, member, task, attempt; a person's has no task and no attempt.
    """

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    file = models.ForeignKey(GoalFile, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(help_text="Within the file, from 1.")
    state = models.CharField(max_length=12, choices=choices_of(VersionState), default=VersionState.ACCEPTED)
    based_on = models.PositiveIntegerField(null=True, help_text="Number of the version that it was written on.")
    called = models.CharField(max_length=200, db_column="name", help_text="What its author called it.")
    media_type = models.CharField(max_length=100, help_text="Sniffed from the content, not what the agent said.")
    size = models.PositiveIntegerField(help_text="Bytes.")
    blob = models.ForeignKey("files.Blob", on_delete=models.RESTRICT, related_name="versions")
    origin = models.ForeignKey("accounts.Origin", on_delete=models.RESTRICT, null=True, related_name="+")
    member = models.ForeignKey(
        Member, on_delete=models.RESTRICT, null=True, related_name="+", help_text="Who wrote it; None: not known."
    )
    task = models.ForeignKey(Task, on_delete=models.CASCADE, null=True, related_name="versions")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, null=True, related_name="versions")
    document = models.ForeignKey(
        "agents.Document",
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="As what agents read it: a person attached it to the goal.",
    )
    created_at = models.DateTimeField()

    OWNERS = {"workspace": "file__goal__workspace_id", "goal": "file__goal_id", "agent": "attempt__agent_id"}

    class Meta:
        db_table = "teams_artifact"
        constraints = [
            models.UniqueConstraint(fields=["file", "number"], name="version_number_once"),
            models.UniqueConstraint(fields=["attempt", "file"], name="version_once_per_attempt"),
            models.UniqueConstraint(
                fields=["file", "based_on"],
                condition=Q(state="accepted"),
                nulls_distinct=False,
                name="one_accepted_version_on_each",
            ),
            models.CheckConstraint(
                condition=Q(task=None, attempt=None) | ~Q(task=None) & ~Q(attempt=None) & Q(document=None),
                name="version_of_attempt_or_person",
            ),
            known_states("state", VersionState, "version_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.name}, version {self.number}"

    @property
    def name(self) -> str:
        """The file's."""
        return self.file.name
