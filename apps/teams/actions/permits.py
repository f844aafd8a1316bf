"""The one place where it is judged whether a call may begin; where a person has to permit it, its task is held."""

import hashlib
import json
from collections.abc import Iterator

from apps.accounts.domain.access import Actor
from apps.accounts.queries import may_decide
from apps.journal.actions import Log
from apps.teams.actions import approvals, tasks
from apps.teams.domain.authority import Verdict, judge
from apps.teams.domain.states import APPROVE, DENY, ApprovalKind, ApprovalState, AttemptState, TaskState
from apps.teams.models import Approval, Attempt, Task
from apps.teams.queries.authority import chain_of, errand_of
from apps.teams.queries.work import results_for

MOST_OF_TASK, MOST_OF_PART, MOST_SHOWN = 8000, 2000, 16_000  # characters of what would be sent, and in all
HELD = "A person has to permit this first."


def may_begin(log: Log, attempt: Attempt) -> bool:
    """Whether a ready attempt may begin now, in whose name it is; else its task is held, or has failed.

    It is judged before each try, as things stand then: who was removed, or what was revoked, counts at once.
    """
    judgement = judge(errand_of(attempt))
    if judgement.verdict is Verdict.GO or (judgement.verdict is Verdict.ASK and _is_permitted(attempt)):
        return True
    attempt.state, attempt.ended_at, attempt.failure = AttemptState.CANCELLED, log.now, HELD
    if judgement.verdict is Verdict.REFUSE:
        attempt.failure = judgement.why[:400]
        tasks.settle(log, attempt.task, TaskState.FAILED, failure=judgement.why)
    else:
        _hold(log, attempt, judgement.why)
    attempt.save(update_fields=["state", "ended_at", "failure"])
    return False


def _is_permitted(attempt: Attempt) -> bool:
    """Whether somebody who may still decide has permitted just this: the same words to the same agent."""
    given = Approval.objects.filter(
        task=attempt.task_id, kind=ApprovalKind.PERMIT, state=ApprovalState.ANSWERED, answer=APPROVE
    )
    deciders = given.filter(digest=_digest(attempt)).values_list("decided_by_id", flat=True)
    return any(may_decide(user_id, attempt.task.team.goal.workspace_id) for user_id in deciders)


def _hold(log: Log, attempt: Attempt, why: str) -> None:
    task = attempt.task
    tasks.move(log, task, TaskState.HELD)
    chain = chain_of(task)
    question = f"May @{attempt.agent.handle} do “{task.title}”? {why}"
    payload = {"chain": chain.words(), "to": attempt.agent.handle, "parts": list(_shown(attempt))}
    approvals.ask(
        log,
        task.team,
        ApprovalKind.PERMIT,
        question,
        options=(APPROVE, DENY),
        task=task,
        payload=payload,
        digest=_digest(attempt),
    )


def decide(log: Log, task: Task, answer: str, actor: Actor) -> None:
    """Carry out what a person decided about a held task."""
    if task.state != TaskState.HELD:
        return
    if answer == APPROVE:
        tasks.move(log, task, TaskState.READY)
        tasks.start(log, task)
    else:
        tasks.settle(log, task, TaskState.FAILED, failure=f"Not permitted: {actor.name} denied it.")


def _parts(attempt: Attempt) -> Iterator[tuple[str, str]]:
    """Title and text of each part of what would be sent, in the order in which it is."""
    task = attempt.task
    yield "Task", task.brief
    if task.answer:
        yield "Answer to its question", task.answer
    for result in results_for(task):
        yield f"Result of {result.agent}: {result.task}", result.text
        for file in result.files:
            yield f"File {file.name}", f"{file.size:,} bytes of {file.media_type}"


def _shown(attempt: Attempt) -> Iterator[dict[str, object]]:
    """The parts as people are shown them, cut; `more`: the characters that are left out, which stand in the room."""
    left, most = MOST_SHOWN, MOST_OF_TASK
    for title, text in _parts(attempt):
        shown = text[: min(most, left)]
        yield {"title": title, "text": shown, "more": len(text) - len(shown)}
        left, most = left - len(shown), MOST_OF_PART


def _digest(attempt: Attempt) -> str:
    files = [str(file.body) for result in results_for(attempt.task) for file in result.files]  # a content by its key
    said = [str(attempt.agent_id), list(attempt.task.skills), files, *_parts(attempt)]
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()
