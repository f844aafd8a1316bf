"""Versions of a goal's files are written: at the end of a call, all that it gave together."""

import json
import uuid
from collections.abc import Sequence
from typing import Any

from django.db.models import F, JSONField, Value
from django.db.models.expressions import CombinedExpression

from apps.agents.domain.address import KeptFile
from apps.agents.queries.rows import Document
from apps.core.chains import ChainIds
from apps.core.updates import insert_rows
from apps.files.actions.storage import turn_hold_into_reference
from apps.files.domain.names import name_key
from apps.journal.actions import Log
from apps.teams.domain.file_roles import FileRole, MadeFile, roles_of
from apps.teams.domain.states import AttemptState, MemberKind
from apps.teams.domain.versions import Placement, VersionState, place
from apps.teams.events import TeamEvent
from apps.teams.models import Attempt, FileVersion, GoalFile, Task, Team
from apps.teams.queries.chains import chain_of_attempt, chain_of_team
from apps.teams.queries.colleagues import handover_file
from apps.teams.queries.task_tokens import Caller
from apps.teams.queries.versions import files_as_read, files_by_key, wanted_files


def write_made(log: Log, attempt: Attempt, files: Sequence[KeptFile]) -> list[Placement]:
    """Write what a call gave, while the goal's stream is locked; gives what became a conflict.

    A file that the attempt had been given gets a version on that; any other is a file of its own.
    """
    if not files:
        return []
    placed, known = _placed(attempt, [file.name for file in files])
    chain = chain_of_attempt(attempt)
    made = [
        FileVersion(task=attempt.task, attempt=attempt, **_author(chain, log), **_content(file), **_place(at))
        for file, at in zip(files, placed, strict=True)
    ]
    roles = _roles(attempt, files)
    for version, at in zip(made, placed, strict=True):
        version.file = known.get(name_key(at.name)) or new_file(
            attempt.task.team.goal_id, at.name, roles[version.called]
        )
        _tell(log, chain, version, at)
    save(made)
    turn_hold_into_reference([file.hold_id for file in files])
    return [at for at in placed if at.state is VersionState.CONFLICT]


def _author(chain: ChainIds, log: Log) -> dict[str, object]:
    return {"origin_id": chain.origin, "member_id": chain.member, "created_at": log.now}


def _placed(attempt: Attempt, names: Sequence[str]) -> tuple[list[Placement], dict[str, GoalFile]]:
    """What becomes of what an attempt wrote under these names, and the goal's files by the keys of their names."""
    known = files_by_key(attempt.task.team.goal_id)
    read = frozenset(map(uuid.UUID, attempt.given))
    return place(names, files_as_read(wanted_files(known, names), read), known), known


def _content(file: KeptFile) -> dict[str, object]:
    return {"called": file.name, "media_type": file.media_type, "size": file.size, "blob_id": file.blob_id}


def _place(at: Placement) -> dict[str, object]:
    return {"number": at.number, "based_on": at.based_on, "state": at.state}


def new_file(goal_id: uuid.UUID, name: str, role: FileRole = FileRole.RESULT) -> GoalFile:
    """A file of a goal that is not saved yet."""
    return GoalFile(goal_id=goal_id, name=name, key=name_key(name), role=role)


def _roles(attempt: Attempt, files: Sequence[KeptFile]) -> dict[str, FileRole]:
    """What the files of a call are for, as far as that is known while the goal has no answer."""
    by_answer_task = gives_answer(attempt.task)
    made = [MadeFile(file.name, file.media_type, by_answer_task) for file in files]
    return roles_of(made, goal=attempt.task.team.goal.text, told=[json.dumps(attempt.task.planned_check)])


def gives_answer(task: Task) -> bool:
    """Whether the answer of the goal is made of the task's result: it gives its team's, as those above it do theirs."""
    above = task.team.task
    return task.is_answer and (above is None or gives_answer(above))


def attach(log: Log, team: Team, documents: Sequence[Document]) -> None:
    """The files that came with a goal are the first versions of its files; `team`: its own, just formed."""
    if not documents:
        return
    asker = team.members.filter(kind=MemberKind.PERSON).values_list("id", flat=True).first()
    author = _author(chain_of_team(team, asker), log)
    save(
        [
            FileVersion(
                file=new_file(team.goal_id, one.name),
                number=1,
                called=one.name,
                media_type=one.media_type,
                size=one.size,
                blob_id=one.blob_id,
                document_id=one.id,
                **author,
            )
            for one in documents
        ]
    )


def read_handed_on_file(caller: Caller, version_id: uuid.UUID) -> FileVersion:
    """Give a file of a task that the caller's handed on, which the caller has read from now on.

    Raises NotFound, and Forbidden where it may not be told.
    """
    version = handover_file(caller, version_id)
    _note_read(caller, version_id)
    return version


def _note_read(caller: Caller, version_id: uuid.UUID) -> None:
    running = Attempt.objects.filter(task=caller.task_id, agent=caller.agent_id, state=AttemptState.RUNNING)
    one = Value([str(version_id)], output_field=JSONField())
    more = CombinedExpression(F("given"), "||", one, output_field=JSONField())
    running.exclude(given__contains=[str(version_id)]).update(given=more)


def save(versions: Sequence[FileVersion]) -> None:
    """Save versions, and the files that begin with them."""
    insert_rows([version.file for version in versions if version.number == 1])
    insert_rows(versions)


def _tell(log: Log, chain: ChainIds, version: FileVersion, at: Placement) -> None:
    said: dict[str, Any] = {
        "artifact": str(version.id),
        "name": version.name,
        "task": str(chain.task),
        "media_type": version.media_type,
        "size": version.size,
        "file": str(version.file_id),
        "version": version.number,
    }
    log.add(TeamEvent.ARTIFACT_MADE, chain, **said)
    if at.state is VersionState.CONFLICT:
        log.add(TeamEvent.FILE_CONFLICTED, chain, **said, based_on=at.based_on, current=at.current)
