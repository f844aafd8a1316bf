"""What rules do with work that ended: try once more, or conclude."""

from collections.abc import Sequence

from apps.agents.domain.profile import Availability, Candidate, Skill
from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.domain.machine.work import REPLACED
from apps.chat.domain.utterances import MAX_TASKS, MAX_TEXT, Assign, Conclude, TaskDraft, Verdict
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.offers import demanded_literals, offers
from apps.chat.voices.rules.planning import skills_for
from apps.chat.voices.rules.skill_fit import Scores
from apps.core.sentences import join_sentences, sentence
from apps.teams.domain.states import OPEN_TASK, TaskState

MAX_REASON = 400
ROOM = 2_000  # characters kept for what is said beside the results


def last_tries(tasks: Sequence[TaskBrief]) -> list[TaskBrief]:
    """The tasks that count: of several tries of one task the last."""
    last = {task.title: task.number for task in tasks}
    return [task for task in tasks if last[task.title] == task.number]


def tasks_of_round(briefing: Briefing) -> list[TaskBrief]:
    """Those of them that this round gave; of all rounds where this one gave none."""
    return last_tries([task for task in briefing.tasks if task.round == briefing.round] or briefing.tasks)


def is_replaced(task: TaskBrief) -> bool:
    """Whether a later plan took its place."""
    return task.state is TaskState.CANCELLED and task.result == REPLACED


def conclusion(
    briefing: Briefing, *, note: str = "", missing: Sequence[str] = (), abandon: Sequence[int] = ()
) -> Conclude:
    """Conclude with what there is; partial when a task gave nothing, failed when none gave anything."""
    tasks = [task for task in tasks_of_round(briefing) if not is_replaced(task)]
    done = [task for task in tasks if task.state is TaskState.DONE]
    lacking = [task for task in tasks if task.state is not TaskState.DONE]
    verdict = Verdict.FAILED if not done else Verdict.PARTIAL if lacking else Verdict.DONE
    parts = [note, _results(done, lacking), _lacks(lacking), wording.missing_text(missing)]
    answer = join_sentences("\n\n", [part for part in parts if part]) or sentence("There is no result.")
    return Conclude(
        answer=wording.clip(answer, MAX_TEXT), verdict=verdict, missing=tuple(missing), abandon=tuple(abandon)
    )


def _results(done: Sequence[TaskBrief], lacking: Sequence[TaskBrief]) -> str:
    """The answer task's result and what was added to it; else those that no other one was made of.

    And of what a picture alone was made.
    """
    last = max((task.number for task in done if task.answer and task.result.strip()), default=0)
    used = {number for task in done for number in task.after}
    told = [task for task in done if task.result.strip()]
    ends = [task for task in told if task.number >= last and (task.number not in used or (lacking and not last))]
    if not last and len(ends) == 1 and _is_picture(ends[0]):
        ends = [task for task in done if task.result.strip()]
    if len(ends) == 1:
        return ends[0].result
    share = (MAX_TEXT - ROOM) // max(len(ends), 1)
    return "\n\n".join(f"**{task.title}**\n\n{wording.clip(task.result, share)}" for task in ends)


def _is_picture(task: TaskBrief) -> bool:
    """Whether all that it made is something to look at, which says no figure."""
    return bool(task.files) and all(name.endswith((".png", ".svg")) for name in task.files)


def _lacks(lacking: Sequence[TaskBrief]) -> str:
    lines = [sentence("- {title}: {why}", title=task.title, why=_why(task)) for task in lacking]
    return join_sentences("\n", [sentence("Not done:"), *lines]) if lines else ""


def _why(task: TaskBrief) -> str:
    if task.state is TaskState.SKIPPED:
        return sentence("skipped, because a task it needs failed")
    if task.state in OPEN_TASK:
        return sentence("not finished within the limits")
    if task.state is TaskState.CANCELLED:
        return sentence("taken back")
    return wording.clip(task.result, MAX_REASON) or sentence("it failed")


SAME_FITS = 0.5
"""What another agent's skill must fit a need, when it takes and gives the same as the skill that was meant."""

STILL_FITS = 0.6
"""Of how the one who failed fits the words: an agent that fits much worse is not asked in its place."""

LEAST = 0.5
"""What it must fit at least: its own words and discovery's ranking together."""

MOST_TRIES = 3  # agents that one task is given to


def retry(briefing: Briefing, scores: Scores) -> Assign | None:
    """The failed tasks that somebody else can try, with those that were skipped for them; None: there are none."""
    tasks = last_tries(briefing.tasks)
    tries = [task.title for task in briefing.tasks]
    of_now = [task for task in tasks if task.round == briefing.round and task.state is TaskState.FAILED]
    failed = [task for task in of_now if tries.count(task.title) < MOST_TRIES]
    owners = {task.number: owner for task in failed if (owner := _another(task, briefing, scores))}
    if not owners:
        return None
    again = _again(tasks, owners)[:MAX_TASKS]
    drafts = tuple(_draft(task, owners, again, task.brief or briefing.purpose) for task in again)
    answer = next((_key(task) for task in again if task.answer), None)
    said = [(task.title, task.owner, owners[task.number]) for task in again if task.number in owners]
    return Assign(text=wording.retry_text(said), tasks=drafts, answer=answer)


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
    """The handle of the next agent that fits and has not tried it."""
    tried = {one.owner.casefold() for one in briefing.tasks if one.title == task.title}
    left = [
        one
        for one in briefing.shortlist
        if one.handle.casefold() not in tried and one.availability is not Availability.OFFLINE
    ]
    if not task.needs:
        return _next_fitting(task, briefing, left, scores)
    meant = skills_for(task.needs, offers(briefing.shortlist), scores)
    able = [
        one
        for one in left
        if all(_covers(one, need, skill, scores) for need, skill in zip(task.needs, meant, strict=True))
    ]
    return max(able, key=lambda one: (one.free_slots > 0, one.score)).handle if able else None


def _next_fitting(task: TaskBrief, briefing: Briefing, left: Sequence[Candidate], scores: Scores) -> str | None:
    """Of those that joined, the one that fits the words best; discovery's ranking of the goal counts as much."""
    joined = [one for one in (*left, *_owner_of(task, briefing)) if not one.came_along]
    told = [one.model_copy(update={"skills": one.all_skills}) for one in joined]
    (rows,) = scores([task.brief or task.title], told)
    fit = {one.handle: max(row) + one.score for one, row in zip(joined, rows, strict=True)}
    able = [one for one in left if one.handle in fit]
    best = max(able, key=lambda one: (one.free_slots > 0, fit[one.handle]), default=None)
    least = STILL_FITS * max((fit.get(one.handle, 0.0) for one in _owner_of(task, briefing)), default=0.0)
    return best.handle if best and fit[best.handle] >= max(least, LEAST) else None


def _owner_of(task: TaskBrief, briefing: Briefing) -> list[Candidate]:
    return [one for one in briefing.shortlist if one.handle.casefold() == task.owner.casefold()]


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
