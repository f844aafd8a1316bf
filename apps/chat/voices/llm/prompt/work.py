"""Tasks and the draft of the answer, as a model is told."""

from collections.abc import Mapping

from apps.agents.domain.calls import ColleagueResult
from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.voices.llm.costs import clip
from apps.chat.voices.llm.prompt.detail import Detail
from apps.teams.domain.states import SETTLED_TASK

MAX_AFTER, MAX_TASK_FILES = 8, 6
HANDLE, TITLE, NAME, CHECK = 24, 30, 16, 60  # tokens


def list_tasks(briefing: Briefing, detail: Detail, told: Mapping[str, str]) -> list[object]:
    """The open tasks and the last settled ones; of the rest, how many there are.

    `told`: texts that the document has already -> how it calls them, so that a result is told once.
    """
    shown = _shown(briefing, detail)
    hidden = len(briefing.tasks) - len(shown)
    rows = [_task(task, briefing, detail, told) for task in shown]
    return [*([f"{hidden} more, not shown"] if hidden else []), *rows]


def list_given(briefing: Briefing, detail: Detail) -> list[object]:
    """The results that a sub-team's part builds on, the last ones."""
    return [_given(one, detail) for one in briefing.given[-detail.settled :]]


def _given(one: ColleagueResult, detail: Detail) -> dict[str, object]:
    row: dict[str, object] = {
        "title": clip(one.task, TITLE),
        "result": clip(one.text, detail.result),
        "files": [clip(file.name, NAME) for file in one.files[:MAX_TASK_FILES]],
    }
    return {key: value for key, value in row.items() if value}


def _shown(briefing: Briefing, detail: Detail) -> list[TaskBrief]:
    """What a draft rests on is shown before other results."""
    unsettled = [task for task in briefing.tasks if task.state not in SETTLED_TASK][-detail.open :]
    settled = [task for task in briefing.tasks if task.state in SETTLED_TASK]
    drafts = [task for task in settled if task.number == briefing.draft]
    below = {number for draft in drafts for number in (draft.number, *draft.after)}
    first = sorted(settled, key=lambda task: (task.number not in below, -task.number))[: detail.settled]
    return sorted((*first, *unsettled), key=lambda task: task.number)


def _task(task: TaskBrief, briefing: Briefing, detail: Detail, told: Mapping[str, str]) -> dict[str, object]:
    is_draft = task.number == briefing.draft
    result = "see draft" if is_draft else told.get(task.result) or clip(task.result, detail.result)
    row: dict[str, object] = {
        "n": task.number,
        "round": task.round if briefing.round > 1 else 0,
        "title": clip(task.title, TITLE),
        "owner": clip(task.owner, HANDLE),
        "brief": clip(task.brief, detail.brief) if detail.brief else "",
        "state": task.state.value,
        "after": list(task.after[:MAX_AFTER]),
        "result": result if task.result or is_draft else "",
        "check": clip(task.check, CHECK),
        "files": [clip(name, NAME) for name in task.files[:MAX_TASK_FILES]],
        "is_answer": task.answer,
    }
    return {key: value for key, value in row.items() if value}


def draft_of(briefing: Briefing) -> str:
    """The text that is reviewed; empty where none is."""
    return next((task.result for task in briefing.tasks if task.number == briefing.draft), "")
