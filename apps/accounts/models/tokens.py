"""Tokens of programs, and in whose name the hub does what it does."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.accounts.domain.access import Scope
from apps.accounts.domain.origins import OriginKind
from apps.accounts.models.people import User, Workspace
from apps.core.columns import KeyField, choices_of
from apps.core.ids import uuid7


class ApiToken(models.Model):
    """A bearer token of a person in a workspace. Only its SHA-256 is kept.

    It does what its scopes name, as far as its person's role allows that at the time.
    """

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, help_text="The first characters, to tell tokens apart.")
    digest = models.CharField(max_length=64, unique=True)
    scopes = ArrayField(
        models.CharField(max_length=16, choices=choices_of(Scope)),
        null=True,
        help_text="Empty: made before there were scopes, so all but access.",
    )
    made_by = models.ForeignKey(
        "self",
        null=True,
        on_delete=models.CASCADE,
        related_name="made",
        help_text="The token that made it, and ends it.",
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, help_text="Empty: never.")
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class Origin(models.Model):
    """Who stands at the beginning of something that the hub does. Never changed: the database refuses it.

    Written from what the request was let in by, never from what it says.
    """

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="origins")
    kind = models.CharField(max_length=8, choices=choices_of(OriginKind))
    user = models.ForeignKey(User, on_delete=models.PROTECT, null=True, related_name="origins")
    token = models.ForeignKey(ApiToken, on_delete=models.RESTRICT, null=True, related_name="origins")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind=OriginKind.SYSTEM, user=None, token=None)
                | models.Q(kind=OriginKind.PERSON, token=None) & ~models.Q(user=None)
                | models.Q(kind=OriginKind.TOKEN) & ~models.Q(user=None) & ~models.Q(token=None),
                name="origin_kind_matches",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id or ''}".strip()
