"""Which versions of a goal's files belong to a result, go along with a task, or are current."""

import uuid
from collections.abc import Collection, Iterable, Sequence
from itertools import groupby
from operator import attrgetter

from django.db.models import Exists, F, Max, OuterRef, Q, QuerySet

from apps.files.domain.names import name_key
from apps.journal.queries.compiled import CompiledQuery
from apps.teams.domain.states import AttemptState
from apps.teams.domain.versions import KnownFile, VersionRef, VersionState
from apps.teams.models import Attempt, FileVersion, GoalFile, Task

Read = frozenset[uuid.UUID]
"""Ids of versions."""


def goal_has_files(goal: str) -> dict[str, Exists]:
    """For `annotate`, `has_files`: whether the goal under that name has one; where not, nobody looks for versions."""
    return {"has_files": Exists(GoalFile.objects.filter(goal=OuterRef(goal)))}


def versions_of(
    tasks: Iterable[Task], read: Read = frozenset(), *, has_files: bool = True
) -> dict[uuid.UUID, list[FileVersion]]:
    """The files of each task's result, in the order they were made, without their content.

    Where a sub-team did it, all that its tasks made. Of each file it is the version that was `read` before, else the
    newest that they, or a person after them, wrote; a conflict only where they wrote nothing else. `has_files`: what
    `goal_has_files` said; where there are none, none are looked for.
    """
    if not has_files:
        return {task.id: [] for task in tasks}
    roots = _with_all_below(tasks)
    found: dict[uuid.UUID, dict[uuid.UUID, list[FileVersion]]] = {root: {} for root in roots.values()}
    for row in _WRITTEN.of(list(roots)) if roots else ():
        if row.task_id is not None:
            found[roots[row.task_id]].setdefault(row.file_id, []).append(row)
        else:
            _add_after(found.values(), row)
    return {root: _in_order(_chosen(rows, read) for rows in files.values()) for root, files in found.items()}


def _written_in(tasks: list[uuid.UUID]) -> "QuerySet[FileVersion]":
    """What these tasks wrote, and what people wrote of the same files."""
    made = FileVersion.objects.filter(task__any_of=tasks, attempt__state=AttemptState.DONE)
    rows = FileVersion.objects.filter(Q(pk__in=made.values("pk")) | Q(task=None, file__in=made.values("file")))
    return rows.select_related("file", "blob").order_by("number")


_WRITTEN = CompiledQuery(_written_in, list)


def _add_after(results: Iterable[dict[uuid.UUID, list[FileVersion]]], row: FileVersion) -> None:
    for files in results:
        if row.file_id in files:
            files[row.file_id].append(row)


def _chosen(rows: Sequence[FileVersion], read: Read) -> FileVersion:
    before = [row for row in rows if row.id in read]
    return (before or [row for row in rows if row.state == VersionState.ACCEPTED] or rows)[-1]


def _in_order(rows: Iterable[FileVersion]) -> list[FileVersion]:
    return sorted(rows, key=lambda row: (row.created_at, row.id))


def _with_all_below(tasks: Iterable[Task]) -> dict[uuid.UUID, uuid.UUID]:
    """These tasks and those of the sub-teams that did them, each with the task of these that it is a part of."""
    given = list(tasks)
    roots = {task.id: task.id for task in given}
    level = {task.id: task.id for task in given if task.seats}
    while level:
        below = Task.objects.filter(team__task__in=level).values_list("id", "team__task_id")
        level = {child: roots[above] for child, above in below}
        roots.update(level)
    return roots


def current_of(versions: Collection[FileVersion]) -> list[FileVersion]:
    """The current versions of the files that these are versions of, in the order of these."""
    files = list(dict.fromkeys(version.file_id for version in versions))
    rows = {row.file_id: row for row in _current().filter(file__in=files)} if files else {}
    return [rows[file_id] for file_id in files]


def _current() -> "QuerySet[FileVersion]":
    rows = FileVersion.objects.filter(state=VersionState.ACCEPTED).select_related("file")
    return rows.annotate(newest=NEWEST_ACCEPTED).filter(number=F("newest"))


NEWEST_ACCEPTED = Max("file__versions__number", filter=Q(file__versions__state=VersionState.ACCEPTED))
"""For `annotate` of versions: the number of the one that is current in the same file."""


def _attached(goal_id: uuid.UUID) -> "QuerySet[FileVersion]":
    rows = FileVersion.objects.filter(file__goal=goal_id).exclude(document=None)
    return rows.select_related("file", "blob").order_by("document__created_at", "document", "number")


_ATTACHED = CompiledQuery(_attached)


def attached_to(goal_id: uuid.UUID, read: Read) -> list[FileVersion]:
    """What people attached to a goal, in the order in which it came: of each the newest version, or the one `read`."""
    return [_chosen(list(rows), read) for _, rows in groupby(_ATTACHED.of(goal_id), attrgetter("file_id"))]


def read_before(attempt: Attempt) -> Read:
    """The versions that an attempt goes on with: those it was given, or the attempt whose work it continues was.

    The work of a call that was lost may still go on, found by its key; all other tries begin with what is current.
    """
    given = attempt.given
    if not given and attempt.number > 1:
        before = Attempt.objects.filter(task=attempt.task_id, agent=attempt.agent_id, number=attempt.number - 1)
        goes_on = Q(state__in=[AttemptState.LOST, AttemptState.LATE]) | ~Q(handle="")
        given = before.filter(goes_on).values_list("given", flat=True).first() or []
    return frozenset(map(uuid.UUID, given))


def files_by_key(goal_id: uuid.UUID) -> dict[str, GoalFile]:
    """The files of a goal by what their names are compared by."""
    return {file.key: file for file in _FILES.of(goal_id)}


_FILES = CompiledQuery(lambda goal: GoalFile.objects.filter(goal=goal))


def files_as_read(files: Iterable[GoalFile], read: Read) -> dict[str, KnownFile]:
    """Where these files stand for somebody who has read these versions; by what their names are compared by."""
    by_id = {file.id: file for file in files}
    rows = FileVersion.objects.filter(file__in=by_id).values_list("file_id", "id", "number", "state") if by_id else ()
    numbers: dict[uuid.UUID, list[tuple[uuid.UUID, int, str]]] = {file_id: [] for file_id in by_id}
    for file_id, version_id, number, state in rows:
        numbers[file_id].append((version_id, number, state))
    return {by_id[file_id].key: _known(by_id[file_id], each, read) for file_id, each in numbers.items()}


def _known(file: GoalFile, versions: Sequence[tuple[uuid.UUID, int, str]], read: Read) -> KnownFile:
    return KnownFile(
        name=file.name,
        current=max(number for _, number, state in versions if state == VersionState.ACCEPTED),
        newest=max(number for _, number, _ in versions),
        read=frozenset(number for version_id, number, _ in versions if version_id in read),
    )


def wanted_files(files: dict[str, GoalFile], names: Iterable[str]) -> list[GoalFile]:
    """Those of a goal's files that have these names."""
    return [files[key] for key in {name_key(name) for name in names} if key in files]


def numbers_of(file: GoalFile) -> list[VersionRef]:
    """The versions of a file, oldest first."""
    rows = FileVersion.objects.filter(file=file).order_by("number").values_list("id", "number", "state")
    return [VersionRef(key, number, state == VersionState.ACCEPTED) for key, number, state in rows]


def document_of(file: GoalFile) -> uuid.UUID | None:
    """As what agents read a file that people attached; None: they don't, but in the results of tasks."""
    rows = FileVersion.objects.filter(file=file).exclude(document=None)
    return rows.values_list("document_id", flat=True).first()
