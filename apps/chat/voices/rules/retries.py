"""What rules do with work that ended: try once more, or conclude."""

from collections.abc import Sequence

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.domain.utterances import MAX_TASKS, MAX_TEXT, Assign, Conclude, TaskDraft, Verdict
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.offers import demanded_literals, offers
from apps.chat.voices.rules.planning import Plan, skills_for
from apps.chat.voices.rules.skill_fit import Scores
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


SAME_FITS = 0.5
"""What another agent's skill must fit a need, when it takes and gives the same as the skill that was meant."""


def retry(briefing: Briefing, scores: Scores, first: Plan) -> Assign | None:
    """The failed tasks that somebody else can try, with those that were skipped for them; None: there are none.

    `first` is the plan of the first turn: it holds the briefs.
    """
    tasks = last_tries(briefing.tasks)
    tries = [task.title for task in briefing.tasks]
    failed = [task for task in tasks if task.state is TaskState.FAILED and tries.count(task.title) == 1]
    owners = {task.number: owner for task in failed if (owner := _another(task, briefing, scores))}
    if not owners:
        return None
    again = _again(tasks, owners)[:MAX_TASKS]
    briefs = {draft.title: draft.brief for draft in first.tasks}
    drafts = tuple(_draft(task, owners, again, briefs.get(task.title, "") or briefing.purpose) for task in again)
    answer = next((_key(task) for task in again if task.answer), None)
    return Assign(text=wording.retry_text([task.title for task in again]), tasks=drafts, answer=answer)


def _key(task: TaskBrief) -> str:
    return f"r{task.number}"


def _again(tasks: Sequence[TaskBrief], owners: dict[int, str]) -> list[TaskBrief]:
    """Those with a new owner, and the skipped ones that wait for nothing else that is lost."""
    alive = {task.number for task in tasks if task.state in OPEN_TASK | {TaskState.DONE}} | owners.keys()
    again = [task for task in tasks if task.number in owners]
    for task in sorted(tasks, key=lambda one: one.number):
        if task.state is TaskState.SKIPPED and task.needs and set(task.after) <= alive:
            again.append(task)
            alive.add(task.number)
    return again


def _draft(task: TaskBrief, owners: dict[int, str], again: Sequence[TaskBrief], brief: str) -> TaskDraft:
    keys = {one.number: _key(one) for one in again}
    owner = owners.get(task.number)
    return TaskDraft(
        key=_key(task),
        title=wording.clip(task.title, 120),
        brief=wording.clip(brief, wording.MAX_BRIEF) or task.title,
        owner=owner,
        needs=() if owner else task.needs,
        after=tuple(keys.get(number, f"#{number}") for number in task.after),
    )


def _another(task: TaskBrief, briefing: Briefing, scores: Scores) -> str | None:
    """The handle of an agent that covers the task's needs and has not tried it."""
    if not task.needs:
        return None
    tried = {one.owner.casefold() for one in briefing.tasks if one.title == task.title}
    meant = skills_for(task.needs, offers(briefing.shortlist), scores)
    able = [
        one
        for one in briefing.shortlist
        if one.handle.casefold() not in tried
        and one.availability is not Availability.OFFLINE
        and all(_covers(one, need, skill, scores) for need, skill in zip(task.needs, meant, strict=True))
    ]
    return max(able, key=lambda one: (one.free_slots > 0, one.score)).handle if able else None


def _covers(candidate: Candidate, need: str, meant: Skill, scores: Scores) -> bool:
    if not candidate.skills:
        return False
    row = scores([need], [candidate])[0][0]
    return any(_alike(skill, meant) and fit >= SAME_FITS for skill, fit in zip(candidate.skills, row, strict=True))


def _alike(skill: Skill, meant: Skill) -> bool:
    """Whether it takes and gives something of the same kind, and works on the same that stands in a text for itself."""
    gives = set(skill.output_modes) & set(meant.output_modes)
    takes = set(skill.input_modes) & set(meant.input_modes)
    return bool(gives and takes) and demanded_literals(skill) == demanded_literals(meant)
