"""People search in other registries, and who was tried out for a need there joins."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import IntegrityError, transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.queries import require
from apps.agents.actions.configs import check_description, config_to_store
from apps.agents.actions.probes import note_check
from apps.agents.actions.registry import register_agent
from apps.agents.connectors import UnknownConnectorError
from apps.agents.domain.ard_entries import result_of
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.detection import Detected
from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.provenance import bare_address
from apps.agents.domain.registration import AgentProfile
from apps.agents.domain.sources import ForeignEntry
from apps.agents.events import AgentsDeed
from apps.agents.gateway.scouting import Scouted, rank_entries
from apps.agents.gateway.sources import ask_sources
from apps.agents.models import AgentProvenance
from apps.agents.queries.agents import workspace_connection
from apps.agents.queries.credentials import shown_config
from apps.agents.queries.discovery import FLOOR
from apps.agents.queries.sources import known_from_elsewhere, targets_in
from apps.core.sentences import sentence
from apps.journal.actions import audit

MOST_SHOWN = 50
TAKEN_AT_MOST = 9  # of one handle, told apart by numbers


@dataclass(frozen=True)
class ElsewhereFound:
    """Somebody elsewhere. `here`: the handle that it has here, where it joined."""

    entry: ForeignEntry
    source: str
    score: float
    here: str


@dataclass(frozen=True)
class ElsewhereAnswer:
    """Who was found, best first, and which registries gave no answer, each as a sentence."""

    found: tuple[ElsewhereFound, ...]
    problems: tuple[str, ...]
    asked: int


def search_elsewhere(actor: Actor, text: str) -> ElsewhereAnswer:
    """Ask the registries that the workspace lists; they are told the text. Operators and owners. Takes ten seconds.

    Raises Refused for a text that is none.
    """
    require(actor, Role.OPERATOR)
    text = " ".join(text.split())[:2_000]
    if not text:
        raise Refused(text="Say in a few words what somebody should be able to do.")
    answers = async_to_sync(ask_sources)(targets_in(actor.workspace_id), text)
    scouted = [one for one in rank_entries(text, answers, settings.IOA_PUBLIC_URL) if one.score >= FLOOR][:MOST_SHOWN]
    known = known_from_elsewhere(actor.workspace_id, set().union(*(one.entry.known_by for one in scouted)))
    found = tuple(ElsewhereFound(one.entry, one.source.name, one.score, _here(one.entry, known)) for one in scouted)
    problems = tuple(f"{each.source.name}: {each.problem}" for each in answers if each.problem)
    return ElsewhereAnswer(found, problems, len(answers))


def _here(entry: ForeignEntry, known: Mapping[str, str]) -> str:
    """The handle of who is here; "": nobody, or no more."""
    return next((known[name] for name in sorted(entry.known_by) if known.get(name)), "")


def results_elsewhere(actor: Actor, text: str) -> list[dict[str, object]]:
    """Who is elsewhere, as results of the hub's own registry: scored here; each source is the registry that knows it.

    The registries are asked to ask nobody else: so nothing goes round in a circle.
    """
    require(actor, Role.OPERATOR)
    answers = async_to_sync(ask_sources)(targets_in(actor.workspace_id), text, "none")
    scouted = [one for one in rank_entries(text, answers, settings.IOA_PUBLIC_URL) if one.score >= FLOOR]
    return [result_of(one.entry.as_entry(), one.score, one.source.url) for one in scouted[:MOST_SHOWN]]


def admit(workspace_id: uuid.UUID, scouted: Sequence[Scouted]) -> list[tuple[Scouted, str]]:
    """Have those join who passed their test; gives each with the handle that it has now, or why it has none.

    Nobody is asked: the owners allowed it for their registry. They are untrusted, and set nobody to work by themselves.
    """
    return [(one, _admit(workspace_id, one)) for one in scouted]


def _admit(workspace_id: uuid.UUID, one: Scouted) -> str:
    if one.detected is None or one.card is None:
        return one.reason
    try:
        return f"@{_register(workspace_id, one, one.detected, one.card)}"
    except (Refused, UnknownConnectorError) as error:
        return " ".join(error.fields.values()) if isinstance(error, Refused) else str(error)
    except IntegrityError:
        return sentence("it joined already")


@transaction.atomic
def _register(workspace_id: uuid.UUID, one: Scouted, detected: Detected, card: ProbeResult) -> str:
    stored = config_to_store(detected.connector, detected.config)
    agent_id, handle = _under_free_handle(workspace_id, detected, stored)
    AgentProvenance.objects.create(
        agent_id=agent_id,
        workspace_id=workspace_id,
        source_id=one.source.id,
        source_name=one.source.name,
        identifier=one.entry.identifier,
        address=bare_address(one.entry.address),
    )
    note_check(workspace_connection(agent_id), card, tested=True)
    source, name = one.source.name, one.entry.identifier
    deed = AgentsDeed.JOINED_FROM_ELSEWHERE
    audit(deed, None, f"@{handle}", agent_id, workspace_id=workspace_id, source=source, identifier=name)
    return handle


def _under_free_handle(workspace_id: uuid.UUID, detected: Detected, stored: dict[str, object]) -> tuple[uuid.UUID, str]:
    """Raises Refused where all the handles that it might have are taken."""
    for number in range(1, TAKEN_AT_MOST + 1):
        handle = detected.handle if number == 1 else f"{detected.handle[:57]}-{number}"
        try:
            with transaction.atomic():
                return register_agent(workspace_id, _profile(detected, handle, stored), before=stored), handle
        except Refused as error:
            if set(error.fields) != {"handle"} or number == TAKEN_AT_MOST:
                raise
    raise AssertionError  # the last try gives or raises


def _profile(detected: Detected, handle: str, stored: dict[str, object]) -> AgentProfile:
    said = {"name": detected.name, "description": detected.description, "skills": detected.skills}
    return AgentProfile(
        **check_description({"handle": handle, **said}).model_dump(),
        connector=detected.connector,
        connector_config=shown_config(stored).values,
        trust=Trust.UNTRUSTED,
        askers=Askers.PEOPLE,
        **({"concurrency": detected.concurrency} if detected.concurrency else {}),
    )
