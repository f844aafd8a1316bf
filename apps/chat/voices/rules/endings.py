"""How a round ends by rules: with the results as they are, and what is not there named."""

from collections.abc import Sequence

from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.domain.utterances import MAX_TEXT, Conclude, Verdict
from apps.chat.voices.rules import wording
from apps.teams.domain.states import OPEN_TASK, TaskState

MAX_REASON = 400
ROOM = 2_000  # characters kept for what is said beside the results


def last_tries(tasks: Sequence[TaskBrief]) -> list[TaskBrief]:
    """The tasks that count: of several tries of one task the last."""
    last = {task.title: task.number for task in tasks}
    return [task for task in tasks if last[task.title] == task.number]


def conclusion(
    briefing: Briefing, *, note: str = "", missing: Sequence[str] = (), abandon: Sequence[int] = ()
) -> Conclude:
    """Conclude with what there is; partial when a task gave nothing, failed when none gave anything."""
    tasks = last_tries(briefing.tasks)
    done = [task for task in tasks if task.state is TaskState.DONE]
    lacking = [task for task in tasks if task.state is not TaskState.DONE]
    verdict = Verdict.FAILED if not done else Verdict.PARTIAL if lacking else Verdict.DONE
    parts = [note, _results(done, lacking), _lacks(lacking), wording.missing_text(missing)]
    answer = "\n\n".join(part for part in parts if part) or "There is no result."
    return Conclude(
        answer=wording.clip(answer, MAX_TEXT), verdict=verdict, missing=tuple(missing), abandon=tuple(abandon)
    )


def _results(done: Sequence[TaskBrief], lacking: Sequence[TaskBrief]) -> str:
    """The answer task's result; else those that no other one was made of."""
    answers = [task for task in done if task.answer and task.result.strip()]
    if answers:
        return answers[-1].result
    used = {number for task in done for number in task.after}
    ends = [task for task in done if (lacking or task.number not in used) and task.result.strip()]
    if len(ends) == 1:
        return ends[0].result
    share = (MAX_TEXT - ROOM) // max(len(ends), 1)
    return "\n\n".join(f"**{task.title}**\n\n{wording.clip(task.result, share)}" for task in ends)


def _lacks(lacking: Sequence[TaskBrief]) -> str:
    lines = [f"- {task.title}: {_why(task)}" for task in lacking]
    return "\n".join(["Not done:", *lines]) if lines else ""


def _why(task: TaskBrief) -> str:
    if task.state is TaskState.SKIPPED:
        return "skipped, because a task it needs failed"
    if task.state in OPEN_TASK:
        return "not finished within the limits"
    if task.state is TaskState.CANCELLED:
        return "taken back"
    return wording.clip(task.result, MAX_REASON) or "it failed"
