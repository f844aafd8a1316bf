"""What a worker can't record: every try at a step of the goals that name it raises, as a fault of ours would.

`IOA_TEST_POISON` says which step: `turn`, what a voice said, or `end`, what an agent gave. The zygote sets it going in
a worker that has been forked, so that the product's own jobs meet it.
"""

import os

from apps.chat.actions import notifications, turns
from apps.chat.models import Conversation
from apps.teams.models import Attempt

POISONED = "Poisoned"
"""How the texts of the goals begin that are."""


class Poison(Exception):
    """What the log of the worker shows."""


def spread() -> None:
    """Poison this process, if it is to be."""
    match os.environ.get("IOA_TEST_POISON"):
        case "turn":
            record = turns.record

            def poisoned_record(claimed, *given):
                _refuse(Conversation.objects.filter(id=claimed.conversation_id), "team__goal__text")
                return record(claimed, *given)

            turns.record = poisoned_record
        case "end":
            finish = notifications.finish_attempt

            def poisoned_finish(attempt_id, *given):
                _refuse(Attempt.objects.filter(id=attempt_id), "task__team__goal__text")
                return finish(attempt_id, *given)

            notifications.finish_attempt = poisoned_finish


def _refuse(rows, text: str) -> None:
    if rows.filter(**{f"{text}__startswith": POISONED}).exists():
        raise Poison(POISONED)
