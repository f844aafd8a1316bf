"""People, workspaces, and what lets them in."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.module_loading import import_string

from apps.accounts.domain.access import Role, Scope
from apps.accounts.domain.origins import OriginKind
from apps.accounts.domain.workspace_settings import Review
from apps.core.columns import KeyField
from apps.core.ids import uuid7

ROLES = [(role.value, role.value) for role in Role]


class User(AbstractUser):
    """A person. Signs in by a one-time link or a password."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    display_name = models.CharField(max_length=80, blank=True)
    language = models.CharField(
        max_length=8, blank=True, db_default="", default="", help_text="Of the pages; empty: as the browser says."
    )
    language_seen = models.CharField(
        max_length=8, blank=True, db_default="", default="", help_text="Of the pages when they were here last."
    )
    made_in = models.ForeignKey(
        "Workspace",
        null=True,
        on_delete=models.SET_NULL,
        related_name="+",
        help_text="Whose owner made the account, and may make its sign-in link until it was used.",
    )

    def __str__(self) -> str:
        return self.display_name or self.username


class Workspace(models.Model):
    """A tenant: its people, agents, goals, limits, and the model that speaks for members who have none."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
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
    model_use = models.JSONField(
        default=dict,
        db_default=Value({}, models.JSONField()),
        blank=True,
        help_text='How its model is used, where not as usual: {"prompt_tokens": 60000}.',
    )
    default_limits = models.JSONField(default=dict, blank=True, help_text="Limits of a goal that names none.")
    default_review = models.CharField(
        max_length=8,
        choices=[(review.value, review.value) for review in Review],
        default=Review.AUTO,
        help_text="Whether the answers of goals that don't say are reviewed.",
    )
    default_shows_plan = models.BooleanField(
        default=False, db_default=False, help_text="Whether goals that don't say show their plan before it begins."
    )
    observation_url = models.CharField(
        max_length=500, blank=True, help_text="The observation hook: asked before each turn of a goal that observes."
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=models.Q(default_review__in=[review.value for review in Review]),
                name="workspace_review_known",
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Member(models.Model):
    """That a person belongs to a workspace, and as what."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="members")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=16, choices=ROLES, default=Role.VIEWER)
    switched_off_at = models.DateTimeField(
        null=True, help_text="Since when this person is kept out; empty: they are not."
    )

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


class WorkspaceName(models.Model):
    """What a person is called in one workspace, where it is not what their account is called.

    It stays when they leave: what stands in their name there goes on to be called so.
    """

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=80, blank=True, help_text="Empty: as their account is called, again.")
    earlier = ArrayField(models.CharField(max_length=160), default=list, help_text="What they were called here before.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="name_once_per_workspace")]

    def __str__(self) -> str:
        return self.name


class FirstStart(models.Model):
    """That this installation was started for the first time: one row, made with its demo workspace and its owner."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, related_name="first_start")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="first_start_once")]

    def __str__(self) -> str:
        return f"first start at {self.at:%Y-%m-%d %H:%M}"


class Leaving(models.Model):
    """That somebody was taken out of a workspace: sessions that began before do not open it again."""

    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "user"], name="leaving_once_per_workspace")]

    def __str__(self) -> str:
        return f"{self.user} left {self.workspace}"


class Invitation(models.Model):
    """That an account may join a workspace, once its person wants to. Its row goes when that is settled.

    It takes both: being signed in as that account, and the link that the owner handed to whoever they meant. A name
    alone does not say whose account it is. Only the link's SHA-256 is kept.
    """

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey(Workspace, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=16, choices=ROLES)
    by = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["workspace", "user"], name="invitation_once_per_workspace"),
            models.CheckConstraint(
                condition=models.Q(role__in=[role.value for role in Role]), name="invitation_role_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} to {self.workspace}"


class BrowserSession(AbstractBaseSession):
    """A browser in which somebody is signed in, or is nobody yet; ioa_web.sessions keeps these rows."""

    user = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="browser_sessions")
    started_at = models.DateTimeField(db_default=Now(), help_text="When its person signed in.")
    seen_at = models.DateTimeField(db_default=Now(), help_text="When it was used last, within five minutes.")
    address = models.CharField(max_length=64, blank=True)
    device = models.CharField(max_length=80, blank=True, help_text="What the browser said it is.")

    class Meta(AbstractBaseSession.Meta):
        abstract = False

    @classmethod
    def get_session_store_class(cls) -> Any:
        """The store that keeps these rows."""
        return import_string(f"{settings.SESSION_ENGINE}.SessionStore")

    def save(self, *, force_update: bool = False, **more: Any) -> None:
        """Write the row; of one that is there only what a request changes."""
        if force_update:
            more["update_fields"] = ("session_data", "expire_date", "user")
        super().save(force_update=force_update, **more)


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
        models.CharField(max_length=16, choices=[(scope.value, scope.value) for scope in Scope]),
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
    kind = models.CharField(max_length=8, choices=[(kind.value, kind.value) for kind in OriginKind])
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


class SignInLink(models.Model):
    """A link that signs one person in, one time. Only its SHA-256 is kept."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="sign_in_links")
    digest = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"sign-in link of {self.user}"


class SignInTry(models.Model):
    """A password that was tried and not found right yet. Only those of the last day are kept; see actions.guessing."""

    name_digest = models.CharField(max_length=64, help_text="SHA-256 of the user name as typed, in small letters.")
    address = models.CharField(
        max_length=64,
        help_text="Where it came from: an IPv4 address, an IPv6 /64, or a browser that the account knows.",
    )
    site = models.CharField(max_length=64, default="", help_text="The same with an IPv6 /48.")
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["name_digest"], name="sign_in_try_by_name"),
            models.Index(fields=["address"], name="sign_in_try_by_address"),
            models.Index(fields=["site"], name="sign_in_try_by_site"),
        ]

    def __str__(self) -> str:
        return f"a try from {self.address} at {self.at:%H:%M:%S}"


class LeftOut(models.Model):
    """How many refusals the audit log was spared since it was told so last; see actions.refusals."""

    deed = models.CharField(max_length=48, primary_key=True)
    count = models.PositiveBigIntegerField()

    def __str__(self) -> str:
        return f"{self.count} of {self.deed}"


class Pace(models.Model):
    """How far ahead of its rate somebody has asked: see actions.pacing. A row whose moment has passed says nothing."""

    key = models.CharField(max_length=100, primary_key=True, help_text="What is counted: user:..., token:..., ...")
    ahead_until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class SigningKey(models.Model):
    """The installation's Ed25519 key, with which it signs what it exports: one row, made when it is first needed."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    sealed = models.BinaryField(editable=False, help_text="The private key, encrypted; never shown.")
    public = models.BinaryField(help_text="The public key: 32 bytes.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="signing_key_once")]

    def __str__(self) -> str:
        return f"signing key of {self.made_at:%Y-%m-%d %H:%M}"
