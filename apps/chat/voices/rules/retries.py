"""A failed task goes once to another agent that has the same skill, and what waited for it is given again."""

from collections.abc import Sequence

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.domain.utterances import MAX_TASKS, Assign, TaskDraft
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.endings import last_tries
from apps.chat.voices.rules.literals import demanded_literals
from apps.chat.voices.rules.offers import offers
from apps.chat.voices.rules.planning import Plan
from apps.chat.voices.rules.skill_fit import Scores
from apps.chat.voices.rules.subteam_plans import skills_for
from apps.teams.domain.states import OPEN_TASK, TaskState

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
