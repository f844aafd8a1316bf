"""What people change about tasks that have not begun."""

from django.db import models
from django.db.models import F

from apps.teams.models.work import Task


class PlanStep(models.Model):
    """A task as a row of its plan, from its first change by a person on."""

    task = models.OneToOneField(Task, on_delete=models.CASCADE, primary_key=True, related_name="step")
    version = models.PositiveIntegerField(default=1, help_text="Counts the changes; as it was proposed it is 1.")
    place = models.PositiveIntegerField(null=True, help_text="Where people put it among the rows; None: by its number.")
    edited_by = models.ForeignKey(
        "accounts.User", on_delete=models.PROTECT, null=True, related_name="+", help_text="Who changed it last."
    )
    edited_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.task_id}, version {self.version}"


PLACE = (F("step__place").asc(nulls_last=True), "number")
"""The order of the rows of a plan."""
