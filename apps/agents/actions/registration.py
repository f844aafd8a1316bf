"""An agent that was looked at joins the workspace; one behind a router is expected to dial in."""

import uuid
from collections.abc import Mapping

from asgiref.sync import async_to_sync
from django.db import transaction

from apps.accounts.domain.access import USUAL_DAYS, Actor, Role
from apps.accounts.domain.errors import Conflict, Refused
from apps.accounts.queries import require
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.actions.configs import check_description, config_to_store
from apps.agents.actions.probes import note_check
from apps.agents.actions.registry import register_agent
from apps.agents.connectors import UnknownConnectorError, can_recognise
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.calls import ProbeResult
from apps.agents.domain.connectors import SOCKET
from apps.agents.domain.detection import Detected
from apps.agents.domain.dial_in import DialIn
from apps.agents.domain.provenance import CameBy, CameFrom, came_from
from apps.agents.domain.registration import USUAL_TEST, AgentDescription, AgentProfile, CallQuota
from apps.agents.gateway.probe import probe
from apps.agents.gateway.trials import detect
from apps.agents.queries.agents import workspace_connection
from apps.agents.queries.credentials import shown_config
from apps.agents.queries.trials import TrialFindings, TrialView, config_of, trial_of
from apps.core.sentences import sentence, sentence_of

FIRST_TOKEN = "first"  # noqa: S105  the name of a token


def register_from_trial(actor: Actor, trial_id: uuid.UUID, told: AgentDescription) -> uuid.UUID:
    """Register the agent of a trial, over the connection that was tried, and give its id. Owners only.

    One that did not answer its test message is registered switched off. Raises NotFound, Refused as
    `register_agent` does, and Conflict for a trial that is not done or found nothing.
    """
    require(actor, Role.OWNER)
    trial, config = trial_of(actor, trial_id), config_of(actor, trial_id)
    if not trial.done or trial.found is None or not config:
        raise Conflict("Nothing was found that could join: look at another address, or wait for this one.")
    found = trial.found
    quota = _quota(found.concurrency, trial.test_seconds)
    came = came_from(trial.source, shown_config(config).values.get("url"))
    return _register(actor, told, found.connector, config, _card(trial, found), quota, came)


def register_dialing(
    actor: Actor,
    source: str,
    credentials: Mapping[str, str],
    told: Mapping[str, object],
    connector: str = "",
    test_seconds: int = USUAL_TEST,
) -> uuid.UUID:
    """Find an agent, test it and register it; gives its id. Takes as long as its test and a minute more. Owners only.

    `told`: handle, name, description and skills, where they shall be others than its own. `connector`: the one kind
    that is looked for; "": all. `test_seconds`: how long the test message is waited for. Raises Refused where nothing
    usable is there, where it fails its test, and as `register_agent` does.
    """
    require(actor, Role.OWNER)
    if connector and not can_recognise(connector):
        raise Refused(
            connector=sentence(
                "No address is found to be of the kind “{connector}”: GET /connectors lists those.", connector=connector
            )
        )
    found = async_to_sync(detect)(source, credentials, connector)
    if found.problem:
        raise Refused(source=found.problem)
    config = _config_to_store(found)
    skilled = bool(found.skills or told.get("skills"))
    address = AgentAddress("", found.connector, config, test_seconds=test_seconds)
    card = async_to_sync(probe)(address, lists_skills=skilled)
    if card.problem:
        raise Refused(source=sentence("It was found, but it failed its test: {problem}", problem=card.problem))
    own = {"handle": found.handle, "name": found.name, "description": found.description, "skills": found.skills}
    quota = _quota(found.concurrency, test_seconds)
    came = came_from(source, shown_config(config).values.get("url"))
    return _register(actor, check_description({**own, **told}), found.connector, config, card, quota, came)


def _quota(takes: int | None, test_seconds: int) -> CallQuota:
    """What an agent takes on that takes so many calls at one time; None: as many as others."""
    said = {"concurrency": takes} if takes else {}
    return CallQuota(test_seconds=test_seconds, **said)


def _config_to_store(found: Detected) -> dict[str, object]:
    try:
        return config_to_store(found.connector, found.config)
    except UnknownConnectorError as error:
        raise Refused(source=sentence_of(error)) from None


@transaction.atomic
def _register(
    actor: Actor,
    told: AgentDescription,
    connector: str,
    config: Mapping[str, object],
    card: ProbeResult,
    quota: CallQuota,
    came: CameFrom,
) -> uuid.UUID:
    """Register over a stored configuration, and note the test that was made with it."""
    profile = AgentProfile(
        **told.model_dump(),
        **quota.model_dump(),
        connector=connector,
        connector_config=shown_config(config).values,
        enabled=not card.problem,
    )
    agent_id = register_agent(actor.workspace_id, profile, by=actor, before=config, came=came)
    note_check(workspace_connection(agent_id), card, tested=True)
    return agent_id


@transaction.atomic
def register_expected(
    actor: Actor, told: AgentDescription, dial_in: DialIn, days: int | None = USUAL_DAYS
) -> tuple[uuid.UUID, str]:
    """Register an agent that will dial in; gives its id and the token with which it does. Owners only.

    `dial_in` is kept for the next token. `days`: how long the token lasts; None: for ever. Nobody asks the agent before
    it has dialled in. Raises Refused as `register_agent` does.
    """
    require(actor, Role.OWNER)
    config = {"reached_by": dial_in.way, **({"reached_at": dial_in.place} if dial_in.place else {})}
    profile = AgentProfile(**told.model_dump(), connector=SOCKET, connector_config=config)
    agent_id = register_agent(actor.workspace_id, profile, by=actor, came=CameFrom(CameBy.DIAL_IN))
    return agent_id, create_agent_token(actor, agent_id, FIRST_TOKEN, days)


def _card(trial: TrialView, found: TrialFindings) -> ProbeResult:
    return ProbeResult(trial.problem, found.reachable, trial.latency_ms or 0, trial.reply, skills=found.read_skills)
