"""What a check of a task looks at: the beginnings of files, and what the work was given."""

from collections.abc import Sequence

from apps.agents.domain.address import KeptFile
from apps.files.queries.contents import beginnings
from apps.teams.domain.checks import MOST_FILES, Check, GivenFile, bytes_to_read
from apps.teams.domain.checks.figures import MOST_SOURCE, GivenSource, is_text
from apps.teams.domain.checks.kinds import FiguresCheck
from apps.teams.models import Attempt, FileVersion, Goal, Task
from apps.teams.queries.versions import versions_of


def files_of_team(check: Check | None, task: Task) -> list[GivenFile]:
    """The files of what a sub-team gave, as its task's check sees them."""
    return files_to_check(check, versions_of([task])[task.id]) if bytes_to_read(check) else []


def given_to_team(check: Check | None, task: Task) -> list[str]:
    """Ids of the versions of files that the agents of the sub-team that does a task were given; [] if nobody asks."""
    if not isinstance(check, FiguresCheck):
        return []
    rows = Attempt.objects.filter(task__team__task=task).values_list("given", flat=True)
    return sorted({version for given in rows for version in given})


def files_to_check(check: Check | None, made: Sequence[KeptFile] | Sequence[FileVersion]) -> list[GivenFile]:
    """The files of an answer as its check sees them."""
    size = bytes_to_read(check)
    if not size:
        return []
    looked = made[:MOST_FILES]
    heads = beginnings([file.blob_id for file in looked], size) if looked else {}
    return [GivenFile(file.name, file.media_type, file.size, heads.get(file.blob_id, b"")) for file in looked]


def sources_to_check(check: Check | None, task: Task, given_ids: Sequence[str]) -> list[GivenSource]:
    """What figures are looked for in: the goal, the results that went along, and the files that were given."""
    if not isinstance(check, FiguresCheck):
        return []
    given = FileVersion.objects.filter(id__in=given_ids).select_related("file", "blob").order_by("id")[:MOST_FILES]
    heads = beginnings([version.blob_id for version in given], MOST_SOURCE)
    files = [_source(version, heads.get(version.blob_id, b"")) for version in given]
    return [*files, *_results_before(task), GivenSource("the goal", f"{_goal_text(task)}\n{task.brief}")]


def _source(version: FileVersion, head: bytes) -> GivenSource:
    whole = is_text(version.name) and len(head) >= version.size
    return GivenSource(version.name, head.decode("utf-8-sig", errors="replace") if is_text(version.name) else "", whole)


def _results_before(task: Task) -> list[GivenSource]:
    rows = Task.objects.filter(dependants=task.id).order_by("number").values_list("title", "result")
    return [GivenSource(title, result) for title, result in rows]


def _goal_text(task: Task) -> str:
    return Goal.objects.values_list("text", flat=True).get(pk=task.team.goal_id)
