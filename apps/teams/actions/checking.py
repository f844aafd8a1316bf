"""Work that is claimed to be done, and that somebody else looks at before it counts as done.

Its task goes on being worked at, with its result, until then: what comes after it does not begin.
"""

import uuid
from collections.abc import Iterator

from apps.accounts.domain.access import Actor
from apps.core.sentences import join_sentences, sentence
from apps.journal.actions import Log
from apps.teams.actions import aftermath, approvals, suspension, tasks, verification
from apps.teams.actions.teams import join_person
from apps.teams.bells import TeamsBell
from apps.teams.domain.checks import CheckOutcome, Verification, check_of, is_made_by_others, leave_unchecked
from apps.teams.domain.checks.evaluation import OWED_REVIEW
from apps.teams.domain.checks.verification import refute, shorten, verify, with_lack
from apps.teams.domain.flaws import Flaw, FlawKind
from apps.teams.domain.states import HOLDS, SKIP, ApprovalKind, AttemptState, TaskState
from apps.teams.models import Task
from apps.teams.queries.authority import chain_in_words
from apps.teams.queries.checks import last_attempt_at
from apps.teams.queries.repeatability import next_after_flaw
from apps.teams.queries.versions import versions_of


def claim(log: Log, task: Task, result: str) -> None:
    """Whoever does a task says that it is done, with this result."""
    task.claimed_at, task.verification, task.found, task.evidence = log.now, Verification.UNCHECKED, "", []
    task.result, task.checked_at, task.checked_by = result, None, None
    task.save(update_fields=_CLAIM)
    tasks.tell(log, task)
    log.ring(TeamsBell.CHECK_DUE, task.id)


_CLAIM = ("claimed_at", "verification", "found", "evidence", "result", "checked_at", "checked_by")


MOST_SHOWN = 16_000  # characters of the result that a person is shown; the room has no more of it until it counts


def ask_person(log: Log, task: Task, what: str) -> None:
    """Put a claimed task's result before people; `what`: what they are to look at, as the plan has it."""
    asked = sentence("Is the result of “{title}” right?", title=task.title)
    question = join_sentences(" ", [asked, *([what.strip()] if what.strip() else [])])
    handle = task.owner.agent.handle if task.owner.agent else ""
    parts = [
        {"title": title, "text": text[:MOST_SHOWN], "more": len(text[MOST_SHOWN:])} for title, text in _shown(task)
    ]
    payload = {"chain": chain_in_words(task), "to": handle, "parts": parts}
    approvals.ask(log, task.team, ApprovalKind.CHECK, question, options=(HOLDS, SKIP), task=task, payload=payload)


def _shown(task: Task) -> Iterator[tuple[str, str]]:
    """Title and text of what a person is to look at."""
    yield sentence("Asked for"), task.brief
    yield sentence("Result"), task.result
    for version in versions_of([task])[task.id]:
        size = sentence(
            "{size:,} bytes of {media_type}; see the files of the goal.",
            size=version.size,
            media_type=version.media_type,
        )
        yield sentence("File {name}", name=version.name), size


def decide_by_person(log: Log, task: Task, answer: str, actor: Actor) -> None:
    """What a person says of the work: it is right, nobody need look, or, in their words, what is wrong."""
    by = join_person(log, task.team, actor).id
    if answer == HOLDS:
        settle_claim(log, task, verify(sentence("{name} looked at it and found it right.", name=actor.name)), by)
    elif answer == SKIP:
        settle_claim(log, task, leave_unchecked(sentence("{name} let it pass without a look.", name=actor.name)))
    else:
        settle_claim(log, task, refute(shorten(answer)), by)


def end_of_team(log: Log, task: Task, answer: str, *, lack: str = "") -> None:
    """The sub-team that does a task has its answer, which is looked at as an agent's is. `lack`: what is not in it."""
    if is_made_by_others(check_of(task.planned_check)):
        suspension.go_on(log, task)
        claim(log, task, answer)
        return
    checked = verification.check_answer_of_team(task, answer)
    if checked.verification is not Verification.REFUTED:
        tasks.settle(log, task, TaskState.DONE, result=answer, checked=with_lack(checked, lack))
        return
    verification.note(log, task, checked)
    tasks.settle(log, task, TaskState.FAILED, failure=checked.found)


def settle_claim(log: Log, task: Task, outcome: CheckOutcome, by: uuid.UUID | None = None) -> None:
    """A claimed task is done, or what `by`, a member, found wrong is told to who did it, who is asked once more.

    Nothing happens where nobody claims it any more.
    """
    if not task.is_claimed:
        return
    if outcome.verification is Verification.REFUTED:
        _refute(log, task, outcome, by)
        return
    if (attempt := last_attempt_at(task)) is not None:
        aftermath.count(log, attempt, done=True)
    tasks.settle(log, task, TaskState.DONE, result=task.result, checked=outcome, checked_by=by)


def _refute(log: Log, task: Task, outcome: CheckOutcome, by: uuid.UUID | None) -> None:
    verification.note(log, task, outcome, by)
    flaw, attempt = Flaw(FlawKind.REFUTED, outcome.found), last_attempt_at(task)
    if attempt is None:  # a team of its own did it: whoever leads this one may have it done anew
        tasks.settle(log, task, TaskState.FAILED, failure=flaw.reason)
        return
    attempt.state, attempt.failure, attempt.handle = AttemptState.FAILED, flaw.reason[:400], ""
    attempt.save(update_fields=["state", "failure", "handle"])
    tries = aftermath.failures(attempt)
    aftermath.go_on(log, attempt, next_after_flaw(attempt, flaw, tries), flaw.reason, tries)


def note_review(log: Log, task: Task, outcome: CheckOutcome, by: uuid.UUID) -> None:
    """What `by`, who leads, made of the result of a task that is done, where the plan has that one look at it."""
    if task.state == TaskState.DONE and task.found == OWED_REVIEW.found:
        verification.note(log, task, outcome, by)
        tasks.tell(log, task)


def note_sent_back(log: Log, task: Task, wrong: str) -> None:
    """Who leads found this wrong with a result that it was to look at; another task does it anew."""
    if task.found == OWED_REVIEW.found:
        verification.note(log, task, leave_unchecked(sentence("Sent back in the review: {wrong}", wrong=wrong)))
        tasks.tell(log, task)
