"""Trials: somebody looks at an agent before it joins, or sends a registered one a message without a team.

Each is a row that a worker takes up; its page, or a program, looks at the row until it is done.
"""

import json
import uuid
from collections.abc import Mapping
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from apps.accounts.actions.rate_limits import keep_pace
from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Conflict, Crowded, Refused
from apps.accounts.domain.rate_limits import RateLimit
from apps.accounts.queries import person, require
from apps.accounts.queries.sealing import seal
from apps.agents.actions.call_limits import begin_message
from apps.agents.actions.configs import Config, config_to_store
from apps.agents.bells import AgentsBell
from apps.agents.connectors import UnknownConnectorError
from apps.agents.domain.registration import USUAL_TEST
from apps.agents.domain.trials import GIVEN_UP, TrialKind, TrialState
from apps.agents.models import Trial
from apps.agents.queries.agents import agent_by_handle, line_for
from apps.agents.queries.trials import findings_of
from apps.core.sentences import sentence, sentence_of
from apps.files.actions.garbage_collection import release_references
from apps.files.domain.quotas import Whose
from apps.journal.bells import ring

MOST_SOURCE = 200_000  # characters of an address or a card
MOST_MESSAGE = 20_000  # characters
MOST_AT_ONCE = 4  # of one person
A_MINUTE = 30  # of one workspace
KEPT = timedelta(days=1)


def start_detection(
    actor: Actor, source: str, credentials: Mapping[str, str], test_seconds: int = USUAL_TEST
) -> uuid.UUID:
    """Have it found out what an address or a pasted card leads to, and a test message sent. Owners only.

    `credentials`: what the agent asks for, by the names that detection knows; empty ones are left out.
    `test_seconds`: how long the test message is waited for.
    Raises Refused for a source that is none, Conflict where too much is being tried.
    """
    require(actor, Role.OWNER)
    source = source.replace("\x00", "").strip()
    if not source:
        raise Refused(source="Paste the agent's address, like https://agent.example, or its card as JSON.")
    if len(source) > MOST_SOURCE:
        raise Refused(
            source=sentence("This is longer than {value} kB; a card is much shorter.", value=MOST_SOURCE // 1000)
        )
    given = {name: value.strip() for name, value in credentials.items() if value.strip()}
    sealed = seal(json.dumps(given)) if given else None
    return _new(actor, TrialKind.LOOK, source=source, sealed=sealed, test_seconds=test_seconds)


def start_test(
    actor: Actor, connector: str, config: Config, like: uuid.UUID | None = None, test_seconds: int = USUAL_TEST
) -> uuid.UUID:
    """Have a test message sent over a connection that was entered. Owners only.

    `like`: an earlier trial, whose findings stay and whose secrets stand in for those that were not entered again.
    `test_seconds`: how long the test message is waited for.
    Raises Refused with a sentence for each wrong field, NotFound, Conflict.
    """
    require(actor, Role.OWNER)
    found: dict[str, object] = {} if like is None else findings_of(actor, like)
    before = found.get("config") if found.get("connector") == connector else None
    try:
        stored = config_to_store(connector, config, before if isinstance(before, dict) else None)
    except UnknownConnectorError as error:
        raise Refused(connector=sentence_of(error)) from None
    found |= {"connector": connector, "config": stored}
    return _new(actor, TrialKind.TEST, found=found, test_seconds=test_seconds)


def start_message(actor: Actor, handle: str, text: str) -> uuid.UUID:
    """Have one message sent to a registered agent, without a team. Operators and owners.

    Raises NotFound, Refused for a text that is none, Conflict where too much is being tried, or the agent is off
    or may not be called now.
    """
    require(actor, Role.OPERATOR)
    agent = agent_by_handle(actor.workspace_id, handle)
    text = text.replace("\x00", "").strip()
    if not text:
        raise Refused(text="Write a message.")
    if len(text) > MOST_MESSAGE:
        raise Refused(text=sentence("Use at most {most_message:,} characters.", most_message=MOST_MESSAGE))
    if not agent.enabled:
        raise Conflict(sentence("{agent} is switched off. Switch it on first.", agent=agent))
    line = line_for(agent.pk, person(actor.user_id))
    if line is None:
        raise Conflict(sentence("No connection to {agent} is yours to use: connect yours.", agent=agent))
    with transaction.atomic():
        begin_message(line.pk)
        return _new(actor, TrialKind.ASK, source=text, agent_id=agent.pk)


@transaction.atomic
def _new(actor: Actor, kind: TrialKind, **columns: object) -> uuid.UUID:
    now = timezone.now()
    mine = Trial.objects.filter(user_id=actor.user_id, created_at__gt=now - timedelta(seconds=GIVEN_UP))
    if mine.exclude(state=TrialState.DONE).count() >= MOST_AT_ONCE:
        raise Conflict(
            sentence(
                "{most_at_once} trials of yours are still running: wait until one has ended.", most_at_once=MOST_AT_ONCE
            )
        )
    if wait := keep_pace([RateLimit(f"trial:{actor.workspace_id}", A_MINUTE)]):
        raise Crowded(
            sentence("This workspace has tried much in the last minute: try again in {wait} seconds.", wait=wait), wait
        )
    trial = Trial.objects.create(
        workspace_id=actor.workspace_id,
        user_id=actor.user_id,
        kind=kind,
        state=TrialState.WAITING,
        created_at=now,
        **columns,
    )
    ring(AgentsBell.TRIAL_DUE, trial.pk)
    return trial.pk


def forget_old() -> None:
    """Drop the trials of yesterday; nothing refers to them."""
    for trial in Trial.objects.filter(created_at__lt=timezone.now() - KEPT).prefetch_related("files"):
        contents = [(file.blob_id, file.size) for file in trial.files.all()]
        with transaction.atomic():
            trial.delete()
            if contents:
                release_references(Whose(trial.workspace_id, agent_id=trial.agent_id), contents)
