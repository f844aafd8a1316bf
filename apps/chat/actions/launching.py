"""Goals are launched: those that come in at one moment share a transaction, and each is refused by itself.

All doors come here. A goal with files has a transaction of its own, since they are read first, and so has one whose
door is in a transaction already. Locks are taken in one order over all that share it: the new streams by id, the keys
of those who ask, and at the end what goals have in common.
"""

import uuid
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from operator import attrgetter

from django.db import IntegrityError, connection

from apps.accounts import queries as accounts
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.agents import actions as library
from apps.agents.actions.library import ReadDocument
from apps.chat.actions.crowds import GoalAdmission
from apps.chat.actions.goals import GoalRequest, check_request, first_memory, open_room
from apps.core.shared_runs import SharedRuns
from apps.core.texts import drop_unstorable
from apps.files.domain.quotas import Whose
from apps.journal.actions import Log, recording_new, share_log
from apps.journal.domain.streams import StreamKind
from apps.teams.actions import files, goals, teams
from apps.teams.actions.goals import NewGoal
from apps.teams.queries.access import may_launch
from apps.teams.queries.goals import goals_with_keys
from apps.teams.queries.rows import Goal, Team

MOST_SHARED = 16
"""Goals of one transaction: so much is done again where one of them fails."""

REFUSALS = (Refused, Forbidden, NotFound, Conflict)


@dataclass(frozen=True)
class Launch:
    """What came of a request: a goal, and its root team where it is new; None: its key had given the goal before."""

    goal: Goal
    root: Team | None


@dataclass(frozen=True)
class _Asked:
    actor: Actor
    request: GoalRequest


@dataclass(eq=False)
class _Entering:
    """A goal that was admitted and is written with the others. `goal`, `root`: once it is."""

    asked: _Asked
    new: NewGoal
    documents: list[ReadDocument]
    goal: Goal = field(init=False)
    root: Team = field(init=False)

    @property
    def key(self) -> tuple[uuid.UUID, str]:
        """Whose key it has, and the key; one that is empty is none."""
        return self.asked.actor.user_id, self.new.idempotency_key

    def write(self, log: Log) -> None:
        """Save it with its root team, its files and its room, where its first turn is due."""
        actor, new = self.asked.actor, self.new
        self.goal = goals.create(log, actor, new)
        stored = [library.store_document(document) for document in self.documents]
        self.root = teams.form_root(log, self.goal, actor, new.limits)
        files.attach(log, self.root, stored)
        open_room(log, self.root, self.goal.text, first_memory(self.asked.request))

    def made(self) -> Launch:
        """What came of the request that it is."""
        return Launch(self.goal, self.root)

    def found(self) -> Launch:
        """What came of the same request that was sent a second time meanwhile."""
        return Launch(self.goal, None)


def launch_goal(actor: Actor, request: GoalRequest) -> Goal:
    """Save a goal and have its first turn taken.

    The same idempotency key with the same request gives the goal it made before. Raises Refused (text, team, limits,
    priority, files), Forbidden, Conflict for a key that was used with another request, and Crowded where too many goals
    wait for a worker already.
    """
    return launch(actor, request).goal


def launch(actor: Actor, request: GoalRequest) -> Launch:
    """As `launch_goal`, for a door that shows what was written."""
    may_launch(actor)
    asked = _Asked(actor, request)
    if request.files or connection.in_atomic_block:
        return _shared.do_alone(asked)
    return _shared.do(actor.workspace_id, asked)


def _launch_all(asked: Sequence[_Asked]) -> list[Launch | Exception]:
    """Launch goals of one workspace in one transaction."""
    try:
        return _Door(asked).launch_all()
    except IntegrityError:
        if len(asked) > 1:
            raise
        return _Door(asked).launch_all()  # the same key came in elsewhere at one time: now it is known


_shared: SharedRuns[_Asked, Launch] = SharedRuns(_launch_all, MOST_SHARED)


class _Door:
    """The goals that come into a workspace at one moment."""

    def __init__(self, asked: Sequence[_Asked]) -> None:
        self._asked = asked
        self._workspace_id = asked[0].actor.workspace_id
        self._usual = accounts.goal_defaults(self._workspace_id)
        self._entering: list[_Entering] = []

    def launch_all(self) -> list[Launch | Exception]:
        """What came of each."""
        with ExitStack() as held:
            found = [self._enter(one, held) for one in self._asked]
            self._write()
        return [one if isinstance(one, Exception) else one() for one in found]

    def _enter(self, asked: _Asked, held: ExitStack) -> Callable[[], Launch] | Exception:
        """What tells what came of it once all is written; or why it may not enter."""
        try:
            new = check_request(asked.actor, asked.request, self._usual)
            return self._same(asked.actor, new) or self._admit(asked, new, held).made
        except REFUSALS as refused:
            return refused

    def _same(self, actor: Actor, new: NewGoal) -> Callable[[], Launch] | None:
        """The goal that this key gave before, or gives at this moment. Raises Conflict where that is another."""
        if not new.idempotency_key:
            return None
        key = actor.user_id, new.idempotency_key
        entering = next((one for one in self._entering if one.key == key), None)
        goal = self._known.get(key)
        digest = entering.new.digest if entering else goal and goal.request_digest
        if digest not in (None, new.digest):
            raise Conflict("This idempotency key was used for another request. Send a new key with a new request.")
        if entering is not None:
            return entering.found
        return (lambda: Launch(goal, None)) if goal is not None else None

    def _admit(self, asked: _Asked, new: NewGoal, held: ExitStack) -> _Entering:
        self._admission.admit(asked.actor.user_id)
        sent = [upload.file for upload in asked.request.files]
        documents = held.enter_context(library.read_documents(Whose(self._workspace_id, new.id), sent))
        entering = _Entering(asked, new, documents)
        self._entering.append(entering)
        return entering

    def _write(self) -> None:
        if self._entering:
            with recording_new([one.new.id for one in self._entering], StreamKind.GOAL) as logs:
                for one in sorted(self._entering, key=attrgetter("key")):
                    with share_log(logs[one.new.id]):
                        one.write(logs[one.new.id])

    @cached_property
    def _admission(self) -> GoalAdmission:
        return GoalAdmission(self._workspace_id)

    @cached_property
    def _known(self) -> dict[tuple[uuid.UUID, str], Goal]:
        """The goals that keys of those who ask gave before."""
        keys = {(one.actor.user_id, drop_unstorable(one.request.idempotency_key)) for one in self._asked}
        return goals_with_keys(self._workspace_id, keys)
