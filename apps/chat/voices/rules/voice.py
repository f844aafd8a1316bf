"""The voice that needs no model: it speaks by rules, and says so."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from apps.agents.domain.profile import Candidate
from apps.agents.queries import skill_scores
from apps.chat.domain.briefing import CHOICE, Briefing, MessageBrief, Spoken
from apps.chat.domain.states import RULES, MessageKind
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    TaskDraft,
    Utterance,
    Verdict,
    WaitFor,
)
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.clauses import clauses
from apps.chat.voices.rules.further import heed_words
from apps.chat.voices.rules.offers import offers
from apps.chat.voices.rules.phrases import only_points
from apps.chat.voices.rules.planning import Ground, Plan, give_plan, plan, plan_needs
from apps.chat.voices.rules.retries import conclusion, retry, tasks_of_round
from apps.chat.voices.rules.skill_fit import Scores
from apps.core.sentences import sentence
from apps.teams.domain.states import TaskState

MOST_BRIEF = 8000  # characters of a task's brief; the goal goes along whole
LAST_TURNS = 1
"""With this few turns left, this is the one that must conclude."""

MAX_WAITED = 24
MOST_TALKERS = 4
"""Who takes part in a talk that a person wants, where a person named nobody."""


def utterance_for(briefing: Briefing, scores: Scores) -> Utterance:
    """What the speaker says now."""
    if talk := _wanted_talk(briefing):
        return talk
    if not briefing.tasks:
        return _begin(briefing, scores)
    if _wants_another_plan(briefing):
        first = briefing.round == 1
        return _begin(briefing, scores) if first else heed_words(briefing, _answered_text(briefing), scores)
    if question := _question(briefing):
        return question
    if briefing.draft is not None and not _heard_text(briefing):
        return Conclude(accepts=briefing.draft, why=wording.ACCEPTED)
    if briefing.left.turns is not None and briefing.left.turns <= LAST_TURNS:
        return conclusion(briefing, abandon=[task.number for task in briefing.open_tasks])
    return (not briefing.repair and _react(briefing, scores)) or _go_on(briefing)


def _wanted_talk(briefing: Briefing) -> Discuss | None:
    """The talk that a person wants first, between the agents that fit the goal best."""
    members = tuple(one.handle for one in briefing.guests)[:MOST_TALKERS]
    if not briefing.wanted or len(members) < 2:
        return None
    return Discuss(protocol=briefing.wanted, question=wording.clip(briefing.purpose, 4000), members=members)


def _react(briefing: Briefing, scores: Scores) -> Utterance | None:
    if words := _heard_text(briefing):
        led = briefing.given_to and not briefing.open_tasks
        return _give_whole(briefing) if led else heed_words(briefing, words, scores)
    return retry(briefing, scores)


def _go_on(briefing: Briefing) -> Utterance:
    if waited := [task.number for task in briefing.open_tasks]:
        return WaitFor(tasks=tuple(waited[:MAX_WAITED]))
    return conclusion(briefing)


def _unread(briefing: Briefing, kind: MessageKind) -> list[MessageBrief]:
    return [one for one in briefing.messages if one.unread and one.kind == kind]


def _heard_text(briefing: Briefing) -> str:
    """What persons said since the last turn."""
    return "\n".join(one.text for one in _unread(briefing, MessageKind.SAY) if one.from_person).strip()


# --- the first turn -------------------------------------------------------------------------------------------------


def _begin(briefing: Briefing, scores: Scores) -> Utterance:
    if briefing.given_to and not briefing.repair:
        return _give_whole(briefing)
    if _points_at_nothing(briefing):
        return AskPerson(question=wording.of_what_text(briefing.purpose))
    refused = _refused_needs(briefing)
    first = _first_plan(briefing, scores, without=refused)
    missing = tuple(dict.fromkeys((*first.missing, *refused)))[: wording.MAX_NAMED]
    if not first.tasks or (briefing.repair and not refused):
        said = _nothing(briefing, missing, "" if refused else briefing.repair)
        return Conclude(answer=said, verdict=Verdict.FAILED, missing=missing)
    return give_plan(replace(first, missing=missing), observed=bool(briefing.observation))


def _wants_another_plan(briefing: Briefing) -> bool:
    """Whether a person answered a plan that waited with words of theirs: all its tasks were taken back for that."""
    answered = any(one.from_person and one.about != CHOICE for one in _unread(briefing, MessageKind.ANSWER))
    return answered and all(task.state is TaskState.CANCELLED for task in tasks_of_round(briefing))


def _points_at_nothing(briefing: Briefing) -> bool:
    """Whether the goal says "it" and nothing shows of what: no file, and no further word of a person."""
    attached = any(file.attached for file in briefing.files)
    alone = not attached and not _answered_text(briefing) and briefing.round == 1 and briefing.depth == 0
    return alone and only_points(clauses(briefing.purpose))


def _answered_text(briefing: Briefing) -> str:
    """All that persons said in this round beside the goal, where nothing came of it yet."""
    kinds = {MessageKind.SAY, MessageKind.ANSWER}
    mine = (one for one in briefing.messages if one.from_person and one.kind in kinds and one.round == briefing.round)
    return "\n".join(one.text for one in mine if one.about != CHOICE).strip()


def _nothing(briefing: Briefing, missing: Sequence[str], refusal: str) -> str:
    skills = [one.need for one in offers(briefing.guests)]
    reached = {one.handle for one in briefing.guests}
    offline = [one.handle for one in briefing.shortlist if one.handle not in reached]
    return wording.nothing_text(skills, missing, offline, refusal)


def _refused_needs(briefing: Briefing) -> tuple[str, ...]:
    """The needs that the hub said nobody covers, when it refused the last plan."""
    known = (*(one.need for one in offers(briefing.shortlist)), *briefing.needs)
    return tuple(need for need in dict.fromkeys(known) if briefing.repair and need in briefing.repair)


def _first_plan(briefing: Briefing, scores: Scores, without: Sequence[str] = ()) -> Plan:
    left = [need for need in briefing.needs if need not in without]
    if briefing.needs:
        return plan_needs(briefing.purpose, left, briefing.shortlist, scores)
    heard = _answered_text(briefing) if briefing.round == 1 else _heard_text(briefing)
    text = heard if briefing.round > 1 and heard else "\n".join(part for part in (briefing.purpose, heard) if part)
    shortlist = [_less(one, without) for one in briefing.shortlist]
    return plan(text, Ground(shortlist, briefing.files, scores, named=briefing.named_team))


def _give_whole(briefing: Briefing) -> Assign:
    """The goal, or what a later round is about, for the agent that whoever gave it named; nothing is planned."""
    asked = (briefing.tasks and _heard_text(briefing)) or briefing.purpose
    title = wording.clip(asked, wording.MAX_TITLE)
    draft = TaskDraft(key="goal", title=title, brief=asked[:MOST_BRIEF], owner=briefing.given_to)
    return Assign(text=wording.given_text(briefing.given_to), tasks=(draft,), answer=draft.key)


def _less(candidate: Candidate, needs: Sequence[str]) -> Candidate:
    """The candidate without the skills of these names."""
    kept = tuple(skill for skill in candidate.skills if skill.name.strip() not in needs)
    return candidate.model_copy(update={"skills": kept})


# --- later turns ----------------------------------------------------------------------------------------------------


def _question(briefing: Briefing) -> Utterance | None:
    """An agent's question that came to this speaker goes on to a person: to know an answer is beyond rules."""
    asking = [task for task in briefing.tasks if task.state is TaskState.ASKING]
    if not asking or not _unread(briefing, MessageKind.QUESTION):
        return None
    task = asking[-1]
    return AskPerson(
        question=wording.clip(task.result, 4000) or sentence("{title}: how shall it go on?", title=task.title),
        task=task.number,
    )


class RuleVoice:
    """Plans by matching words with skills and ordering them by what they take and give; never weighs an argument."""

    def __init__(self, scores: Scores = skill_scores) -> None:
        self._scores = scores

    async def speak(self, briefing: Briefing) -> Spoken:
        """Say what the rules say. Touches neither database nor network; some 0.1 s of computing, in a thread."""
        utterance = await asyncio.to_thread(utterance_for, briefing, self._scores)
        return Spoken(raw=utterance.model_dump(exclude_none=True), voice=RULES)
