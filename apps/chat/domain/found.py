"""What was found of a goal's work, in words: the kinds of findings, and what was done about one. Pure."""

from enum import StrEnum

from apps.teams.domain.findings import FindingKind
from apps.teams.domain.states import TaskState

KIND_WORDS = {
    FindingKind.DISOBEYS_TASK: "does not do what was asked",
    FindingKind.DISOBEYS_ROLE: "leaves its role",
    FindingKind.REPEATS: "repeats itself",
    FindingKind.LOSES_HISTORY: "forgets what was said",
    FindingKind.TALKS_ON: "talks on after the end",
    FindingKind.RESETS: "begins anew",
    FindingKind.DOES_NOT_ASK: "makes up what it should ask",
    FindingKind.DERAILS: "speaks of something else",
    FindingKind.WITHHOLDS: "keeps something back",
    FindingKind.IGNORES_INPUT: "ignores what it was given",
    FindingKind.ACTS_OTHERWISE: "does not do what it says",
    FindingKind.ENDS_EARLY: "ends too early",
    FindingKind.SKIPS_CHECK: "skips the check",
    FindingKind.CHECKS_WRONGLY: "checks wrongly",
}
"""What somebody does of whom a kind is found, after their name."""


class Handling(StrEnum):
    """What was done about a finding."""

    ASKED_AGAIN = "asked_again"  # not taken: its agent was told what is wrong and asked once more
    TASK_FAILED = "task_failed"  # not taken, and no try was left
    NOT_TAKEN = "not_taken"  # as yet: a person decides, or the work was called off
    KEPT = "kept"  # taken as it is, with the finding beside it
    LEAD_SPOKE = "lead_spoke"  # the words stand in the talk, and the lead spoke next


HANDLING_WORDS = {
    Handling.ASKED_AGAIN: "Not taken, asked again",
    Handling.TASK_FAILED: "Not taken, the task failed",
    Handling.NOT_TAKEN: "Not taken",
    Handling.KEPT: "Kept as it is",
    Handling.LEAD_SPOKE: "The lead spoke next",
}


def handling_of(task: TaskState | None, *, prevented: bool, tried_again: bool) -> Handling:
    """What was done about a finding. `task`: None for talk; `tried_again`: its agent was asked anew since."""
    if task is None:
        return Handling.LEAD_SPOKE
    if not prevented:
        return Handling.KEPT
    if tried_again:
        return Handling.ASKED_AGAIN
    return Handling.TASK_FAILED if task is TaskState.FAILED else Handling.NOT_TAKEN
