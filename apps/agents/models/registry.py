"""The registry of agents, and what they learned."""

from typing import TYPE_CHECKING

from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField, HnswIndex, VectorField

from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.registration import USUAL_TEST
from apps.agents.domain.trials import TrialKind, TrialState
from apps.core.columns import KeyField, choices_of
from apps.core.ids import uuid7

if TYPE_CHECKING:
    from apps.agents.models.connections import Connection

DIMENSIONS = 256
"""Length of every stored vector: the static embedding's."""


class Agent(models.Model):
    """A registered party that can be asked."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="agents")
    handle = models.SlugField(max_length=60)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    skills = models.JSONField(default=list, help_text="A2A AgentSkill objects; see domain.profile.Skill.")
    read_skills = models.JSONField(
        default=list,
        db_default=[],
        editable=False,
        help_text="Skills that could be listed for it, as its server says; looked for while it lists none.",
    )
    connection: "models.OneToOneField[Connection, Connection]" = models.OneToOneField(
        "agents.Connection",
        on_delete=models.RESTRICT,
        related_name="+",
        help_text="The workspace's: each agent has one, which may be off. Those of people stand beside it.",
    )
    enabled = models.BooleanField(default=True, help_text="Off: never asked, left out of formation.")
    removed_at = models.DateTimeField(
        null=True, help_text="When it was removed: it is kept for the sake of its past work, and found by nobody."
    )
    trust = models.CharField(
        max_length=12,
        choices=choices_of(Trust),
        default=Trust.ORDINARY,
        help_text="How far it is believed, and what it asks for is heeded.",
    )
    askers = models.CharField(
        max_length=12,
        choices=choices_of(Askers),
        default=Askers.EVERYBODY,
        help_text="Which agents may set it to work by themselves; people and their teams always may.",
    )
    goals_completed = models.PositiveIntegerField(default=0)
    tasks_done = models.PositiveIntegerField(default=0)
    tasks_failed = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)
    profile_vector = HalfVectorField(dimensions=DIMENSIONS, null=True, editable=False)
    vector = HalfVectorField(
        dimensions=DIMENSIONS,
        null=True,
        editable=False,
        help_text="Unit mean of the profile and of goals done well.",
    )
    goal_words = models.JSONField(
        default=dict, blank=True, editable=False, help_text="Word stem -> how many of the goals done well have it."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "handle"], condition=Q(removed_at=None), name="agent_handle_taken_once"
            ),
            models.CheckConstraint(condition=Q(removed_at=None) | Q(enabled=False), name="agent_removed_is_off"),
        ]
        indexes = [
            models.Index(fields=["workspace", "enabled"], name="agent_askable"),
            models.Index(  # vectors stand together by workspace in it: comparing them all reads no rows
                fields=["workspace"],
                include=["id", "vector"],
                condition=Q(enabled=True, vector__isnull=False),
                name="agent_vectors",
            ),
            HnswIndex(
                name="agent_by_meaning",
                fields=["vector"],
                opclasses=["halfvec_cosine_ops"],
            ),
        ]

    def __str__(self) -> str:
        return f"@{self.handle}"


class Grant(models.Model):
    """An owner lets an agent, or each of the workspace, set another agent to work without being asked each time."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="grants", help_text="Who is set to work.")
    asker = models.ForeignKey(
        Agent, on_delete=models.CASCADE, null=True, related_name="granted", help_text="By whom; None: by any agent."
    )
    given_by = models.CharField(max_length=160, help_text="The name of the owner who gave it.")
    given_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["agent", "asker"], condition=~Q(asker=None), name="grant_once"),
            models.UniqueConstraint(fields=["agent"], condition=Q(asker=None), name="grant_to_any_once"),
            models.CheckConstraint(condition=~Q(agent=models.F("asker")), name="grant_between_two"),
        ]

    def __str__(self) -> str:
        return f"{self.asker_id or 'any agent'} may ask {self.agent_id}"


class AgentVersion(models.Model):
    """An agent as it was registered from one moment on, until the next version."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveIntegerField(help_text="Of the agent, from 1.")
    profile = models.JSONField(help_text="domain.versions.Snapshot; of secrets only their names.")
    by = models.CharField(max_length=160, blank=True, help_text="Who changed it; empty: the product itself.")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "number"], name="agent_version_once")]

    def __str__(self) -> str:
        return f"version {self.number} of {self.agent_id}"


class Trial(models.Model):
    """A look at an agent that somebody may register, or one message to an agent outside any team."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="trials")
    user = models.ForeignKey("accounts.User", on_delete=models.CASCADE, related_name="trials")
    kind = models.CharField(max_length=8, choices=choices_of(TrialKind))
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, null=True, related_name="trials")
    source = models.TextField(blank=True, help_text="The address or card to look at, or the message.")
    sealed = models.BinaryField(null=True, help_text="The credentials that came with it; sealed, never shown.")
    found = models.JSONField(default=dict, help_text="What was found to register; secrets of its config are sealed.")
    state = models.CharField(max_length=8, choices=choices_of(TrialState))
    test_seconds = models.PositiveIntegerField(
        default=USUAL_TEST, db_default=USUAL_TEST, help_text="How long a test message is waited for."
    )
    begun_at = models.DateTimeField(null=True, help_text="When a worker took its present step up.")
    progress = models.CharField(max_length=200, blank=True)
    problem = models.CharField(max_length=400, blank=True)
    reply = models.TextField(blank=True, help_text="What the agent said; do not trust it.")
    reply_html = models.TextField(blank=True, default="", help_text="Of the reply; empty: shown as plain words.")
    latency_ms = models.PositiveIntegerField(null=True)
    tokens = models.PositiveBigIntegerField(default=0)
    money = models.FloatField(null=True, help_text="US dollars; None where nobody said a price.")
    created_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["created_at"], name="trial_oldest")]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"


class TrialFile(models.Model):
    """A file that an agent gave in a trial."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    trial = models.ForeignKey(Trial, on_delete=models.CASCADE, related_name="files")
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField(help_text="Bytes.")
    blob = models.ForeignKey("files.Blob", on_delete=models.RESTRICT, related_name="trial_files")

    OWNERS = {"workspace": "trial__workspace_id", "agent": "trial__agent_id"}

    def __str__(self) -> str:
        return self.name


class Experience(models.Model):
    """A goal that an agent helped to complete: what its vector learns from."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="experiences")
    goal_id = models.UUIDField(null=True, help_text="None for experience that was imported.")
    text = models.TextField()
    vector = HalfVectorField(dimensions=DIMENSIONS)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["agent", "goal_id"], name="experience_once_per_goal")]

    def __str__(self) -> str:
        return self.text[:60]


class ExperienceMean(models.Model):
    """The mean of the vectors of an agent's experience, so that nobody has to read them all to learn one more goal."""

    agent = models.OneToOneField(Agent, on_delete=models.CASCADE, primary_key=True, related_name="experience_mean")
    mean = VectorField(dimensions=DIMENSIONS)
    goals = models.PositiveIntegerField(help_text="How many goals it is the mean of.")

    def __str__(self) -> str:
        return f"the mean of {self.goals} goals of {self.agent_id}"
