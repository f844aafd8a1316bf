"""One team's talk: where it stands, its turns and its messages."""

import uuid

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField, HnswIndex

from apps.chat.domain.states import Delivery, MessageKind, Phase, TurnOutcome, TurnState
from apps.core.columns import KeyField, Telling, choices_of, known_states
from apps.core.ids import uuid7
from apps.teams.domain.findings import FindingKind

DIMENSIONS = 256


_ENDED = ["concluded", "failed", "stopped"]


class Conversation(Telling):
    """One team's talk; the UI calls it a room. Its columns are the machine's state (domain.machine)."""

    tells = ("memory",)
    has_files = True  # whether its goal may have files: a read that asks with it knows
    has_documents = True  # the same of what its goal's agents may read
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    team = models.OneToOneField("teams.Team", on_delete=models.CASCADE, related_name="conversation")
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="+",
        help_text="Of the last message that begins a chain and that a turn has read; until then its team's.",
    )
    phase = models.CharField(max_length=16, choices=choices_of(Phase), default=Phase.DISCUSSION)
    phase_at = models.DateTimeField()
    round = models.PositiveIntegerField(default=1)
    turn = models.PositiveIntegerField(default=1, help_text="Number of the turn that is due, in flight or was last.")
    turn_state = models.CharField(max_length=10, choices=choices_of(TurnState), default=TurnState.DUE)
    turn_due_at = models.DateTimeField(null=True, help_text="Not taken earlier; how a failed turn backs off.")
    fence = models.PositiveIntegerField(default=0, help_text="Bumped by each claim of a turn; older results are late.")
    speaker_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True, help_text="The member who holds the floor."
    )
    wait = models.JSONField(null=True, help_text="What it waits for: domain.machine.Wait.")
    answer_task = models.PositiveIntegerField(null=True, help_text="Number of the task whose result concludes.")
    memory = models.JSONField(
        default=dict,
        help_text="domain.machine.Memory: repairs, loop breaker, pending answer.",
    )
    plan = models.JSONField(default=list, help_text="The shared plan: a list of lines.")
    plan_version = models.PositiveIntegerField(default=0)
    summary = models.TextField(
        default="", db_default="", help_text="Of the old part of what its members said, by the model that speaks."
    )
    summary_up_to = models.PositiveIntegerField(
        default=0, db_default=0, help_text="Number of the last message that the summary is of."
    )
    last_number = models.PositiveIntegerField(default=0, help_text="Number of the newest message.")
    read_number = models.PositiveIntegerField(default=0, help_text="The last message that a turn has read.")

    class Meta:
        constraints = [
            known_states("phase", Phase, "conversation_phase_known"),
            models.CheckConstraint(
                condition=Q(phase__in=_ENDED, turn_state="none", wait=None)
                | ~Q(phase__in=_ENDED) & Q(turn_state__in=["due", "in_flight"])
                | ~Q(phase__in=_ENDED) & Q(turn_state="none") & ~Q(wait=None),
                name="conversation_is_live_or_ended",
            ),
        ]
        indexes = [
            models.Index(
                fields=["turn_due_at"],
                condition=Q(turn_state="due"),
                name="conversation_turn_due",
            ),
        ]

    def __str__(self) -> str:
        return f"conversation of {self.team}"


class Turn(Telling):
    """One ask for the next utterance, and its processing. Retries after a lost lease are the same turn."""

    tells = ("failure",)
    conversation = models.ForeignKey(Conversation, on_delete=models.CASCADE, related_name="turns")
    number = models.PositiveIntegerField()
    fence = models.PositiveIntegerField(help_text="The conversation's fence when this try was claimed.")
    voice = models.CharField(max_length=40, blank=True, help_text="What spoke: rules, a model's name, scripted.")
    outcome = models.CharField(max_length=8, choices=choices_of(TurnOutcome), default=TurnOutcome.OPEN)
    reading = models.PositiveIntegerField(help_text="The last message it was given to read.")
    lease_until = models.DateTimeField(null=True)
    worker = models.CharField(max_length=80, blank=True)
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    reserved_tokens = models.PositiveIntegerField(default=0, help_text="Counted as spent until it ends.")
    prompt_tokens = models.PositiveIntegerField(default=0)
    completion_tokens = models.PositiveIntegerField(default=0)
    money = models.FloatField(null=True)
    failure = models.CharField(max_length=400, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["conversation"],
                condition=Q(outcome="open"),
                name="one_turn_in_flight",
            ),
            models.UniqueConstraint(fields=["conversation", "fence"], name="turn_fence_once"),
        ]
        indexes = [
            models.Index(fields=["lease_until"], condition=Q(outcome="open"), name="turn_leased"),
            models.Index(fields=["-ended_at"], condition=~Q(ended_at=None), name="turn_newest_end"),
        ]

    def __str__(self) -> str:
        return f"turn {self.number} of {self.conversation_id}"


class Message(Telling):
    """A saved line in a conversation. `number` is gap-free from 1."""

    tells = ("text", "data")
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    conversation = models.ForeignKey(  # by its number each is found, so an index of the room alone is only written
        Conversation, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    number = models.PositiveIntegerField()
    round = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=12, choices=choices_of(MessageKind))
    member = models.ForeignKey(
        "teams.Member",
        on_delete=models.PROTECT,
        null=True,
        related_name="messages",
        help_text="None: the hub.",
    )
    origin = models.ForeignKey(
        "accounts.Origin",
        on_delete=models.RESTRICT,
        null=True,
        related_name="messages",
        help_text="Of the person who said it; else of the task that it is about, or of the room. None: nobody.",
    )
    begins_chain = models.BooleanField(
        default=False, help_text="A person said it, and the tasks that it makes begin there."
    )
    said_as = models.CharField(
        max_length=160, blank=True, help_text="What the member was called when it spoke; empty: the hub, or not kept."
    )
    text = models.TextField(help_text="Markdown, as it was said.")
    html = models.TextField(blank=True, default="", help_text="Of the text, for pages; empty: shown as plain words.")
    html_version = models.PositiveSmallIntegerField(default=0, help_text="Of core.prose that made it; 0: none did.")
    html_at = models.DateTimeField(null=True, help_text="When it was made, if after the message was written.")
    data = models.JSONField(default=dict, help_text="What its kind carries; see domain.wire.")
    task_number = models.PositiveIntegerField(null=True)
    next_speaker = models.CharField(max_length=60, blank=True)
    voice = models.CharField(
        max_length=40,
        blank=True,
        help_text="What spoke for the member: rules, a model's name.",
    )
    delivery = models.CharField(max_length=12, choices=choices_of(Delivery), default=Delivery.NEXT_TURN)
    read_in_turn = models.PositiveIntegerField(null=True)
    deed = models.CharField(
        max_length=12,
        blank=True,
        default="",
        db_default="",
        help_text="What was done because of it: domain.receipts.Deed.",
    )
    deed_seq = models.BigIntegerField(null=True, help_text="Place in the goal's stream of the message that shows it.")
    taken_back_at = models.DateTimeField(
        null=True, help_text="Its words are gone, and its delivery is `note`, which no voice reads."
    )
    created_at = models.DateTimeField()
    event_seq = models.BigIntegerField(help_text="Its place in the goal's stream.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["conversation", "number"], name="message_number_once"),
            known_states("kind", MessageKind, "message_kind_known"),
        ]
        indexes = [
            GinIndex(SearchVector("text", config="english"), name="message_by_words"),
            models.Index(
                fields=["conversation", "number"], condition=models.Q(read_in_turn=None), name="message_unread"
            ),
            models.Index(fields=["conversation", "kind", "number"], name="message_by_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"


class MessageMeaning(models.Model):
    """What a search finds a message by beside its words. A row of its own: a message changes when it is read and when
    it gets its HTML, and each time an index of vectors would be written again.
    """

    message = models.OneToOneField(Message, primary_key=True, on_delete=models.CASCADE, related_name="meaning")
    vector = HalfVectorField(dimensions=DIMENSIONS, null=True, help_text="Of its text; None: it is still to be made.")

    class Meta:
        indexes = [
            HnswIndex(
                name="meaning_by_vector",
                fields=["vector"],
                opclasses=["halfvec_cosine_ops"],
                m=8,  # half of what is usual: finds 98 of 100 in place of 99, for less than half of what a row costs
                ef_construction=64,
            ),
            models.Index(fields=["message"], condition=Q(vector=None), name="meaning_to_be_made"),
        ]

    def __str__(self) -> str:
        return f"of {self.message_id}"


class Mention(models.Model):
    """That a message names somebody of the workspace: they are told of it, in the team or not."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="mentions")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField(help_text="When it was said.")
    seen_at = models.DateTimeField(null=True, help_text="When they looked at the room, or said that they know.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "user"], name="mention_once")]
        indexes = [
            models.Index(fields=["user", "workspace", "-at"], condition=Q(seen_at=None), name="mention_unseen"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} in {self.message_id}"


class Finding(Telling):
    """A published way of failing, seen in what an agent said; `message` tells the room of it and has the words."""

    tells = ("why",)
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="findings")
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="findings")
    kind = models.CharField(max_length=16, choices=choices_of(FindingKind))
    agent = models.ForeignKey("agents.Agent", on_delete=models.PROTECT, null=True, related_name="findings")
    task = models.ForeignKey("teams.Task", on_delete=models.CASCADE, null=True, related_name="findings")
    why = models.CharField(max_length=400, help_text="A sentence for people.")
    certain = models.BooleanField(null=True, help_text="A fact of form; else likely. None: found before this was kept.")
    prevented = models.BooleanField(help_text="What was found was not taken: it is no result, and nobody goes by it.")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["message", "kind"], name="finding_once_per_message"),
            known_states("kind", FindingKind, "finding_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} in {self.goal_id}"
