"""Goals that are given again and again."""

from django.db import models

from apps.core.columns import KeyField
from apps.core.ids import uuid7


class GoalTemplate(models.Model):
    """A goal with blanks, to be given again and again; a workspace's own."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey("accounts.User", on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=120)
    about = models.CharField(max_length=1000, blank=True)
    text = models.TextField(help_text="With {blanks}: see domain.goal_templates.")
    settings = models.JSONField(default=dict, help_text="domain.goal_templates.TemplateSettings")
    members = models.JSONField(default=list, help_text="domain.goal_templates.TemplateMember, as they were when saved.")
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "name"], name="template_once_per_name")]

    def __str__(self) -> str:
        return self.name
