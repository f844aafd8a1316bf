"""A goal goes on otherwise from one of its moments: as a new goal, which has what was known until then."""

from dataclasses import dataclass
from itertools import count
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.agents import queries as agents
from apps.chat.actions.goals import GoalRequest, Upload
from apps.chat.actions.launching import Launch, launch
from apps.chat.domain.goal_markdown import as_markdown
from apps.chat.domain.goal_record import Concealable, redact
from apps.chat.queries.goal_records import goal_record_at
from apps.chat.queries.replay import tree_at
from apps.chat.queries.tree import Tree
from apps.core.sentences import sentence
from apps.files.queries.contents import stored_content
from apps.journal.queries import last_seq
from apps.teams.queries.access import goal_visible_to, may_launch
from apps.teams.queries.kept_files import current_files
from apps.teams.queries.rows import Goal

BEFORE = "what-went-before{}.md"
MOST_BEFORE = 400_000
"""Characters of what went before that are handed on: the newest."""
LEFT_OUT = "(The beginning is left out.)\n\n"


@dataclass(frozen=True)
class Fork:
    """From which event of a goal, and with what words. `text`: the new goal's; empty: the old one's.

    `team`: handles; None: the agents that took part then and are still here.
    """

    seq: int
    text: str = ""
    team: tuple[str, ...] | None = None
    idempotency_key: str = ""


def fork_goal(actor: Actor, goal_id: UUID, fork: Fork) -> Goal:
    """Give a goal anew with the limits, the agents and the files that it had at one of its events.

    What was said, done and decided until then goes along as a file, without what people wrote for people alone.
    Raises NotFound, Forbidden, Refused (event, and as `launch_goal`), Conflict, Crowded.
    """
    return launch_fork(actor, goal_id, fork).goal


def launch_fork(actor: Actor, goal_id: UUID, fork: Fork) -> Launch:
    """Do as `fork_goal`, and tell whether the fork is new."""
    may_launch(actor)
    goal = goal_visible_to(actor, goal_id)
    last = last_seq(goal.id)
    if not 1 <= fork.seq <= last:
        raise Refused(event=sentence("This goal has events 1 to {last:,}.", last=last))
    found = tree_at(goal.id, fork.seq)
    request = GoalRequest(
        text=fork.text or goal.text,
        limits=found.root.facts.grant.model_dump(),
        team=agents_then(actor, found) if fork.team is None else fork.team,
        priority=goal.priority,
        files=_files(goal, found, fork.seq),
        idempotency_key=fork.idempotency_key,
        shares_plan=goal.shares_plan,
        shows_plan=goal.shows_plan,
        review=goal.review,
        observation=goal.observation,
        forked=(goal.id, fork.seq),
    )
    return launch(actor, request)


def agents_then(actor: Actor, found: Tree) -> tuple[str, ...]:
    """The handles of the agents that took part in a goal as it stood, and may still be asked."""
    took_part = dict.fromkeys(face.handle for node in found.root.walk() for face in node.agents)
    known = agents.candidates_by_handle(actor.workspace_id, tuple(took_part))
    return tuple(handle for handle in took_part if handle in known)


def _files(goal: Goal, found: Tree, seq: int) -> tuple[Upload, ...]:
    """What went before, and the files of that moment, among them what went before this goal where it is a fork."""
    then = current_files(goal.id, found.goal.last_event_at)
    names = {file.name for file in then}
    name = next(one for number in count(1) if (one := BEFORE.format("" if number == 1 else f"-{number}")) not in names)
    record = redact(goal_record_at(goal, found, seq), frozenset({Concealable.NOTES}))
    text = as_markdown(record)
    before = text if len(text) <= MOST_BEFORE else LEFT_OUT + text[-MOST_BEFORE:]
    return Upload(name, before.encode()), *(Upload(file.name, stored_content(file.blob)) for file in then)
