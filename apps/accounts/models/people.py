"""People, workspaces, and who belongs to which."""

from django.contrib.auth.models import AbstractUser
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Value

from apps.accounts.domain.access import Role
from apps.accounts.domain.workspace_settings import Review
from apps.core.columns import KeyField, choices_of, known_states
from apps.core.ids import uuid7

ROLES = choices_of(Role)


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
        choices=choices_of(Review),
        default=Review.AUTO,
        help_text="Whether the answers of goals that don't say are reviewed.",
    )
    default_shows_plan = models.BooleanField(
        default=False, db_default=False, help_text="Whether goals that don't say show their plan before it begins."
    )
    approval_policy = models.JSONField(
        default=dict,
        db_default=Value({}, models.JSONField()),
        blank=True,
        help_text="domain.approval_policy: what takes leave, who gives it, for how long it is waited for.",
    )
    observation_url = models.CharField(
        max_length=500, blank=True, help_text="The observation hook: asked before each turn of a goal that observes."
    )

    class Meta:
        constraints = [
            known_states("default_review", Review, "workspace_review_known"),
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
            known_states("role", Role, "member_role_known"),
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
            known_states("role", Role, "invitation_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} to {self.workspace}"
