"""The tasks of agents that joined: in the person's words, each with what comes before it."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from apps.chat.domain.utterances import TaskDraft
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules import wording
from apps.chat.voices.rules.clauses import Clause
from apps.chat.voices.rules.graph import Group, distinct
from apps.chat.voices.rules.modes import starts
from apps.chat.voices.rules.specialists import Chosen


def specialist_key(place: int) -> str:
    """What the task of an agent that joined is called within a plan."""
    return f"s{place + 1}"


def draft_tasks(
    chosen: Sequence[Chosen], groups: Sequence[Group], read: Sequence[Clause], text: str, earlier: Sequence[int] = ()
) -> tuple[TaskDraft, ...]:
    """A task for each. Who gets all requests is told the whole text, others their part and what is no request.

    `earlier`: numbers of tasks that were given before the text.
    """
    by_group = {place for group in groups for place in group.clauses}
    asked = by_group.union(*(one.clauses for one in chosen))
    titles = distinct([wording.clip(read[one.clauses[0]].text, wording.MAX_TITLE) for one in chosen])
    return tuple(
        TaskDraft(
            key=specialist_key(place),
            title=titles[place],
            brief=_brief(asked - set(one.clauses), read, text),
            owner=one.agent.handle,
            after=tuple(_before(place, chosen, groups, read, earlier)),
        )
        for place, one in enumerate(chosen)
    )


def _brief(others: AbstractSet[int], read: Sequence[Clause], text: str) -> str:
    told = "\n".join(clause.text for place, clause in enumerate(read) if place not in others) if others else text
    return wording.clip(told, wording.MAX_BRIEF)


def _before(
    place: int, chosen: Sequence[Chosen], groups: Sequence[Group], read: Sequence[Clause], earlier: Sequence[int]
) -> list[str]:
    """What a task waits for whose words point back ("translate it"): the agent before it, else all that came along.

    Where the text has nothing before it, the last of the earlier tasks.
    """
    mine = chosen[place].clauses
    if not en.POINTERS & set(read[mine[0]].words):
        return []
    if place:
        return [specialist_key(place - 1)]
    waits = any(specialists_before(group, chosen) for group in groups)
    fed = [f"t{index + 1}" for index, group in enumerate(groups) if _precedes(group, mine[0])]
    return [] if waits else fed or [f"#{number}" for number in earlier[-1:]]


def _precedes(group: Group, place: int) -> bool:
    return bool(group.clauses) and group.clauses[0] < place


def specialists_before(group: Group, chosen: Sequence[Chosen]) -> list[int]:
    """The places of those whose results a task of agents that came along works on: all that were asked for before."""
    takes = any(need.continues or not starts(need.offer.skill) for need in group.needs)
    first = group.clauses[0] if group.clauses else 0
    return [place for place, one in enumerate(chosen) if takes and one.clauses[0] < first]
