"""What was spent day by day, and what owners allow below what the installation does."""

from django.db import models

from apps.core.columns import KeyField
from apps.core.ids import uuid7


class DaySpend(models.Model):
    """What a person's goals spent on one day of UTC, in parts: many goals book at one time, each into another part."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    part = models.PositiveSmallIntegerField()
    tokens = models.BigIntegerField(default=0)
    claimed = models.BigIntegerField(default=0, help_text="Tokens, of `tokens`, that agents said of themselves.")
    money = models.FloatField(default=0.0, help_text="US dollars.")
    goals = models.PositiveIntegerField(default=0, help_text="Goals given.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "day", "user", "part"], name="day_spend_once"),
        ]

    def __str__(self) -> str:
        return f"{self.workspace_id} on {self.day}"


class LoweredBudgets(models.Model):
    """What the owner of a workspace allows, where that is less than what the installation does."""

    workspace = models.OneToOneField(
        "accounts.Workspace", on_delete=models.CASCADE, primary_key=True, related_name="lowered_budgets"
    )
    values = models.JSONField(default=dict, help_text='{"workspace": {"tokens": 1000000}, "person": {...}}')

    def __str__(self) -> str:
        return f"of {self.workspace_id}"
