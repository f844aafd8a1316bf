"""What somebody can't go on without being told, whoever asks, and whom it was put to."""

import uuid

from django.db import models
from django.db.models import Q

from apps.core.columns import KeyField, Telling, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.questions import Addressees, AnswerableBy, QuestionState
from apps.teams.models.teams import Member, Team

_ONE_PERSON = Q(answerable_by=AnswerableBy.PERSON) & ~Q(person=None) | (
    ~Q(answerable_by=AnswerableBy.PERSON) & Q(person=None)
)


class Question(Telling):
    """A question of a working agent, of one whose call ended with it, of a sub-team or of the coordinator.

    However often it is passed on, it stays this one row; each time adds a hop.
    """

    tells = ("text", "wording")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    room = models.ForeignKey(
        Team, on_delete=models.CASCADE, related_name="questions", help_text="The team that it is with now."
    )
    task = models.ForeignKey(
        "Task",
        on_delete=models.CASCADE,
        null=True,
        related_name="questions",
        help_text="That can't go on; None: the coordinator asks. It closes with it.",
    )
    attempt = models.ForeignKey(
        "Attempt",
        on_delete=models.CASCADE,
        null=True,
        related_name="questions",
        help_text="Whose call asked; None: no agent did.",
    )
    in_call = models.BooleanField(
        default=False,
        help_text="Its agent waits in the middle of a call, and fetches the answer; else the next call brings it.",
    )
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, related_name="+", help_text="Who asks; None: it was not kept."
    )
    text = models.TextField()
    wording = models.TextField(blank=True, help_text="How it is put now, where it was passed on in other words.")
    options = models.JSONField(default=list, help_text="Answers offered as buttons; words are welcome too.")
    answerable_by = models.CharField(
        max_length=8, choices=choices_of(AnswerableBy), default=AnswerableBy.ANYBODY, help_text="Only ever fewer."
    )
    person: "models.ForeignKey[uuid.UUID | None, uuid.UUID | None]" = models.ForeignKey(
        "accounts.User",
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="Who alone may answer; None: not one alone.",
    )
    hop = models.OneToOneField(
        "QuestionHop",
        on_delete=models.SET_NULL,
        null=True,
        related_name="asking",
        help_text="By which people are asked, or were at last; None: they are not.",
    )
    state = models.CharField(max_length=12, choices=choices_of(QuestionState), default=QuestionState.OPEN)
    answer = models.TextField(blank=True)
    answered_by = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, related_name="+", help_text="None: nobody, or it was not kept."
    )
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="+",
        help_text="Where the chain of who answered begins; None: nobody did, or it was not kept.",
    )
    told = models.ForeignKey(
        "Attempt",
        on_delete=models.CASCADE,
        null=True,
        related_name="+",
        help_text="The attempt that the answer went to: that asked, or that came after it.",
    )
    asked_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            known_states("state", QuestionState, "question_state_known"),
            known_states("answerable_by", AnswerableBy, "question_answerable_by_known"),
            models.CheckConstraint(condition=_ONE_PERSON, name="question_person_iff_alone"),
            models.UniqueConstraint(fields=["task"], condition=Q(state="open"), name="one_open_question_per_task"),
        ]
        indexes = [models.Index(fields=["room"], condition=Q(state="open"), name="question_open")]

    def __str__(self) -> str:
        return self.words[:60]

    @property
    def words(self) -> str:
        """The question as it is put now."""
        return self.wording or self.text

    @property
    def addressees(self) -> Addressees:
        """Who may answer it."""
        return Addressees(AnswerableBy(self.answerable_by), self.person_id)


class QuestionHop(Telling):
    """One time that a question was passed on, or put to people at all. By its id they answer it."""

    tells = ("wording",)
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    question = models.ForeignKey(Question, on_delete=models.CASCADE, related_name="hops")
    member = models.ForeignKey(
        Member, on_delete=models.PROTECT, null=True, related_name="+", help_text="Who passed it on; None: the hub."
    )
    room = models.ForeignKey(
        Team, on_delete=models.CASCADE, related_name="hops", help_text="The team that it was with from then on."
    )
    task = models.ForeignKey(
        "Task", on_delete=models.CASCADE, null=True, related_name="+", help_text="Of that team: what can't go on."
    )
    to_people = models.BooleanField(help_text="People were asked; else the agents of the room.")
    wording = models.TextField(blank=True, help_text="In which other words; empty: as it was.")
    answerable_by = models.CharField(max_length=8, choices=choices_of(AnswerableBy), help_text="From then on.")
    person = models.ForeignKey("accounts.User", on_delete=models.PROTECT, null=True, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [known_states("answerable_by", AnswerableBy, "question_hop_answerable_by_known")]

    def __str__(self) -> str:
        return f"to {self.answerable_by} in {self.room_id}"
