"""What rules do with a person's further words: work in hand goes on, unless they plainly put something in its place."""

from collections.abc import Sequence
from dataclasses import replace

from apps.agents.domain.briefs import LABELS, repeat_words
from apps.agents.domain.profile import Availability, Candidate
from apps.chat.domain.briefing import Briefing, TaskBrief
from apps.chat.domain.utterances import MAX_TASKS, Say, TaskDraft, Utterance
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.clauses import clauses
from apps.chat.voices.rules.graph import distinct, ends
from apps.chat.voices.rules.offers import offers
from apps.chat.voices.rules.planning import Earlier, Ground, Plan, give_plan, plan
from apps.chat.voices.rules.remarks import corrects, part_questions_on_state, refers_back, revises
from apps.chat.voices.rules.retries import conclusion, is_replaced, last_tries, retry, tasks_of_round
from apps.chat.voices.rules.skill_fit import Scores
from apps.core.sentences import join_sentences
from apps.teams.domain.states import OPEN_TASK, TaskState

_STANDS = OPEN_TASK | {TaskState.DONE}


def heed_words(briefing: Briefing, words: str, scores: Scores) -> Utterance:
    """Answer what is asked about the state of the work; plan, pass on or leave what else is said."""
    asks_state, rest = part_questions_on_state(words, _known_words(briefing))
    said = wording.state_text([task for task in last_tries(briefing.tasks) if not is_replaced(task)])
    state = said if asks_state else ""
    ground = Ground(briefing.shortlist, briefing.files, scores, _earlier(briefing), further=True)
    if briefing.open_tasks:
        return _beside_work(briefing, rest, plan(rest, replace(ground, plainly=True)), state)
    if not rest:
        return retry(briefing, scores) or conclusion(briefing, note=state)
    if made := _plan_anew(briefing, rest, ground):
        return give_plan(_fit_in(briefing, made, set()), note=state)
    note = join_sentences("\n\n", [part for part in (state, wording.unweighed_text(rest)) if part])
    return conclusion(briefing, note=note, missing=plan(rest, ground).missing)


def _known_words(briefing: Briefing) -> list[str]:
    tasks = (text for task in briefing.tasks for text in (task.title, task.owner))
    return [briefing.goal, briefing.purpose, *tasks, *(one.handle for one in briefing.members)]


def _earlier(briefing: Briefing) -> list[Earlier]:
    skills = {one.need.casefold(): one.skill for one in offers(briefing.shortlist)}
    return [
        Earlier(
            task.number,
            tuple(skills[need.strip().casefold()] for need in task.needs if need.strip().casefold() in skills),
        )
        for task in last_tries(briefing.tasks)
        if task.state in _STANDS
    ]


# --- while others work ----------------------------------------------------------------------------------------------


def _beside_work(briefing: Briefing, words: str, made: Plan, state: str) -> Utterance:
    """A wish that names work of its own adds it, a correction replaces; all else is for those who are at work."""
    if not words:
        return Say(text=state)
    replacing = corrects(words, _known_words(briefing))
    is_theirs = _corrects_theirs if replacing else _is_for_who_works
    if not made.tasks or is_theirs(briefing, words, made):
        passed = wording.passed_on_text(words, made.missing)
        return Say(text=join_sentences("\n\n", [part for part in (state, passed) if part]))
    replaced = _replaced(briefing, made) if replacing else set()
    following = _following(briefing, replaced)
    taken_back = replaced.union(task.number for task in following)
    fitted = _fit_in(briefing, _with_following(made, following, replaced), taken_back)
    return give_plan(fitted, replaces=sorted(taken_back), note=state)


def _is_for_who_works(briefing: Briefing, words: str, made: Plan) -> bool:
    """Whether words about work at hand would only go to agents that are at it: these are told them anyway.

    Not to agents that came along: they go by their brief alone.
    """
    busy = {task.owner for task in briefing.open_tasks}
    at_work = {one.handle for one in briefing.shortlist if one.handle in busy and not one.came_along}
    return revises(clauses(words)) and all(_doers(briefing, draft) & at_work for draft in made.tasks)


def _corrects_theirs(briefing: Briefing, words: str, made: Plan) -> bool:
    """Whether a correction can't be planned as a whole, or says "it" of work that the plan would give to others."""
    doers = {handle for draft in made.tasks for handle in _doers(briefing, draft)}
    points = any(map(refers_back, clauses(words)))
    return bool(made.missing) or (points and not doers & {task.owner for task in briefing.open_tasks})


def _doers(briefing: Briefing, draft: TaskDraft) -> set[str]:
    """The handles of those who may do a task: its owner, or who has a skill that it needs."""
    needed = {need.casefold() for need in draft.needs}
    able = {
        one.handle for one in briefing.shortlist if needed & {skill.name.strip().casefold() for skill in one.skills}
    }
    return {draft.owner} if draft.owner else able


def _replaced(briefing: Briefing, made: Plan) -> set[int]:
    """The numbers of the open tasks of those who are to do something else now; of all, where it is others' work.

    Not of what the new tasks come after.
    """
    stands = _behind(briefing, [name for draft in made.tasks for name in draft.after])
    doers = {handle for draft in made.tasks for handle in _doers(briefing, draft)}
    left = [task for task in briefing.open_tasks if task.number not in stands]
    theirs = {task.number for task in left if task.owner in doers}
    return theirs or {task.number for task in left}


def _following(briefing: Briefing, replaced: set[int]) -> list[TaskBrief]:
    """The open tasks that wait for what is replaced: they are given anew, behind what takes its place."""
    left = [task for task in briefing.open_tasks if task.number not in replaced]
    return [task for task in left if replaced & _behind(briefing, [f"#{number}" for number in task.after])]


def _with_following(made: Plan, following: Sequence[TaskBrief], replaced: set[int]) -> Plan:
    keys = {task.number: f"f{task.number}" for task in following}
    new = ends(made.tasks)

    def draft(task: TaskBrief) -> TaskDraft:
        stays = (keys.get(number, f"#{number}") for number in task.after if number not in replaced)
        return TaskDraft(
            key=keys[task.number],
            title=task.title,
            brief=task.brief or task.title,
            owner=None if task.needs else task.owner,
            needs=task.needs,
            after=tuple(dict.fromkeys([*stays, *(new if replaced & set(task.after) else ())])),
        )

    if not following:
        return made
    tasks = (*made.tasks, *map(draft, following))[:MAX_TASKS]
    last = ends(tasks)
    return replace(made, tasks=tasks, answer=last[0] if len(last) == 1 else None)


def _behind(briefing: Briefing, names: Sequence[str]) -> set[int]:
    """The numbers of given tasks ("#3") that something comes after, and of all before them."""
    after = {task.number: task.after for task in briefing.tasks}
    left = [int(name[1:]) for name in names if name.startswith("#")]
    found: set[int] = set()
    while left:
        number = left.pop()
        if number not in found:
            found.add(number)
            left.extend(after.get(number, ()))
    return found


def _fit_in(briefing: Briefing, made: Plan, replaced: set[int]) -> Plan:
    """The plan with titles of its own; and without an answer where it leaves out what else this round gives."""
    of_round = (task for task in briefing.tasks if task.round == briefing.round)
    mine = [task for task in of_round if task.number not in replaced]
    named = distinct([*(task.title for task in mine), *made.titles])[len(mine) :]
    tasks = tuple(
        draft.model_copy(update={"title": title if len(title) <= wording.MAX_TITLE else draft.title})
        for draft, title in zip(made.tasks, named, strict=True)
    )
    stands = _behind(briefing, [name for draft in tasks for name in draft.after])
    beside = [task for task in mine if task.state in _STANDS and task.number not in stands]
    return replace(made, tasks=tasks, answer=None if beside else made.answer)


# --- after it -------------------------------------------------------------------------------------------------------


def _plan_anew(briefing: Briefing, words: str, ground: Ground) -> Plan | None:
    """A plan of words that come when nothing is at hand; what only refers back is for who gave the last answer."""
    plain = plan(words, replace(ground, plainly=True))
    points = not plain.tasks and not plain.missing and any(map(refers_back, clauses(words)))
    again = _plan_for_last(briefing, words) if points else None
    made = again or plan(words, ground)
    return made if made.tasks else None


def _plan_for_last(briefing: Briefing, words: str) -> Plan | None:
    done = [task for task in tasks_of_round(briefing) if task.state is TaskState.DONE]
    last = max(done, key=lambda task: (task.answer, task.number), default=None)
    agent = _reachable_owner(briefing, last) if last else None
    if last is None or agent is None:
        return None
    told = repeat_words(LABELS[0], [words]) if agent.came_along else words
    draft = TaskDraft(
        key="again",
        title=wording.clip(words.partition("\n")[0], wording.MAX_TITLE),
        brief=wording.clip(told, wording.MAX_BRIEF),
        owner=agent.handle,
        after=(f"#{last.number}",),
    )
    return Plan((draft,), draft.key)


def _reachable_owner(briefing: Briefing, task: TaskBrief) -> Candidate | None:
    mine = (one for one in briefing.shortlist if one.handle == task.owner)
    return next((one for one in mine if one.availability is not Availability.OFFLINE), None)
