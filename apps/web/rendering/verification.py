"""What is claimed and what is verified, in a word with its sign and its age."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, gettext_noop

from apps.core.languages import say
from apps.teams.domain.checks import Verification
from apps.teams.domain.states import AttemptState
from apps.teams.queries.facts import GoalFacts, TaskFacts, TaskRecord, TeamFacts

WORDS = {
    Verification.NOTHING: ("minus", gettext_noop("Claimed"), gettext_noop("nothing to check")),
    Verification.UNCHECKED: ("circle-question-mark", gettext_noop("Claimed"), gettext_noop("unchecked")),
    Verification.VERIFIED: ("check-check", gettext_noop("Verified"), ""),
    Verification.REFUTED: ("x", gettext_noop("Refuted"), ""),
}
"""What is known to its icon, its word, and what is said behind its age."""


@dataclass(frozen=True)
class Known:
    """What is known of a claim, and since when. `found`: how, why not, or what is wrong."""

    verification: Verification
    icon: str
    word: str
    rest: str
    found: str
    at: datetime


def known_of(record: TaskRecord | GoalFacts) -> Known | None:
    """What is known of a task or a goal; None: nobody has claimed that it is done."""
    if record.claimed_at is None:
        return None
    checked_at = record.checked_at if isinstance(record, TaskRecord) else None
    icon, word, rest = WORDS[record.verification]
    return Known(record.verification, icon, say(word), say(rest), record.found, checked_at or record.claimed_at)


ASKED = gettext_noop("A person is asked to check it")


@dataclass(frozen=True)
class Checking:
    """Somebody looks at a claim, or is to: in words, and since when."""

    words: str
    since: datetime


def checking_of(task: TaskFacts, team: TeamFacts) -> Checking | None:
    """Who looks at what a task of the team is claimed to have come to; None: nobody does now."""
    for check in team.tasks:
        if check.checks_id == task.id and check.is_open:
            return _checking_in(check)
    for asked in team.pending:
        if asked.is_check and asked.task_number == task.number:
            return Checking(say(ASKED), asked.asked_at)
    return None


def _checking_in(check: TaskFacts) -> Checking:
    running = [one.started_at for one in check.attempts if one.state is AttemptState.RUNNING and one.started_at]
    if running:
        return Checking(gettext("{name} checks it").format(name=check.owner.name), running[-1])
    return Checking(gettext("{name} is to check it").format(name=check.owner.name), check.state_at)
