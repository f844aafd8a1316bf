"""Owners list the registries elsewhere that are asked for members, and strike them off."""

import uuid
from urllib.parse import urlsplit

from asgiref.sync import async_to_sync
from django.db import IntegrityError, transaction

from apps.accounts.actions.resealing import reseal_column
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries import require
from apps.accounts.queries.sealing import Resealed, seal
from apps.agents.domain.sources import LONGEST_URL, SourceUse
from apps.agents.events import AgentsDeed
from apps.agents.gateway.sources import FoundRegistry, NoRegistry, find_registry
from apps.agents.models import AgentSource
from apps.core.outbound import OutboundError
from apps.core.sentences import sentence, sentence_of
from apps.core.texts import one_line
from apps.journal.actions import audit

MOST = 10  # of a workspace
LONGEST_TOKEN = 4_000


def add_source(actor: Actor, address: str, token: str = "", use: SourceUse = SourceUse.SEARCH) -> uuid.UUID:
    """Look what is at an address and list it from now on; takes up to half a minute. Owners only. Gives its id.

    Raises Refused where no registry is there, where it is listed already, or where there are too many.
    """
    require(actor, Role.OWNER)
    address, token = address.strip(), token.strip()
    _check(actor, address, token)
    found = _find(address, token)
    if token and not found.same:
        raise Refused(
            token=sentence(
                "This address names a registry at {netloc}: enter that one's address.",
                netloc=urlsplit(found.url).netloc,
            )
        )
    return _save(actor, found, token, use)


def change_source(actor: Actor, source_id: uuid.UUID, use: SourceUse) -> None:
    """Ask it for something else. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    with transaction.atomic():
        row = _locked(actor, source_id)
        row.use = use
        row.save(update_fields=["use"])
        audit(AgentsDeed.SOURCE_CHANGED, actor, row, row.pk, use=use)


def remove_source(actor: Actor, source_id: uuid.UUID) -> None:
    """Ask it no more; the agents that came from there stay. Owners only. Raises NotFound."""
    require(actor, Role.OWNER)
    with transaction.atomic():
        row = _locked(actor, source_id)
        audit(AgentsDeed.SOURCE_REMOVED, actor, row, row.pk)
        row.delete()


def reseal_source_tokens() -> Resealed:
    """Seal every token again; gives how many, and how many open with none of the keys."""
    return reseal_column(AgentSource.objects.exclude(token_sealed=None), "token_sealed")


def _check(actor: Actor, address: str, token: str) -> None:
    if not address or len(address) > LONGEST_URL:
        raise Refused(address="Enter a domain, like agents.example, or the address of a registry.")
    if len(token) > LONGEST_TOKEN or not token.isprintable():
        raise Refused(token="A token is one line of at most 4,000 characters.")  # noqa: S106  a sentence
    if AgentSource.objects.filter(workspace_id=actor.workspace_id).count() >= MOST:
        raise Refused(address=sentence("This workspace has {most} registries: remove one first.", most=MOST))


def _find(address: str, token: str) -> FoundRegistry:
    try:
        return async_to_sync(find_registry)(address, token)
    except (NoRegistry, OutboundError) as error:
        raise Refused(address=sentence_of(error)) from None


@transaction.atomic
def _save(actor: Actor, found: FoundRegistry, token: str, use: SourceUse) -> uuid.UUID:
    try:
        with transaction.atomic():
            row = AgentSource.objects.create(
                workspace_id=actor.workspace_id,
                name=one_line(found.name, 120),
                url=found.url,
                searches=found.searches,
                use=use,
                token_sealed=seal(token) if token else None,
                made_by=actor.name[:200],
            )
    except IntegrityError:
        raise Refused(address="This registry is listed already.") from None
    audit(AgentsDeed.SOURCE_ADDED, actor, row, row.pk, use=use)
    return row.pk


def _locked(actor: Actor, source_id: uuid.UUID) -> AgentSource:
    rows = AgentSource.objects.select_for_update(no_key=True).filter(workspace_id=actor.workspace_id)
    row = rows.filter(pk=source_id).first()
    if row is None:
        raise NotFound("There is no such registry in this workspace.")
    return row
