"""Leave for what may do more than read, or tell more than it should: asked of a person, given, denied."""

import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.agents.domain.calls import File
from apps.core.sentences import sentence
from apps.journal.actions import Log, recording
from apps.teams.actions import approvals, tasks
from apps.teams.domain.authority import PermitVerdict, judge
from apps.teams.domain.states import APPROVE, DENY, SUGGEST, ApprovalKind, AttemptState, PermitScope, TaskState
from apps.teams.models import Approval, Attempt, Task
from apps.teams.queries.authority import call_request_of, chain_in_words
from apps.teams.queries.colleagues import HandedOn, disclosure_of_handover, handover_of
from apps.teams.queries.conversation_tasks import work_of
from apps.teams.queries.decisions import TASK_PART
from apps.teams.queries.disclosure import denial_in_words, digest_of, is_permitted, is_permitted_beyond
from apps.teams.queries.questions import answer_for
from apps.teams.queries.task_tokens import Caller, is_at_work
from apps.teams.queries.versions import read_before
from apps.teams.queries.work import attachments_of, results_for


@dataclass(frozen=True)
class PermitTerms:
    """On what terms a person decides. `brief`: what the task is changed to; empty: as it was.

    `reason`: of a denial, or what is suggested instead.
    """

    scope: PermitScope = PermitScope.ONCE
    brief: str = ""
    reason: str = ""


MOST_OF_TASK, MOST_OF_PART, MOST_SHOWN = 8000, 2000, 16_000  # characters of what would be sent, and in all
MOST_FAILURE = 400
HELD = sentence("A person has to permit this first.")


def allow_or_hold(log: Log, attempt: Attempt) -> bool:
    """Whether a ready attempt may begin now, in whose name it is; else its task is held, or has failed.

    It is judged before each try, as things stand then: who was removed, or what was revoked, counts at once.
    """
    judgement = judge(call_request_of(attempt))
    if judgement.verdict is PermitVerdict.GO or (
        judgement.verdict is PermitVerdict.ASK and _is_permitted(attempt, judgement.why)
    ):
        return True
    attempt.state, attempt.ended_at, attempt.failure = AttemptState.CANCELLED, log.now, HELD
    if judgement.verdict is PermitVerdict.REFUSE:
        attempt.failure = judgement.why[:400]
        tasks.settle(log, attempt.task, TaskState.FAILED, failure=judgement.why)
    else:
        _hold(log, attempt, judgement.why)
    attempt.save(update_fields=["state", "ended_at", "failure"])
    return False


def _is_permitted(attempt: Attempt, why: str) -> bool:
    """Whether a person permitted just this, or the same wish for more than once."""
    return is_permitted(attempt.task, _digest(attempt)) or is_permitted_beyond(attempt.task, _wish(attempt, why))


def _wish(attempt: Attempt, why: str) -> str:
    """Of who is to be called, in whose name, and why that takes leave: the sentence names all agents behind it."""
    return digest_of(str(attempt.agent_id), str(attempt.origin_id), why)


def _hold(log: Log, attempt: Attempt, why: str) -> None:
    task, handle = attempt.task, attempt.agent.handle
    tasks.lapse_questions(log, task)
    tasks.move(log, task, TaskState.HELD, asks=None)
    ask_permit(
        log,
        task,
        sentence("May @{handle} do “{title}”? {why}", handle=handle, title=task.title, why=why),
        to=handle,
        parts=(*_parts(attempt), *_around(task)),
        digest=_digest(attempt),
        wish=_wish(attempt, why),
    )


def ask_permit(
    log: Log, task: Task, question: str, *, to: str, parts: Iterable[tuple[str, str]], digest: str, wish: str = ""
) -> None:
    """Ask a person for leave, who is shown how the task came about, and title and text of each part of what is sent.

    `to`: the handle of the agent that it is sent to. `wish`: what leave for more than once is about; empty: none is.
    """
    payload = {"chain": chain_in_words(task), "to": to, "parts": list(_shown_parts(parts))}
    options = (APPROVE, DENY, SUGGEST)
    asked = approvals.ask(
        log, task.team, ApprovalKind.PERMIT, question, options=options, task=task, payload=payload, digest=digest
    )
    if asked.wish != wish:
        asked.wish = wish
        asked.save(update_fields=["wish"])


def refuse_permit_terms(approval: Approval, terms: PermitTerms) -> None:
    """Raise Refused (scope, brief, reason) where a person can't decide like that."""
    if terms.scope is not PermitScope.ONCE and not approval.wish:
        raise Refused(scope="This is about one thing only: it can be permitted once.")
    if terms.brief and (approval.task is None or approval.task.state != TaskState.HELD):
        raise Refused(brief="What was done already can't be changed.")
    if terms.brief and terms.scope is not PermitScope.ONCE:
        raise Refused(scope="What was changed is permitted once, as it is now.")


def take_terms(log: Log, approval: Approval, task: Task, terms: PermitTerms, *, heard: int) -> None:
    """Keep on what terms it was decided; a task that was changed is permitted as it is now, and is all that is sent.

    `heard`: number of the last message of the room that whoever changed it could know of.
    """
    approval.scope, approval.reason = terms.scope, terms.reason
    if terms.brief and task.state == TaskState.HELD:
        task.brief, task.only_brief, task.briefed_after = terms.brief, True, heard
        task.save(update_fields=["brief", "only_brief", "briefed_after"])
        tasks.tell(log, task)
        last = task.attempts.select_related("task__team__goal", "agent").order_by("-number").first()
        if last is not None:
            last.task = task
            approval.digest = _digest(last)
    approval.save(update_fields=["scope", "reason", "digest"])


def decide_permit(log: Log, task: Task, answer: str, actor: Actor, reason: str = "") -> None:
    """Carry out what a person decided about a held task; leave to tell of one that has ended is for `disclosure`."""
    if task.state != TaskState.HELD:
        return
    if answer == APPROVE:
        tasks.move(log, task, TaskState.READY)
        tasks.start(log, task)
    else:
        deny(log, task, denial_in_words(answer, actor.name, reason)[:MOST_FAILURE])


def deny(log: Log, task: Task, why: str) -> None:
    """A held task fails, since it was not permitted; one that is not held any more stays as it is."""
    if task.state == TaskState.HELD:
        tasks.settle(log, task, TaskState.FAILED, failure=why)


def _parts(attempt: Attempt) -> Iterator[tuple[str, str]]:
    """Title and text of each part of what would be sent and is permitted just as it is."""
    task = attempt.task
    yield TASK_PART, task.brief
    if answer := answer_for(attempt):
        yield sentence("Answer to its question"), answer
    for result in results_for(task, read_before(attempt)):
        yield sentence("Result of {agent}: {task}", agent=result.agent, task=result.task), result.text
        yield from map(_file_part, result.files)
    yield from map(_file_part, attachments_of(attempt))


def _file_part(file: File) -> tuple[str, str]:
    size = sentence("{size:,} bytes of {media_type}", size=file.size, media_type=file.media_type)
    return sentence("File {name}", name=file.name), size


def _around(task: Task) -> Iterator[tuple[str, str]]:
    """What is sent with it as it stands then: it changes while leave is waited for, which is no reason to ask again."""
    if task.only_brief:
        return
    if task.team.goal.text.strip() not in task.brief:
        yield sentence("The goal"), task.team.goal.text
    if task.delegated_by_id is None and len(planned := work_of(task.team).tasks) > 1:
        yield sentence("The team's tasks"), "\n".join(map(str, planned))
    yield (
        sentence("What people said"),
        sentence("All that they said in this room since the goal was given, and say before the agent is called."),
    )


def _shown_parts(parts: Iterable[tuple[str, str]]) -> Iterator[dict[str, object]]:
    """The parts as people are shown them, cut; `more`: the characters that are left out, which stand in the room."""
    left, most = MOST_SHOWN, MOST_OF_TASK
    for title, text in parts:
        shown = text[: min(most, left)]
        yield {"title": title, "text": shown, "more": len(text) - len(shown)}
        left, most = left - len(shown), MOST_OF_PART


def _digest(attempt: Attempt) -> str:
    results = results_for(attempt.task, read_before(attempt))
    made = (file for result in results for file in result.files)
    files = [str(file.body) for file in (*made, *attachments_of(attempt))]  # a content by its key
    return digest_of(str(attempt.agent_id), list(attempt.task.skills), files, *_parts(attempt))


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
        question = sentence(
            "May @{to} be told what came of “{title}”? {why}", to=told.to, title=told.task.title, why=told.judgement.why
        )
        ask_permit(log, told.task, question, to=told.to, parts=told.parts(), digest=told.digest)
