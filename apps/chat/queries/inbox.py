"""What waits for a person: questions and decisions, the ones that hold up most first."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.accounts.domain.access import Actor, Role, may
from apps.accounts.queries import members_of
from apps.chat.domain.record_words import name_for_others
from apps.chat.queries.mentions import unseen_mentions
from apps.chat.queries.tree import TeamNode, Tree, trees
from apps.core.sentences import join_sentences, sentence
from apps.teams.queries import trees as teams
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.members import HUB, Face
from apps.teams.queries.trees import counts_of_frame, waiting_approvals_count

__all__ = [
    "InboxItem",
    "counts_of_frame",
    "deciders_of",
    "inbox_items",
    "inbox_mark",
    "mark_of",
    "waiting_approvals_count",
]

MOST_NAMED = 3


def deciders_of(workspace_id: UUID) -> str:
    """Who may decide in a workspace, in words for who may not: three by name."""
    names = [
        name_for_others(one.name) for one in members_of(workspace_id) if one.enabled and may(one.role, Role.OPERATOR)
    ]
    named, more = names[:MOST_NAMED], len(names) - MOST_NAMED
    if more > 0:
        return sentence("{names} and {number} more", names=join_sentences(", ", named), number=more)
    if len(named) > 1:
        return sentence("{names} and {last}", names=join_sentences(", ", named[:-1]), last=named[-1])
    return named[0] if named else ""


@dataclass(frozen=True)
class InboxItem:
    """A pending approval, who asks where, and how much waits for it."""

    approval: ApprovalFacts
    goal_id: UUID
    goal_title: str
    node: TeamNode
    path: tuple[str, ...]
    asked_by: Face
    teams: int
    agents: int


def inbox_items(workspace_id: UUID, now: datetime) -> list[InboxItem]:
    """Every pending decision of the workspace: most teams waiting first, then the oldest."""
    waiting = teams.waiting_approvals(workspace_id)
    goals = teams.goals_by_id({row.goal_id for row in waiting})
    by_goal = trees(goals, now)
    found = [inbox_item(by_goal[row.goal_id], row) for row in waiting]
    return sorted(found, key=lambda item: (-item.teams, item.approval.asked_at))


def inbox_mark(actor: Actor) -> str:
    """What `mark_of` gives for all that waits for somebody now."""
    return mark_of([*teams.waiting_ids(actor.workspace_id), *(one.message for one in unseen_mentions(actor))])


def mark_of(waiting: Iterable[UUID]) -> str:
    """Some letters that are others when other decisions or messages wait, in whatever order."""
    return hashlib.sha256("".join(sorted(map(str, waiting))).encode()).hexdigest()[:16]


def inbox_item(tree: Tree, approval: ApprovalFacts) -> InboxItem:
    """One decision within its goal's tree."""
    path = tree.path(approval.team_id)
    held = [node for node in path if not node.is_over]
    return InboxItem(
        approval=approval,
        goal_id=tree.goal.id,
        goal_title=tree.goal.title,
        node=path[-1],
        path=tuple(node.name for node in path[1:]),
        asked_by=asker(path[-1], approval),
        teams=len(held),
        agents=len({face.handle for node in held for face in node.agents}),
    )


def asker(node: TeamNode, approval: ApprovalFacts) -> Face:
    """Who asks: the hub, the task's owner, else who holds the floor."""
    if approval.is_in_no_message:
        return HUB
    for task in node.facts.tasks:
        if task.number == approval.task_number:
            return task.owner
    return node.facts.member(node.talk.speaker_id)
