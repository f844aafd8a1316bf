"""What somebody should know of, what they chose to be told, and what is sent to them."""

import uuid

from django.db import models

from apps.attention.domain.notices import USUAL_HOUR, USUAL_ZONE, MailPace, NoticeKind, PostState
from apps.core.columns import KeyField, Telling, choices_of
from apps.core.ids import uuid7

KINDS = choices_of(NoticeKind)
STATES = choices_of(PostState)


class NoticeChoice(models.Model):
    """What a person chose to be told in a workspace; without a row domain.notices.NoticeWishes as it stands."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    kinds = models.JSONField(default=list, help_text="Of domain.notices.NoticeKind.")
    all_goals = models.BooleanField(default=False, help_text="Not only of goals that they gave themselves.")
    pace = models.CharField(max_length=8, choices=choices_of(MailPace), default=MailPace.OFF.value)
    hour = models.PositiveSmallIntegerField(default=USUAL_HOUR, help_text="Of the day, for daily letters.")
    zone = models.CharField(max_length=64, default=USUAL_ZONE, help_text="A name of the IANA database.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "workspace"], name="notice_choice_once")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.pace}"


class NoticePosition(models.Model):
    """Up to which number of its stream a workspace was looked at."""

    workspace = models.OneToOneField("accounts.Workspace", on_delete=models.CASCADE, primary_key=True, related_name="+")
    seq = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.workspace_id} at {self.seq}"


class Letter(Telling):
    """One mail, with the very text that is sent however often it is tried; its id is in its Message-ID."""

    tells = ("problem",)
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    digest = models.BooleanField(help_text="It tells of notices; else it was asked for: a test, a confirmation.")
    address = models.CharField(max_length=254)
    subject = models.CharField(max_length=200)
    body = models.TextField()
    state = models.CharField(max_length=8, choices=STATES, default=PostState.WAITING.value)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    taken_until = models.DateTimeField(null=True, help_text="A worker sends it until then; later: it was lost.")
    problem = models.CharField(max_length=300, blank=True, default="")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="letter_waiting"),
            models.Index(fields=["user", "created_at"], name="letter_by_person"),
        ]

    def __str__(self) -> str:
        return f"{self.subject} ({self.state})"


class Notice(Telling):
    """That one person should know of one thing, once. `number` tells apart what is said of the same thing later."""

    tells = ("text",)
    id = KeyField(primary_key=True, default=uuid7, editable=False)
    # found by notice_once, which begins with it: an index of its own was taken in its place, and gave all they ever had
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+", db_index=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=KINDS)
    subject = models.UUIDField(help_text="Of what it tells: an approval, a question's hop, a call of a person, a goal.")
    number = models.BigIntegerField(default=0)
    goal_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(null=True)
    title = models.CharField(max_length=200, help_text="Of the goal.")
    text = models.CharField(max_length=400, help_text="What is asked or told, on one line.")
    path = models.CharField(max_length=200, help_text="Where it is answered, or read.")
    at = models.DateTimeField(help_text="When it came about.")
    noticed_at = models.DateTimeField()
    over_at = models.DateTimeField(null=True, help_text="Since when it is settled; null: it waits, or tells of an end.")
    letter_due_at = models.DateTimeField(null=True, help_text="When a letter tells of it; null: none does.")
    letter = models.ForeignKey(Letter, on_delete=models.RESTRICT, null=True, related_name="notices")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "subject", "number"], name="notice_once"),
        ]
        indexes = [
            models.Index(fields=["user", "workspace", "noticed_at"], name="notice_newest"),
            models.Index(
                fields=["letter_due_at"],
                condition=models.Q(letter=None, over_at=None) & ~models.Q(letter_due_at=None),
                name="notice_unwritten",
            ),
            models.Index(
                fields=["subject"],
                condition=models.Q(over_at=None, kind__in=["decision", "work", "mention"]),
                name="notice_open",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.text[:60]}"


class PushKey(models.Model):
    """The P-256 key with which this installation tells push services who it is: one row, made when first needed."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    sealed = models.BinaryField(editable=False, help_text="The private number, encrypted; never shown.")
    public = models.BinaryField(help_text="The point: 65 bytes.")

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="push_key_once")]

    def __str__(self) -> str:
        return "key of Web Push"


class PushBrowser(models.Model):
    """A browser that is told of one's notices while no page is open. It goes with the session in which it was added."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    session = models.ForeignKey("accounts.BrowserSession", on_delete=models.CASCADE, related_name="+")
    endpoint = models.CharField(max_length=1000, help_text="The address of its push service.")
    public = models.CharField(max_length=100, help_text="Its point, in base64url.")
    auth = models.CharField(max_length=40, help_text="What only it and we know, in base64url.")
    device = models.CharField(max_length=80, blank=True)
    created_at = models.DateTimeField()
    taken_until = models.DateTimeField(null=True, help_text="A worker sends until then; later: it was lost.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "workspace", "endpoint"], name="push_browser_once"),
        ]

    def __str__(self) -> str:
        return self.device or str(self.id)


class PushDelivery(models.Model):
    """One notice that is sent to one browser."""

    browser = models.ForeignKey(PushBrowser, on_delete=models.CASCADE, related_name="deliveries")
    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="+")
    state = models.CharField(max_length=8, choices=STATES, default=PostState.WAITING.value)
    tries = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    problem = models.CharField(max_length=300, blank=True, default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["browser", "notice"], name="push_delivery_once")]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(state="waiting"), name="push_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} to {self.browser_id}"


class ResourceWatch(models.Model):
    """That a client of MCP wants to hear, in one of its sessions, when a resource changes."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    session = models.CharField(max_length=100, help_text="Its name, as the client was given it.")
    uri = models.CharField(max_length=200)
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="+")
    seq = models.BigIntegerField(help_text="The event of the goal that was told, or was the newest, last.")
    seen_at = models.DateTimeField(help_text="When the session had its stream open last.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "workspace", "session", "uri"], name="resource_watch_once"),
        ]

    def __str__(self) -> str:
        return self.uri


class MutedGoal(models.Model):
    """A goal that one person wants to hear nothing of: it comes last on their wall, and they get no notices of it."""

    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="+")
    goal = models.ForeignKey("teams.Goal", on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "goal"], name="goal_muted_once")]

    def __str__(self) -> str:
        return f"{self.goal_id} for {self.user_id}"
