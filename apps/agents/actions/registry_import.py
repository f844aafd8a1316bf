"""Bring agents in: those of a list, and those that come along."""

import json
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

from django.db import transaction
from django.db.models import F

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import require
from apps.agents.actions.configs import check_profile
from apps.agents.actions.library import add_document
from apps.agents.actions.registry import register_agent, update_agent
from apps.agents.actions.trials import start_detection
from apps.agents.domain.listings import Entry, Introduced, UnreadableListing, read_listing
from apps.agents.domain.provenance import CameBy, CameFrom
from apps.agents.domain.registration import QUOTA, AgentProfile
from apps.agents.models import Agent, Document
from apps.core.sentences import join_sentences, sentence_of

FOLDER = Path(__file__).parent.parent / "seed"


@transaction.atomic
def seed_agents(workspace_id: uuid.UUID) -> None:
    """Register the built-in agents; those that are there already get their profile of this version.

    What people decided about them stays: whether they are there at all, whether they are on, and their quota.
    """
    known = Agent.objects.filter(workspace_id=workspace_id).select_related("connection")
    present = {agent.handle: agent for agent in known.order_by(F("removed_at").desc(nulls_last=True))}
    for profile in _profiles():
        if (agent := present.get(profile.handle)) is None:
            register_agent(workspace_id, profile)
        elif agent.removed_at is None and agent.connection.connector == profile.connector:
            quota = {name: getattr(agent.connection, name) for name in QUOTA}
            update_agent(workspace_id, profile.model_copy(update=quota | {"enabled": agent.enabled}))


@transaction.atomic
def seed_documents(workspace_id: uuid.UUID) -> None:
    """Put the seed documents into the workspace's library, unless documents of these names are there."""
    present = set(Document.objects.filter(workspace_id=workspace_id, goal_id=None).values_list("name", flat=True))
    for path in sorted((FOLDER / "documents").iterdir()):
        if path.name not in present:
            add_document(workspace_id, None, path.name, path.read_bytes())


def _profiles() -> Iterator[AgentProfile]:
    for path in sorted(FOLDER.glob("*.json")):
        yield from (AgentProfile.model_validate(entry) for entry in json.loads(path.read_text()))


NOT_IMPORTED = frozenset({"secrets", "id"})  # an export tells them; nothing can be made of them


@dataclass(frozen=True)
class Brought:
    """What became of one entry. `handle`: of the agent that was registered; `problems`: why it was refused."""

    label: str
    handle: str = ""
    problems: tuple[str, ...] = ()


def import_agents(actor: Actor, text: str) -> list[Brought] | UUID:
    """Register the agents of a list and report each entry, or have a card looked at and give the trial's id.

    An entry that is refused keeps no other out; each that comes in is tested soon. Owners only. Raises Refused for
    what is no list.
    """
    require(actor, Role.OWNER)
    try:
        entries = read_listing(text)
    except UnreadableListing as error:
        raise Refused(text=sentence_of(error)) from None
    if isinstance(entries, Introduced):
        return start_detection(actor, entries.source, {})
    return [_import_entry(actor, entry) for entry in entries]


def import_built_in(actor: Actor) -> None:
    """Register the built-in agents and bring those that are there up to date; removed ones stay away. Owners only."""
    require(actor, Role.OWNER)
    seed_agents(actor.workspace_id)


def _import_entry(actor: Actor, entry: Entry) -> Brought:
    if entry.problem:
        return Brought(entry.label, problems=(entry.problem,))
    try:
        profile = check_profile(_description_values(entry.values))
        register_agent(actor.workspace_id, profile, by=actor, came=CameFrom(CameBy.LIST))
    except Refused as refused:
        return Brought(entry.label, problems=tuple(_sentence(*each) for each in refused.fields.items()))
    return Brought(entry.label, handle=profile.handle)


def _description_values(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in NOT_IMPORTED}


def _sentence(field: str, said: str) -> str:
    return join_sentences(": ", (field, said)) if field else said
