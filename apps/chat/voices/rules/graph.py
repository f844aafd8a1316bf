"""From needs to tasks: what only serves others is one task, each deliverable is one, and who waits for whom."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.chat.domain.utterances import TaskDraft
from apps.chat.voices.rules.modes import feeds, gives_data, gives_pictures, in_order
from apps.chat.voices.rules.needs import Need

MAX_NEEDS = 8  # of one task


@dataclass(frozen=True)
class Group:
    """A task to be: its needs, and the places of the groups before it that it waits for."""

    needs: tuple[Need, ...]
    after: tuple[int, ...]

    @property
    def clauses(self) -> tuple[int, ...]:
        """The clauses that ask for it."""
        return tuple(sorted({index for need in self.needs for index in need.clauses}))


def group_needs(needs: Sequence[Need]) -> list[Group]:
    """The tasks in an order in which each waits for earlier ones only."""
    ordered = [needs[place] for place in in_order([need.offer.skill for need in needs])]
    runs: list[list[Need]] = []
    for place, need in enumerate(ordered):
        if runs and len(runs[-1]) < MAX_NEEDS and _belong(runs[-1][-1], need, ordered[place + 1 :]):
            runs[-1].append(need)
        else:
            runs.append([need])
    return [Group(tuple(run), _after(place, runs)) for place, run in enumerate(runs)]


def _belong(before: Need, need: Need, later: Sequence[Need]) -> bool:
    """Whether two neighbours are one task: both only serve others, or both are the same kind of work of one agent."""
    if before.asked or need.asked:
        return False
    alike = set(before.offer.skill.output_modes) == set(need.offer.skill.output_modes)
    if alike and before.offer.agents & need.offer.agents:
        return True
    return _serves(before, [need, *later]) and _serves(need, later)


def _serves(need: Need, later: Sequence[Need]) -> bool:
    return gives_data(need.offer.skill) and any(feeds(need.offer.skill, other.offer.skill) for other in later)


def _after(place: int, runs: Sequence[Sequence[Need]]) -> tuple[int, ...]:
    """Those that feed it; else, where it continues a text ("translate it"), the last before it that gives words."""
    mine = runs[place]
    fed = tuple(
        other
        for other in range(place)
        if any(feeds(giver.offer.skill, taker.offer.skill) for giver in runs[other] for taker in mine)
    )
    if place == 0 or fed or not all(need.continues for need in mine):
        return fed
    told = (
        other for other in reversed(range(place)) if any(not gives_pictures(one.offer.skill) for one in runs[other])
    )
    return (next(told, place - 1),)


def places_of(groups: Sequence[Group]) -> list[int]:
    """Where the text asks for each group: its first clause; that of the next group where nothing asks for it itself."""
    places: list[int] = []
    for group in reversed(groups):
        places.append(group.clauses[0] if group.clauses else places[-1] if places else 0)
    return places[::-1]


def order_drafts(placed: Sequence[tuple[int, TaskDraft]]) -> tuple[TaskDraft, ...]:
    """The drafts in the order of their places in the text, but each behind all that it comes after."""
    left = [draft for _, draft in sorted(placed, key=lambda one: one[0])]
    ordered: list[TaskDraft] = []
    while left:
        awaited = {draft.key for draft in left}
        ordered.append(next((draft for draft in left if not awaited & set(draft.after)), left[0]))
        left.remove(ordered[-1])
    return tuple(ordered)


def ends(tasks: Sequence[TaskDraft]) -> list[str]:
    """The keys of the tasks that nobody waits for."""
    awaited = {key for task in tasks for key in task.after}
    return [task.key for task in tasks if task.key not in awaited]


def distinct(titles: Sequence[str]) -> list[str]:
    """The titles, each once: the second of one name gets a number."""
    return [
        f"{name} ({titles[:place].count(name) + 1})" if name in titles[:place] else name
        for place, name in enumerate(titles)
    ]
