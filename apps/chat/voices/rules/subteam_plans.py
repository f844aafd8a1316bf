"""The plan of a sub-team: its needs are given, so each is a task, in the order in which they feed each other."""

from collections.abc import Sequence

from apps.agents.domain.profile import Candidate, Skill
from apps.chat.domain.utterances import TaskDraft
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.modes import feeds, in_order
from apps.chat.voices.rules.offers import Offer, offers
from apps.chat.voices.rules.planning import Plan, key
from apps.chat.voices.rules.skill_fit import Scores

UNKNOWN = Skill(id="unknown", name="unknown", input_modes=(), output_modes=())


def plan_needs(purpose: str, needs: Sequence[str], members: Sequence[Candidate], scores: Scores) -> Plan:
    """One task for each need; the last one, which has the results of all others, is the answer."""
    skills = skills_for(needs, offers(members), scores)
    ordered = in_order(skills)
    tasks = tuple(
        TaskDraft(
            key=key(place),
            title=wording.clip(needs[need], wording.MAX_TITLE),
            brief=wording.part_brief(needs[need], purpose),
            needs=(needs[need],),
            after=tuple(key(other) for other in _after(place, [skills[one] for one in ordered])),
        )
        for place, need in enumerate(ordered)
    )
    return Plan(tasks, tasks[-1].key if tasks else None)


def skills_for(needs: Sequence[str], offered: Sequence[Offer], scores: Scores) -> list[Skill]:
    """The skill that each need means: the one of that name, else the one that fits best."""
    if not needs or not offered:
        return [UNKNOWN for _ in needs]
    skills = tuple(one.skill for one in offered)
    everyone = Candidate(agent_id="", handle="", name="", description="", skills=skills, score=0.0)
    by_name = {one.need.casefold(): one.skill for one in offered}
    table = scores(list(needs), [everyone])
    best = [skills[max(range(len(skills)), key=lambda one: rows[0][one])] for rows in table]
    return [by_name.get(need.strip().casefold(), guess) for need, guess in zip(needs, best, strict=True)]


def _after(place: int, skills: Sequence[Skill]) -> list[int]:
    """Those before it that feed it; the last one waits for all, because its result stands for the team's."""
    if place == len(skills) - 1:
        return list(range(place))
    return [other for other in range(place) if feeds(skills[other], skills[place])]
