"""The registry of agents, what they learned, and the library of documents they may search."""

import uuid

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from pgvector.django import HalfVectorField, HnswIndex

from apps.agents.domain.profile import Availability, ConnectorKind
from apps.journal.domain.ids import uuid7

DIMENSIONS = 256
"""Length of every stored vector: the static embedding's."""


class Agent(models.Model):
    """A registered party that can be asked."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="agents")
    handle = models.SlugField(max_length=60)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True)
    skills = models.JSONField(default=list, help_text="A2A AgentSkill objects; see domain.profile.Skill.")
    connector = models.CharField(max_length=24, choices=[(kind.value, kind.value) for kind in ConnectorKind])
    connector_config = models.JSONField(default=dict, blank=True)
    enabled = models.BooleanField(default=True, help_text="Off: never asked, left out of formation.")
    availability = models.CharField(
        max_length=16,
        choices=[(kind.value, kind.value) for kind in Availability],
        default=Availability.ONLINE,
    )
    last_seen_at = models.DateTimeField(null=True)
    concurrency = models.PositiveIntegerField(default=4, help_text="Most calls at one time.")
    timeout_seconds = models.PositiveIntegerField(default=300, help_text="A call that takes longer fails.")
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
        constraints = [models.UniqueConstraint(fields=["workspace", "handle"], name="agent_handle_once")]
        indexes = [
            models.Index(fields=["workspace", "enabled", "availability"], name="agent_askable"),
            HnswIndex(
                name="agent_by_meaning",
                fields=["vector"],
                opclasses=["halfvec_cosine_ops"],
            ),
        ]

    def __str__(self) -> str:
        return f"@{self.handle}"


class AgentToken(models.Model):
    """A bearer token with which an agent dials in. Only its SHA-256 is kept."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=80)
    prefix = models.CharField(max_length=16, help_text="The first characters, to tell tokens apart.")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"


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


class Document(models.Model):
    """A file that agents may read: of the workspace's library, or attached to one goal."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="documents")
    goal_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True, help_text="The goal it is attached to; None: the whole workspace's."
    )
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField(help_text="Bytes.")
    content = models.BinaryField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [models.Index(fields=["workspace", "goal_id"], name="document_by_scope")]

    def __str__(self) -> str:
        return self.name


class Passage(models.Model):
    """A piece of a document, verbatim, found by meaning and by words."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="passages")
    position = models.PositiveIntegerField()
    heading = models.CharField(max_length=400, blank=True)
    text = models.TextField()
    vector = HalfVectorField(dimensions=DIMENSIONS, null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["document", "position"], name="passage_once")]
        indexes = [
            HnswIndex(name="passage_by_meaning", fields=["vector"], opclasses=["halfvec_cosine_ops"]),
            GinIndex(SearchVector("text", config="english"), name="passage_by_words"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} / {self.position}"
