"""The answer of a goal becomes files of it, and every file is told apart by what it is for."""

import json
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from django.db.models import QuerySet

from apps.agents.domain.address import KeptFile
from apps.core.chains import ChainIds
from apps.core.sentences import sentence
from apps.files.actions.garbage_collection import release
from apps.files.actions.storage import (
    SMALL,
    SmallContent,
    StoredContent,
    keep,
    keep_together,
    turn_hold_into_reference,
)
from apps.files.domain.names import name_key, numbered_name
from apps.files.domain.quotas import OverQuota, Whose
from apps.journal.actions import Log
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.actions.files import gives_answer, new_file, save
from apps.teams.domain.deliverables import deliverables
from apps.teams.domain.file_roles import FileRole, MadeFile, roles_of
from apps.teams.domain.versions import VersionRef
from apps.teams.events import TeamEvent
from apps.teams.models import FileVersion, Goal, GoalFile, Task
from apps.teams.queries.versions import numbers_of


@dataclass
class KeptAnswer:
    """The files of an answer, stored and held until rows refer to them. `left_out`: a sentence for each that is not.

    `written`: rows refer to them.
    """

    files: tuple[KeptFile, ...]
    left_out: tuple[str, ...]
    written: bool = False


def keep_answers(goals: Sequence[Goal]) -> list[KeptAnswer]:
    """Store the answers of goals, and the code in them, outside the goals' locks; see `held_answer`."""
    wanted = [_wanted(goal) for goal in goals]
    contents = [one for some in wanted for one in some]
    if len({goal.workspace_id for goal in goals}) == 1 and all(len(one.content) <= SMALL for one in contents):
        with suppress(OverQuota, LookupError):  # then each by itself tells which of them has no room
            stored = map(_file, contents, keep_together(contents))
            return [_kept([next(stored) for _ in some]) for some in wanted]
    return [_kept([_keep(one) for one in some]) for some in wanted]


@contextmanager
def held_answer(kept: KeptAnswer) -> Iterator[None]:
    """A block by whose end rows refer to a stored answer; what nobody wrote down is let go."""
    try:
        yield
    finally:
        if not kept.written:
            release([file.hold_id for file in kept.files])


def _wanted(goal: Goal) -> list[SmallContent]:
    whose, made = Whose(goal.workspace_id, goal.id), deliverables(goal.title, goal.text, goal.answer)
    return [SmallContent(whose, one.text.encode(), one.name) for one in made]


def _keep(one: SmallContent) -> KeptFile | str:
    try:
        return _file(one, keep(one.whose, [one.content], name=one.name))
    except OverQuota as over:
        return sentence("“{name}” was left out. {over}", name=one.name, over=over)


def _file(one: SmallContent, stored: StoredContent) -> KeptFile:
    return KeptFile(one.name, stored.media_type, stored.content.size, stored.content.blob_id, stored.hold_id)


def _kept(tried: Sequence[KeptFile | str]) -> KeptAnswer:
    files = tuple(one for one in tried if isinstance(one, KeptFile))
    return KeptAnswer(files, tuple(one for one in tried if isinstance(one, str)))


def write_answer(
    log: Log, chain: ChainIds, goal_id: uuid.UUID, files: Sequence[KeptFile], known: Mapping[str, GoalFile]
) -> list[FileVersion]:
    """Write the files of an answer under `chain`, each on the one that the hub wrote under its name before.

    `known`: what the goal has, by what names are compared by.
    """
    own = {key: file for key, file in known.items() if file.role == FileRole.ANSWER}
    taken, made = set(known), list[FileVersion]()
    for kept in files:
        before = own.pop(name_key(kept.name), None)
        file = before or new_file(goal_id, numbered_name(kept.name, taken), FileRole.ANSWER)
        taken.add(file.key)
        made.append(_version(log, chain, file, kept, numbers_of(before) if before else []))
    save(made)
    log.at_end(_refer, files)
    for version in made:
        _tell(log, chain, version)
    return made


def _refer(files: list[Sequence[KeptFile]]) -> None:
    turn_hold_into_reference([file.hold_id for some in files for file in some])


def _version(log: Log, chain: ChainIds, file: GoalFile, kept: KeptFile, before: Sequence[VersionRef]) -> FileVersion:
    return FileVersion(
        file=file,
        number=before[-1].number + 1 if before else 1,
        based_on=max((one.number for one in before if one.accepted), default=None),
        called=kept.name,
        media_type=kept.media_type,
        size=kept.size,
        blob_id=kept.blob_id,
        origin_id=chain.origin,
        member_id=chain.member,
        created_at=log.now,
    )


def _tell(log: Log, chain: ChainIds, version: FileVersion) -> None:
    log.add(
        TeamEvent.ANSWER_FILED,
        chain,
        artifact=str(version.id),
        name=version.name,
        media_type=version.media_type,
        size=version.size,
        file=str(version.file_id),
        version=version.number,
    )


def assign_roles(goal: Goal) -> None:
    """Say of all files that tasks of a goal made what they are for, now that its answer is known."""
    versions = [list(some) for _, some in groupby(_VERSIONS.of(goal.id), attrgetter("file_id"))]
    if not versions:
        return
    made = {some[0].file: _made_file(some) for some in versions if some[0].task_id is not None}
    given = [some[0].file.name for some in versions if some[0].task_id is None]
    checks = Task.objects.filter(team__goal=goal).exclude(planned_check={}).values_list("planned_check", flat=True)
    roles = roles_of(list(made.values()), goal=goal.text, told=[goal.answer, *map(json.dumps, checks)], given=given)
    _set(made, roles)


def _versions(goal_id: uuid.UUID) -> "QuerySet[FileVersion]":
    rows = FileVersion.objects.filter(file__goal=goal_id).exclude(file__role=FileRole.ANSWER)
    return rows.select_related("file", "task__team__task").order_by("file", "number")


_VERSIONS = CompiledQuery(_versions)


def _made_file(versions: Sequence[FileVersion]) -> MadeFile:
    newest = versions[-1]
    return MadeFile(newest.file.name, newest.media_type, any(gives_answer(one.task) for one in versions if one.task))


def _set(made: Mapping[GoalFile, MadeFile], roles: Mapping[str, FileRole]) -> None:
    changed = [file for file in made if file.role != roles[file.name]]
    for file in changed:
        file.role = roles[file.name]
    GoalFile.objects.bulk_update(changed, ["role"])
