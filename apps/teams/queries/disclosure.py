"""What an agent may be told of another's work, and what a person has permitted."""

import hashlib
import json
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from apps.accounts.queries import may_permit
from apps.core.sentences import sentence
from apps.teams.domain.authority import GO, Judgement, PermitVerdict, judge
from apps.teams.domain.states import APPROVE, DENIALS, SUGGEST, ApprovalKind, ApprovalState, PermitScope, TaskState
from apps.teams.models import Approval, FileVersion, Task
from apps.teams.queries.authority import at_work_on, disclosure_request
from apps.teams.queries.decisions import decider_of
from apps.teams.queries.task_tokens import Caller
from apps.teams.queries.versions import versions_of


def digest_of(*said: object) -> str:
    """Give the digest of all that would be said, and to whom."""
    return hashlib.sha256(json.dumps(said).encode()).hexdigest()


def is_permitted(task: Task, digest: str) -> bool:
    """Whether somebody who may still decide has permitted just this; the task's team and goal are loaded."""
    deciders = _answered_approvals(task, digest, {APPROVE}).values_list("decided_by_id", flat=True)
    return any(may_permit(user_id, task.team.goal.workspace_id) for user_id in deciders)


def is_permitted_beyond(task: Task, wish: str) -> bool:
    """Whether somebody who may still decide has permitted the same wish for the task's team, or for its goal."""
    reach = Q(scope=PermitScope.TEAM, team=task.team_id) | Q(scope=PermitScope.GOAL, team__goal=task.team.goal_id)
    given = Approval.objects.filter(reach, kind=ApprovalKind.PERMIT, state=ApprovalState.ANSWERED, answer=APPROVE)
    deciders = given.filter(wish=wish).exclude(wish="").values_list("decided_by_id", flat=True)
    return any(may_permit(user_id, task.team.goal.workspace_id) for user_id in deciders)


def is_waiting_for_permit(task: Task, digest: str) -> bool:
    """Whether a person is being asked for just this."""
    return Approval.objects.filter(task=task.id, state=ApprovalState.PENDING, digest=digest).exists()


def denial_of(task: Task, digest: str) -> str:
    """Say that somebody did not permit just this, and what they said; empty where nobody denied it."""
    denial = _answered_approvals(task, digest, DENIALS).first()
    return denial_in_words(denial.answer, decider_of(denial), denial.reason) if denial else ""


def denial_in_words(answer: str, name: str, reason: str) -> str:
    """Who did not permit it, and why, or what they suggest instead."""
    if answer == SUGGEST:
        return sentence("Not permitted: {name} suggests instead: {suggestion}", name=name, suggestion=reason)
    if reason:
        return sentence("Not permitted: {name} denied it: {reason}", name=name, reason=reason)
    return sentence("Not permitted: {name} denied it.", name=name)


def _answered_approvals(task: Task, digest: str, answers: Collection[str]) -> "QuerySet[Approval]":
    given = Approval.objects.filter(task=task.id, kind=ApprovalKind.PERMIT, state=ApprovalState.ANSWERED)
    return given.filter(answer__in=answers, digest=digest)


_WAITS = (
    "It has ended, and what came of it is held back until a person permits that it is told: {why} "
    "Wait for that, or end your call with what is known."
)


@dataclass(frozen=True)
class Disclosure:
    """What would be told of a task, and whether it may be. `to`: the handle of who would be told.

    `denial`: who said no to just this, in words; empty where nobody did.
    """

    task: Task
    to: str
    files: tuple[FileVersion, ...] = ()
    judgement: Judgement = GO
    digest: str = ""
    denial: str = ""

    @property
    def may(self) -> bool:
        """Whether it is told."""
        return self.judgement.verdict is PermitVerdict.GO

    @property
    def waits(self) -> bool:
        """Whether a person may still permit it."""
        return self.judgement.verdict is PermitVerdict.ASK and not self.denial

    @property
    def reason(self) -> str:
        """Why it is not told, and what to do; empty where it is."""
        if self.may:
            return ""
        if self.waits:
            return sentence(_WAITS, why=self.judgement.why)
        return self.denial or self.judgement.why

    def parts(self) -> Iterator[tuple[str, str]]:
        """Title and text of each part of what would be told."""
        yield sentence("Result of {task}", task=_doer(self.task)), self.task.result or self.task.failure
        for file in self.files:
            size = sentence("{size:,} bytes of {media_type}", size=file.size, media_type=file.media_type)
            yield sentence("File {name}", name=file.name), size


def disclosure_of(caller: Caller, task: Task) -> Disclosure:
    """Judge what a caller would be told of a task that its own handed on; both come with their teams and goals."""
    above = task.delegated_by
    if above is None or not _holds_words(task):
        return Disclosure(task, "")
    request = disclosure_request(above, caller.agent_id, at_work_on([task.id]))
    told = Disclosure(task, request.handle, _files(task), judge(request))
    if told.judgement.verdict is not PermitVerdict.ASK:
        return told
    return _by_leave(told, digest_of("told", str(caller.agent_id), _contents(told), *told.parts()))


def _by_leave(told: Disclosure, digest: str) -> Disclosure:
    if is_permitted(told.task, digest):
        return Disclosure(told.task, told.to, told.files)
    return Disclosure(told.task, told.to, told.files, told.judgement, digest, denial_of(told.task, digest))


def _holds_words(task: Task) -> bool:
    """Whether an agent's words came of it: why a task failed that no agent began is the hub's own."""
    if task.state == TaskState.FAILED:
        return task.attempts.exclude(started_at=None).exists()
    return task.state == TaskState.DONE


def _files(task: Task) -> tuple[FileVersion, ...]:
    return tuple(versions_of([task])[task.id]) if task.state == TaskState.DONE else ()


def _contents(told: Disclosure) -> list[str]:
    return [str(file.blob_id) for file in told.files]


def _doer(task: Task) -> str:
    return task.owner.agent.name if task.owner.agent else sentence("a colleague")
