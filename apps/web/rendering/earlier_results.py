"""The results that a task builds on, as its page shows them to whoever does it."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from apps.core import prose
from apps.teams.domain.states import TaskState
from apps.teams.queries.lists import tasks_before
from apps.teams.queries.rows import Task
from apps.teams.queries.trees import files_of_tasks
from apps.web.rendering.files import FileView, artifact_view
from apps.web.rendering.messages import words


@dataclass(frozen=True)
class EarlierResult:
    """What came of a task before: by whom it is, its words as HTML and its files."""

    agent: str
    task: str
    html: SafeString
    files: list[FileView]


def earlier_results(task: Task) -> list[EarlierResult]:
    """Of each task before this one that is done what came of it, first what goes along with its team's own task."""
    done = [one for one in tasks_before(task) if one.state is TaskState.DONE]
    if not done:
        return []
    files = files_of_tasks(task.team.goal_id, [one.id for one in done])
    return [
        EarlierResult(
            one.owner.name,
            one.title,
            words(one.result, html, {}),
            [artifact_view(file) for file in files if (file.team_id, file.task_number) == (one.team_id, one.number)],
        )
        for one, html in zip(done, _in_prose([one.result for one in done]), strict=True)
    ]


def _in_prose(texts: list[str]) -> list[str]:
    """Each as HTML; nothing, so that it is shown as it is, where that would take long."""
    try:
        return prose.render_at_once([(text, False) for text in texts])
    except prose.Busy:
        return [""] * len(texts)
