"""The team tree of a goal with the state of every team: what outline, map, lists and REST show."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from uuid import UUID

from apps.chat.domain.display import ENDED, Display, Seen, display_state, longest_quiet
from apps.chat.domain.labels import labels
from apps.chat.queries.stopped_work import StoppedWork, stopped_work
from apps.chat.queries.talks import Talk, talks_of
from apps.teams.domain.limits import Spent
from apps.teams.domain.states import GoalOutcome, MemberKind
from apps.teams.queries.facts import GoalFacts, TeamFacts
from apps.teams.queries.members import Face
from apps.teams.queries.trees import goal as goal_row
from apps.teams.queries.trees import teams_of


@dataclass(frozen=True)
class TeamNode:
    """A team in the tree. `since`: when its state began; `lasted`: seconds it took without pauses, where it is over.

    `stalls_at`: when it is shown as stalled, should nothing happen until then; never while it is `with_person`: a
    person is at a task of it, or of a team below it.
    `spent`: what was used, minutes counted too.
    """

    facts: TeamFacts
    talk: Talk
    state: Display
    since: datetime
    lasted: float | None
    last_event_at: datetime
    stalls_at: datetime
    waiting: int
    spent: Spent
    with_person: bool = False
    seen_at: datetime | None = None
    children: tuple["TeamNode", ...] = ()

    @property
    def id(self) -> UUID:
        """The team's."""
        return self.facts.id

    @property
    def name(self) -> str:
        """The team's."""
        return self.facts.name

    @property
    def agents(self) -> tuple[Face, ...]:
        """Its members that are agents."""
        return tuple(face for face in self.facts.members if face.kind == MemberKind.AGENT)

    @property
    def is_over(self) -> bool:
        """Whether it has ended."""
        return self.state in ENDED

    @property
    def floor(self) -> Face | None:
        """Who speaks, or is to speak next."""
        return None if self.is_over else self.facts.member(self.talk.speaker_id)

    @property
    def subteams(self) -> tuple[UUID, ...]:
        """The teams right under it."""
        return tuple(child.id for child in self.children)

    @property
    def below(self) -> int:
        """How many teams are under it."""
        return sum(1 + child.below for child in self.children)

    @property
    def at_work(self) -> tuple[Face, ...]:
        """The agents at work in it and below it, each once: what a pause or a stop waits for."""
        busy = {task.owner.handle: task.owner for node in self.walk() for task in node.facts.tasks if task.is_running}
        return tuple(busy.values())

    @property
    def halted(self) -> tuple[int, int] | None:
        """Of a frozen part: how many of the agents that were at work have stopped, and how many there were."""
        if self.facts.frozen_at is None:
            return None
        since = self.facts.frozen_at
        were = {task.owner.handle for node in self.walk() for task in node.facts.tasks if task.was_at_work(since)} | {
            face.handle for face in self.at_work
        }
        return len(were) - len(self.at_work), len(were)

    @property
    def leaving(self) -> StoppedWork | None:
        """Of a part that was stopped while agents were at work; None: it was not."""
        ended = self.facts.ended_at
        if self.state is not Display.STOPPED or ended is None or self.seen_at is None:
            return None
        return stopped_work((task for node in self.walk() for task in node.facts.tasks), ended, self.seen_at)

    def walk(self) -> Iterator["TeamNode"]:
        """Itself and all below it, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True)
class Tree:
    """A goal and its teams."""

    goal: GoalFacts
    root: TeamNode
    minutes: float
    nodes: dict[UUID, TeamNode] = field(default_factory=dict)
    parents: dict[UUID, TeamNode] = field(default_factory=dict)
    labels: dict[UUID, str] = field(default_factory=dict)
    """What each team is called where there is room for a few words only."""

    @property
    def agents(self) -> int:
        """How many different agents take part."""
        return len({face.handle for node in self.nodes.values() for face in node.agents})

    def path(self, team_id: UUID) -> tuple[TeamNode, ...]:
        """From the root team to this one."""
        node = self.nodes[team_id]
        parent = self.parents.get(team_id)
        return (*self.path(parent.id), node) if parent else (node,)

    def count(self, state: Display) -> int:
        """How many teams are in a state."""
        return sum(node.state is state for node in self.nodes.values())


def tree(goal_id: UUID, now: datetime) -> Tree:
    """The tree of one goal; the caller has proved that it may be seen."""
    goal = goal_row(goal_id)
    return trees([goal], now)[goal_id]


def trees(goals: Sequence[GoalFacts], now: datetime) -> dict[UUID, Tree]:
    """The trees of several goals, by goal."""
    ids = [goal.id for goal in goals]
    teams = defaultdict(list)
    for team in teams_of(ids):
        teams[team.goal_id].append(team)
    talks = talks_of(ids)  # after the teams: each of these has one
    return {goal.id: tree_from(goal, teams[goal.id], talks, now) for goal in goals}


def tree_from(goal: GoalFacts, teams: Sequence[TeamFacts], talks: Mapping[UUID, Talk], now: datetime) -> Tree:
    """The tree of a goal from its teams, parents first, and where the conversation of each stands."""
    below: dict[UUID, list[TeamNode]] = defaultdict(list)
    root = None
    for team in reversed(teams):  # children before parents
        children = tuple(reversed(below[team.id]))
        if team.parent_id:
            below[team.parent_id].append(_node(team, talks[team.id], children, now))
        else:
            begun = goal.started_at is not None
            root = _node(team, talks[team.id], children, now, goal.outcome, begun=begun)
    if root is None:
        raise ValueError(f"goal {goal.id} has no team")
    nodes = {node.id: node for node in root.walk()}
    parents = {child.id: node for node in nodes.values() for child in node.children}
    short = dict(zip(nodes, labels([node.name for node in nodes.values()]), strict=True))
    return Tree(goal, root, root.spent.minutes, nodes, parents, short)


def _node(
    team: TeamFacts,
    talk: Talk,
    children: tuple[TeamNode, ...],
    now: datetime,
    outcome: GoalOutcome | None = None,
    *,
    begun: bool = True,
) -> TeamNode:
    last_event_at = max([_own_last_event(team, talk), *(child.last_event_at for child in children)])
    waiting = len(team.pending) + sum(child.waiting for child in children)
    usual_gap = (talk.last_message_at - team.created_at).total_seconds() / max(talk.last_number, 1)
    delegated = {child.facts.executes for child in children}
    people = any(task.is_with_person for task in team.tasks if task.number not in delegated)
    with_person = people or any(child.with_person for child in children)
    state = display_state(
        Seen(
            phase=talk.phase,
            turn_state=talk.turn_state,
            frozen=team.frozen_at is not None,
            held_by_question=any(approval.holds_its_team for approval in team.pending),
            in_part=talk.in_part,
            formed=bool(team.tasks) or any(face.kind == MemberKind.AGENT for face in team.members),
            open_tasks=[task.state for task in team.tasks if task.number not in delegated],
            pending_approvals=waiting,
            subteam_working=any(not child.is_over for child in children),
            quiet_for=(now - last_event_at).total_seconds(),
            usual_gap=usual_gap,
            with_person=with_person,
            outcome=outcome,
            begun=begun,
        )
    )
    return TeamNode(
        facts=team,
        talk=talk,
        state=state,
        since=_since(state, team, talk, children, last_event_at),
        lasted=60 * team.minutes(talk.phase_at) if state in ENDED else None,
        last_event_at=last_event_at,
        stalls_at=last_event_at + timedelta(seconds=longest_quiet(usual_gap)),
        waiting=waiting,
        spent=team.spent.model_copy(update={"minutes": team.minutes(now)}),
        with_person=with_person,
        seen_at=now,
        children=children,
    )


def _own_last_event(team: TeamFacts, talk: Talk) -> datetime:
    moments = [team.created_at, talk.phase_at, talk.last_message_at]
    moments += [task.state_at for task in team.tasks]
    attempts = [attempt for task in team.tasks for attempt in task.attempts]
    moments += [moment for attempt in attempts for moment in (attempt.started_at, attempt.progress_at) if moment]
    moments += [task.elsewhere.seen_at for task in team.tasks if task.elsewhere]
    return max(moments)


def _since(
    state: Display, team: TeamFacts, talk: Talk, children: Sequence[TeamNode], last_event_at: datetime
) -> datetime:
    if state is Display.PAUSED and team.frozen_at:
        return team.frozen_at
    if state in ENDED:
        return team.ended_at or talk.phase_at
    if state is Display.STALLED:
        return last_event_at
    if state is Display.NEEDS_YOU:
        asked = [approval.asked_at for approval in team.pending]
        return min(
            asked + [child.since for child in children if child.state is Display.NEEDS_YOU], default=talk.phase_at
        )
    return talk.phase_at
