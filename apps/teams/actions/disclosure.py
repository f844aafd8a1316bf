"""An agent at work looks what came of work that it handed on; where it takes leave to tell it, a person is asked."""

import uuid

from apps.journal.actions import recording
from apps.teams.actions import permits
from apps.teams.queries.colleagues import HandedOn, disclosure_of_handover, handover_of
from apps.teams.queries.task_tokens import Caller, is_at_work


def read_handover(caller: Caller, task_id: uuid.UUID) -> HandedOn:
    """Give what the caller may be told of a task that its own handed on. Raises NotFound."""
    told = handover_of(caller, task_id)
    if told.unasked:
        _ask(caller, task_id)
    return told


def _ask(caller: Caller, task_id: uuid.UUID) -> None:
    with recording(caller.goal_id) as log:
        told = disclosure_of_handover(caller, task_id)
        if not told.waits or not is_at_work(caller):
            return
        question = f"May @{told.to} be told what came of “{told.task.title}”? {told.judgement.why}"
        permits.ask(log, told.task, question, to=told.to, parts=told.parts(), digest=told.digest)
