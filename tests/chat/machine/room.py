"""One conversation with an engine made of dicts: it carries out effects as the actions do, without a database."""

from dataclasses import replace

from apps.chat.domain.machine import advance
from apps.chat.domain.machine.conversation_state import ConversationState, TaskFact
from apps.chat.domain.machine.effects import (
    ApprovalScope,
    EndTeam,
    PassAnswer,
    Post,
)
from apps.chat.domain.machine.inputs import (
    AgentAsked,
    ConcludeAsked,
    LimitChanged,
    LimitReached,
    Paused,
    PersonSpoke,
    Resumed,
    Stopped,
    TaskSettled,
    TurnFailed,
    Uttered,
)
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import Delivery, Liveness, TurnState
from apps.chat.domain.utterances import Assign, Say, TaskDraft
from apps.teams.domain.limits import MORE, Limit
from apps.teams.domain.states import OPEN_TASK, TaskState

LEAD, WRITER, FINDER = "lead", "writer", "finder"
GUEST = "guest"  # an agent that is no member
DUE, WAITING, FROZEN, ENDED = Liveness.TURN_DUE, Liveness.WAITING, Liveness.FROZEN, Liveness.ENDED
DONE, FAILED, CANCELLED = TaskState.DONE, TaskState.FAILED, TaskState.CANCELLED


def draft(key, *after, needs=None, synchronous=False):
    return TaskDraft(
        key=key, title=f"Task {key}", brief=f"Do {key}.", needs=needs or (key,), after=after, synchronous=synchronous
    )


TWO = Assign(tasks=(draft("a"), draft("b")))
TWO_SYNC = Assign(tasks=(draft("a", synchronous=True), draft("b", synchronous=True)))
CHAIN = Assign(tasks=(draft("a"), draft("b", "a")), answer="b")
NONE_SAID = Misspoken("The answer was empty.")


def words(count, **how):
    """Things said that no two of are alike."""
    texts = (" ".join(f"{place * 7919 + letter * 104729:x}" for letter in range(6)) for place in range(count))
    return [Say(text=text, **how) for text in texts]


def has(effects, kind):
    return any(isinstance(effect, kind) for effect in effects)


def room_after(*utterances, **how):
    room = Room(**how)
    room.say(*utterances)
    return room


class Room:
    """The room, what was done in it and by whom; `turns_left` is the limit on turns."""

    def __init__(self, *, nested=False, turns_left=10_000, team_bar=None):
        members = frozenset({LEAD, WRITER, FINDER})
        self.standing = ConversationState(speaker=LEAD, members=members, lead=LEAD, nested=nested)
        self.turns_left = turns_left
        self.team_bar = team_bar  # why members form no teams by their own word
        self.log = []  # (standing before, input, effects)
        self.after = {}  # task -> tasks it comes after
        self.questions = []  # open approvals: (kind, task)
        self.limit_asked = False  # whether to give more of a limit
        self.parent_asked = False  # the task that a sub-team executes is asking
        self.unread = 0  # messages of persons that no turn has been given to read
        self.ended = 0  # rounds that ended
        self.delay = 0.0
        self.news = []  # tasks that settled, of which the conversation is to be told

    # --- what the engine does -------------------------------------------------------------------------------------

    def tell(self, happened):
        before = self.standing
        step = advance(before, happened)
        self.standing, self.delay = step.standing, step.delay
        self.log.append((before, happened, step.effects))
        for effect in step.effects:
            self._carry_out(effect)
        return step.effects

    def _carry_out(self, effect):
        carry_out = getattr(self, f"_{type(effect).__name__}", None)
        if carry_out:
            carry_out(effect)

    def _CreateTasks(self, effect):  # noqa: N802  (named as the effect)
        for one in effect.drafts:
            self.after[one.number] = one.after
            self._put(TaskFact(one.number, TaskState.PLANNED, self.standing.round, title=one.draft.title))
        self._start_dependants()

    def _ReviseTask(self, effect):  # noqa: N802
        assert self.task(effect.task).state is TaskState.DONE, "only a result is sent back"
        self.after[effect.number] = (effect.task,)
        self._put(TaskFact(effect.number, TaskState.PLANNED, self.standing.round, title="Anew"))
        self._start_dependants()

    def _CancelTasks(self, effect):  # noqa: N802
        for number in effect.numbers:
            assert self.task(number).state in OPEN_TASK | {CANCELLED}, "what has settled is not taken back"
            self._put(replace(self.task(number), state=TaskState.CANCELLED))
        self._start_dependants()

    def _FreeTurn(self, effect):  # noqa: N802
        self.turns_left += 1

    def _PassAnswer(self, effect):  # noqa: N802
        assert self.standing.is_asking(effect.task), "only who asks is answered"
        self._put(replace(self.task(effect.task), state=TaskState.READY))

    def _OpenApproval(self, effect):  # noqa: N802
        if MORE in effect.options:
            self.limit_asked = True
        else:
            self.questions.append((effect.kind, effect.task))

    def _AskParent(self, effect):  # noqa: N802
        assert self.standing.nested, "only a sub-team has a team above"
        assert not self.parent_asked, "the team above is asked one thing at a time"
        self.parent_asked = True

    def _UnaskParent(self, effect):  # noqa: N802
        self.parent_asked = False

    def _LapseApprovals(self, effect):  # noqa: N802
        if effect.scope in (ApprovalScope.ALL, ApprovalScope.LIMIT):
            self.limit_asked = False
        if effect.scope is not ApprovalScope.LIMIT:
            kept = [one for one in self.questions if one[1] != effect.task]
            self.questions = [] if effect.scope is ApprovalScope.ALL else kept

    def _EndTeam(self, effect):  # noqa: N802
        self.ended += 1
        self.parent_asked = False
        assert self.ended == self.standing.round, "one end for each round"

    def _Reopen(self, effect):  # noqa: N802
        assert self.standing.round == self.ended + 1, "a round begins when the one before has ended"

    def _put(self, fact):
        self.standing = replace(self.standing, tasks={**self.standing.tasks, fact.number: fact})

    def _start(self, number):
        states = {self.task(other).state for other in self.after[number]}
        if self.task(number).state is not TaskState.PLANNED:
            return
        if states & {TaskState.FAILED, TaskState.SKIPPED, TaskState.CANCELLED}:
            self._put(replace(self.task(number), state=TaskState.SKIPPED, failure="Skipped."))
            self.news.append(number)
            self._start_dependants()
        elif states <= {TaskState.DONE}:
            self._put(replace(self.task(number), state=TaskState.READY))

    def _start_dependants(self):
        for number in sorted(self.after):
            self._start(number)

    # --- what happens -----------------------------------------------------------------------------------------------

    def claim(self):
        """A worker takes the turn that is due, if a limit lets it."""
        assert self.standing.liveness is Liveness.TURN_DUE
        if self.turns_left <= 0:
            self.tell(LimitReached(Limit.TURNS))
            return False
        self.turns_left -= 1
        self.unread = 0
        self.standing = replace(self.standing, turn_state=TurnState.IN_FLIGHT)
        return True

    def say(self, *utterances, **unstaffed):
        """Each in a turn of its own; one that is due is claimed first. Gives the effects of the last."""
        for utterance in utterances:
            if self.standing.turn_state is TurnState.DUE:
                self.claim()
            effects = self.tell(Uttered(self.standing.turn, utterance, unstaffed, frozenset({GUEST}), self.team_bar))
        return effects

    def fail(self, reason="No answer.", **how):
        if self.standing.turn_state is TurnState.DUE:
            self.claim()
        return self.tell(TurnFailed(self.standing.turn, reason, **how))

    def start(self, number):
        """A worker takes the task."""
        self._put(replace(self.task(number), state=TaskState.WORKING))

    def late(self, utterance, back=1):
        """An answer of an earlier turn."""
        return self.tell(Uttered(self.standing.turn - back, utterance))

    def settle(self, number, state=TaskState.DONE, result="A result.", *, told=True):
        """A task settles, then those that are skipped with it; the conversation is told of each."""
        fact = replace(self.task(number), state=state, result=result, failure="It failed.")
        self._put(fact)
        self.news.append(number)
        self._start_dependants()
        return self.deliver() if told else ()

    def deliver(self):
        """Tell the conversation of every task that settled since."""
        effects = ()
        while self.news:
            effects += self.tell(TaskSettled(self.news.pop(0)))
        return effects

    def ask(self, number, question="Which year?", fitting=None, **terms):
        self._put(replace(self.task(number), state=TaskState.ASKING))
        return self.tell(AgentAsked(number, question, fitting, **terms))

    def person(self, text="A word.", *, note=False, task=None):
        delivery = Delivery.NOTE if note else Delivery.NEXT_TURN
        ended = self.standing.ended
        effects = self.tell(PersonSpoke(text, delivery, task))
        passed = any(isinstance(effect, PassAnswer) for effect in effects)
        self.unread += not note and not passed
        assert not ended or note or not self.standing.ended
        return effects

    def pause(self):
        return self.tell(Paused())

    def resume(self):
        return self.tell(Resumed())

    def stop(self):
        self.unread = 0
        return self.tell(Stopped())

    def conclude_now(self):
        self.unread = 0
        return self.tell(ConcludeAsked())

    def lose_member(self, handle):
        """A member is gone; a turn that it had is the lead's to take."""
        standing = self.standing
        speaker = None if standing.speaker == handle else standing.speaker
        self.standing = replace(standing, members=standing.members - {handle}, speaker=speaker)

    def more_turns(self, turns):
        self.turns_left += turns
        return self.tell(LimitChanged())

    # --- what is seen -----------------------------------------------------------------------------------------------

    def task(self, number):
        return self.standing.tasks[number]

    def states(self):
        return [self.task(number).state for number in sorted(self.standing.tasks)]

    @property
    def effects(self):
        return [effect for _, _, effects in self.log for effect in effects]

    def posts(self, kind):
        return [one for one in self.effects if isinstance(one, Post) and one.kind is kind]

    @property
    def end(self):
        """The newest EndTeam."""
        return [one for one in self.effects if isinstance(one, EndTeam)][-1]

    @property
    def at(self):
        """The phase, the liveness and whose turn it is."""
        return self.standing.phase, self.standing.liveness, self.standing.speaker
