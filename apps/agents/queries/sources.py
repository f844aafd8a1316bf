"""The registries elsewhere that a workspace lists, and how well who they know fits."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries import require
from apps.accounts.queries.sealing import unseal
from apps.agents.domain.ard_entries import REGISTRY, HubNames
from apps.agents.domain.profile import Candidate, Skill
from apps.agents.domain.sources import ForeignEntry, SourceTarget, SourceUse
from apps.agents.models import AgentProvenance, AgentSource
from apps.agents.queries.scores import skill_scores
from apps.core.read_models import fill_from_row


@dataclass(frozen=True)
class SourceView:
    """A registry as it is shown, without its token. `joined`: handles of the agents here that came from it."""

    id: uuid.UUID
    name: str
    url: str
    searches: bool
    use: SourceUse
    has_token: bool
    made_by: str
    created_at: datetime
    joined: tuple[str, ...]


def sources_of(actor: Actor) -> list[SourceView]:
    """Those of the workspace, oldest first. Owners only."""
    require(actor, Role.OWNER)
    rows = AgentSource.objects.filter(workspace_id=actor.workspace_id).order_by("id")
    return [_view(row) for row in rows]


def source_view(actor: Actor, source_id: uuid.UUID) -> SourceView:
    """One of them. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    row = AgentSource.objects.filter(workspace_id=actor.workspace_id, pk=source_id).first()
    if row is None:
        raise NotFound("There is no such registry in this workspace.")
    return _view(row)


def targets_in(workspace_id: uuid.UUID, uses: Iterable[SourceUse] = SourceUse) -> list[SourceTarget]:
    """The registries that are asked for these purposes, with their tokens."""
    rows = AgentSource.objects.filter(workspace_id=workspace_id, use__in=list(uses)).order_by("id")
    return [
        SourceTarget(row.pk, row.name, row.url, row.searches, SourceUse(row.use), unseal(row.token_sealed))
        for row in rows
    ]


def referrals_in(actor: Actor) -> list[dict[str, str]]:
    """The registries of the workspace that search, as another registry is told of them."""
    rows = AgentSource.objects.filter(workspace_id=actor.workspace_id, searches=True).order_by("id")
    return [_referral(row) for row in rows]


def _referral(row: AgentSource) -> dict[str, str]:
    publisher = HubNames(row.url).publisher
    name = f"urn:air:{publisher}:registry:{row.pk}"
    return {"identifier": name, "displayName": row.name, "type": REGISTRY, "url": f"{row.url}/search"}


def known_from_elsewhere(workspace_id: uuid.UUID, names: Iterable[str] | None = None) -> Mapping[str, str]:
    """Name -> handle of who is here, "" where it was removed again. None: of any name.

    Names: what a registry calls an agent that joined from there by itself, and the address where any agent, or its
    card, was found: by that the hub knows those again whom a person had join.
    """
    rows = AgentProvenance.objects.filter(workspace_id=workspace_id)
    if names is not None:
        wanted = list(names)
        rows = rows.filter(Q(identifier__in=wanted) | Q(address__in=wanted))
    found: dict[str, str] = {}
    for identifier, address, handle, removed in rows.exclude(identifier="", address="").values_list(
        "identifier", "address", "agent__handle", "agent__removed_at"
    ):
        for name in filter(None, (identifier, address)):
            found[name] = found.get(name, "") if removed else handle
    return found


def entry_scores(text: str, entries: Sequence[ForeignEntry]) -> list[float]:
    """How well entries fit a text, 0 to 1, in their order: by the same measure as the skills of agents here."""
    return scores_for(text, [(entry.as_skill(),) for entry in entries])


def scores_for(text: str, offers: Sequence[tuple[Skill, ...]]) -> list[float]:
    """The best score of each offer's skills."""
    if not offers:
        return []
    candidates = [
        Candidate(agent_id=str(number), handle="", name="", description="", skills=skills, score=0.0)
        for number, skills in enumerate(offers)
    ]
    (rows,) = skill_scores([text], candidates)
    return [max(row, default=0.0) for row in rows]


def _view(row: AgentSource) -> SourceView:
    joined = AgentProvenance.objects.filter(source=row, agent__removed_at=None).order_by("at")
    return fill_from_row(
        SourceView,
        row,
        use=SourceUse(row.use),
        has_token=row.token_sealed is not None,
        joined=tuple(joined.values_list("agent__handle", flat=True)),
    )
