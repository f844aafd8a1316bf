"""What agents ask their team in the middle of their work."""

from django.db import models
from django.db.models import Q

from apps.core.columns import KeyField
from apps.core.ids import uuid7
from apps.teams.domain.states import QuestionState
from apps.teams.models.columns import choices_of, known_states
from apps.teams.models.work import Attempt, Task


class Question(models.Model):
    """A question of a working agent, which waits for the answer. An InputRequired, which ends a call, is none."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    task = models.ForeignKey(Task, on_delete=models.CASCADE, related_name="questions")
    attempt = models.ForeignKey(Attempt, on_delete=models.CASCADE, related_name="questions")
    text = models.TextField()
    state = models.CharField(max_length=12, choices=choices_of(QuestionState), default=QuestionState.OPEN)
    answer = models.TextField(blank=True)
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            known_states("state", QuestionState, "question_state_known"),
            models.UniqueConstraint(fields=["task"], condition=Q(state="open"), name="one_open_question_per_task"),
        ]

    def __str__(self) -> str:
        return self.text[:60]
