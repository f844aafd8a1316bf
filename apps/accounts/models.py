"""People, workspaces, and what lets them in."""

from django.contrib.auth.models import AbstractUser
from django.db import models

from apps.accounts.domain.roles import Role
from apps.journal.domain.ids import uuid7

ROLES = [(role.value, role.value) for role in Role]


class User(AbstractUser):
    """A person. Signs in by a one-time link or a password."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    display_name = models.CharField(max_length=80, blank=True)

    def __str__(self) -> str:
        return self.display_name or self.username


class Workspace(models.Model):
    """A tenant: its people, agents, goals, limits, and the model that speaks for members who have none."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    model_base_url = models.CharField(max_length=500, blank=True)
    model_name = models.CharField(
        max_length=120,
        blank=True,
        help_text="Empty: the environment's model, else rules.",
    )
    model_key_sealed = models.BinaryField(null=True, editable=False, help_text="The API key, encrypted; never shown.")
    model_prices = models.JSONField(
        default=dict,
        blank=True,
        help_text='US dollars per million tokens: {"prompt": 2.5, "completion": 10}.',
    )
    default_limits = models.JSONField(default=dict, blank=True, help_text="Limits of a goal that names none.")
    observation_url = models.CharField(
        max_length=500, blank=True, help_text="The observation hook: asked before each turn of a goal that observes."
    )

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """That a person belongs to a workspace, and as what."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLES, default=Role.VIEWER)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user"], name="member_once_per_workspace"),
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]),
                name="member_role_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class ApiToken(models.Model):
    """A bearer token of a person in a workspace. Only its SHA-256 is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="tokens")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=12, help_text="The first characters, to tell tokens apart.")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


class SignInLink(models.Model):
    """A link that signs one person in, one time. Only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"


class SignInTry(models.Model):
    """A password that was tried and not found right yet. Only the last 15 minutes are kept; see actions.sign_in."""

    name_digest = models.CharField(max_length=64, help_text="SHA-256 of the user name as typed, in small letters.")
    address = models.CharField(max_length=64, help_text="Where it came from: the peer's IPv4 address or its /64.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["name_digest"], name="sign_in_try_by_name"),
            models.Index(fields=["address"], name="sign_in_try_by_address"),
        ]

    def __str__(self) -> str:
        return f"a try from {self.address} at {self.at:%H:%M:%S}"


class Pace(models.Model):
    """How far ahead of its rate somebody has asked: see actions.pacing. A row whose moment has passed says nothing."""

    key = models.CharField(max_length=100, primary_key=True, help_text="What is counted: user:..., token:..., ...")
    ahead_until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
