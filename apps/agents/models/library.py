"""The library of documents that agents may search."""

import uuid

from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVector
from django.db import models
from django.db.models import Q
from pgvector.django import HalfVectorField, HnswIndex

from apps.agents.models.registry import DIMENSIONS
from apps.core.columns import KeyField
from apps.core.ids import uuid7


class Document(models.Model):
    """A file that agents may read: of the workspace's library, or attached to one goal."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="documents")
    goal_id: "models.UUIDField[uuid.UUID | None, uuid.UUID | None]" = models.UUIDField(
        null=True, help_text="The goal it is attached to; None: the whole workspace's."
    )
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField(help_text="Bytes.")
    blob = models.ForeignKey("files.Blob", on_delete=models.RESTRICT, related_name="documents")
    outline = models.CharField(
        max_length=600,
        blank=True,
        default="",
        db_default="",
        help_text="What it holds, in a line: columns, rows, headings. Empty: it came before these were made.",
    )
    created_at = models.DateTimeField(auto_now_add=True)

    OWNERS = {"workspace": "workspace_id"}
    COUNTED = Q(goal_id=None)  # what is attached to a goal counts as a version of its file

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
