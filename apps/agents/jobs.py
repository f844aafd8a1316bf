"""The jobs of the registry: trials that somebody waits for, and the checks that recur."""

import logging
import uuid
from collections.abc import Coroutine
from typing import Any

from celery import shared_task

from apps.accounts.bells import AccountsBell
from apps.agents.actions import connections, people_work, probes, trial_steps, trials, wire_talks
from apps.agents.actions.call_limits import count_test
from apps.agents.actions.shelf import Shelf
from apps.agents.bells import AgentsBell
from apps.agents.domain.calls import AgentError
from apps.agents.domain.trials import TrialKind
from apps.agents.gateway import calls
from apps.agents.gateway.probe import Checked, check_agent, probe
from apps.agents.gateway.trials import detect, try_message
from apps.agents.queries.checks import check_of
from apps.agents.queries.trials import TrialWork
from apps.journal.bells import ring

log = logging.getLogger(__name__)

FULL_SECONDS = 1.0
MOST_AT_ONCE = 50  # checks that one ring starts


@shared_task(name=AgentsBell.TRIAL_DUE.value)
def run_trial(trial_id: str) -> None:
    """Take the next step of a trial that waits, if a slot of this process is free."""
    identifier = uuid.UUID(trial_id)
    if not calls.try_slot():
        ring(AgentsBell.TRIAL_DUE, identifier, delay=FULL_SECONDS)
        return
    with calls.starting():
        work = trial_steps.claim_trial(identifier)
    if work is None:
        calls.release_slot()
        return
    with calls.starting():
        _start(work)


def _start(work: TrialWork) -> None:
    name, address = f"trial:{work.id}", work.address
    if address is None:
        calls.start(
            name,
            lambda: detect(work.source, work.credentials),
            lambda found: trial_steps.note_detected(work.id, found),
        )
    elif work.kind is TrialKind.ASK:

        def heard(text: str) -> None:
            trial_steps.note_progress(work.id, text)

        calls.start(
            name,
            lambda: try_message(address, str(work.id), work.source, heard, Shelf(work.whose)),
            lambda answer: trial_steps.note_answered(work.id, answer),
        )
    else:
        calls.start(
            name,
            lambda: probe(address, lists_skills=work.lists_skills),
            lambda card: trial_steps.note_tested(work.id, card),
        )


@shared_task(name="agents.check")
def check_agents() -> None:
    """Look after the connections whose check is due, and drop old trials and talks."""
    for connection_id in probes.take_due(MOST_AT_ONCE):
        if not calls.try_slot():
            return
        try:
            with calls.starting():
                _check(connection_id)
        except Exception:  # the others were put off when they were taken
            log.warning("the check of connection %s could not begin", connection_id, exc_info=True)
    trials.forget_old()
    wire_talks.forget_old()
    connections.switch_off_theirs()  # of whom no bell told
    people_work.switch_off_who_left()


@shared_task(name=AccountsBell.MEMBER_LEFT.value)
def switch_off_theirs(user_id: str) -> None:
    """Switch off the connections of somebody who was taken out of a workspace."""
    connections.switch_off_theirs(uuid.UUID(user_id))
    people_work.switch_off_who_left()


def _check(connection_id: uuid.UUID) -> None:
    due = check_of(connection_id)
    if due.needs_test and not count_test(connection_id):
        calls.release_slot()
        return

    def noted(checked: Checked | AgentError | None) -> None:
        if isinstance(checked, Checked):
            probes.note_check(connection_id, checked.card, tested=checked.tested)

    def check() -> Coroutine[Any, Any, Checked | None]:
        return check_agent(due.address, needs_test=due.needs_test, lists_skills=due.lists_skills)

    calls.start(f"check:{connection_id}", check, noted)
