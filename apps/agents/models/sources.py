"""Other registries that a workspace asks for members, and who came from there."""

from django.db import models

from apps.agents.domain.provenance import LONGEST_ADDRESS, CameBy
from apps.agents.domain.sources import LONGEST_IDENTIFIER, SourceUse
from apps.agents.models.registry import Agent
from apps.core.columns import KeyField, choices_of
from apps.core.ids import uuid7


class AgentSource(models.Model):
    """A registry of agents elsewhere."""

    id = KeyField(primary_key=True, default=uuid7, editable=False)
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="agent_sources")
    name = models.CharField(max_length=120)
    url = models.CharField(max_length=2_000, help_text="Where its searches go, else its manifest.")
    searches = models.BooleanField(help_text="Whether it searches; else its manifest is read and searched here.")
    use = models.CharField(max_length=8, choices=choices_of(SourceUse), default=SourceUse.SEARCH.value)
    token_sealed = models.BinaryField(null=True, editable=False, help_text="Its own token; sealed, never shown.")
    made_by = models.CharField(max_length=200)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["workspace", "url"], name="agent_source_once")]

    def __str__(self) -> str:
        return self.name


class AgentProvenance(models.Model):
    """Where an agent came from, and who had it join; of those who joined by themselves from which registry, and what
    they are called there: nobody does so twice.
    """

    agent = models.OneToOneField(Agent, on_delete=models.CASCADE, primary_key=True, related_name="provenance")
    workspace = models.ForeignKey("accounts.Workspace", on_delete=models.CASCADE, related_name="+")
    source = models.ForeignKey(AgentSource, on_delete=models.SET_NULL, null=True, related_name="joined")
    source_name = models.CharField(max_length=120, blank=True)
    identifier = models.CharField(max_length=LONGEST_IDENTIFIER, blank=True)
    way = models.CharField(
        max_length=12,
        choices=choices_of(CameBy),
        default=CameBy.REGISTRY.value,
        db_default=CameBy.REGISTRY.value,
    )
    address = models.CharField(
        max_length=LONGEST_ADDRESS,
        blank=True,
        db_default="",
        help_text="Where it, or its card, was found, without what may let somebody in.",
    )
    by = models.CharField(max_length=200, blank=True, db_default="", help_text="Who had it join; empty: nobody.")
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["workspace", "identifier"], condition=~models.Q(identifier=""), name="agent_joined_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.identifier} of {self.source_name}" if self.identifier else f"{self.way} {self.address}".strip()
