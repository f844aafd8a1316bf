"""What is known of a goal's answer: from its task's check and from the review."""

from dataclasses import dataclass

from apps.core.sentences import sentence
from apps.teams.domain.checks.verification import NOTHING, CheckOutcome, Verification, leave_unchecked, shorten, verify


@dataclass(frozen=True)
class GoalAnswer:
    """An answer as a goal ends with it.

    `task`: what is known of the task whose result it is; None: of none. `reviewed`: its coordinator saw it as a draft.
    `by_lead`: the coordinator wrote it then, so that nobody has looked at it since. `by_rules`: rules reviewed.
    """

    task: CheckOutcome | None = None
    reviewed: bool = False
    by_lead: bool = False
    by_rules: bool = False


_BY_RULES = leave_unchecked(sentence("It was reviewed by rules, which cannot judge an answer."))


def outcome_of_review(*, reviewed: bool, by_rules: bool) -> CheckOutcome:
    """What comes of a check that was the coordinator's to make: it saw the result in the review, if there was one."""
    if not reviewed:
        return leave_unchecked(sentence("Its coordinator was to look at it, and there was no review."))
    return _BY_RULES if by_rules else verify(sentence("Its coordinator looked at it in the review, and let it stand."))


def check_goal(answer: GoalAnswer) -> CheckOutcome:
    """What may be said of it: verified only where somebody looked at the very text, or the task's check did."""
    if answer.by_lead:
        return leave_unchecked(sentence("Its coordinator wrote it after the review; nobody has looked at it since."))
    task = answer.task or NOTHING
    if task.verification is not Verification.NOTHING:
        return CheckOutcome(task.verification, shorten(sentence("Its task's check: {found}", found=task.found)))
    if not answer.reviewed:
        return task
    if answer.by_rules:
        return _BY_RULES
    return verify(sentence("Its coordinator reviewed it."))
