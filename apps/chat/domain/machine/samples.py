"""Standings and inputs that stand for all others of their kind: the rows and columns of docs/machine.md."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from apps.accounts.domain.workspace_settings import Review, WhenSilent
from apps.chat.domain.machine.conversation_state import ConversationState, Memory, OpenQuestion, Pending, TaskFact, Wait
from apps.chat.domain.machine.inputs import (
    AgentAsked,
    ConcludeAsked,
    DeadlinePassed,
    Input,
    LimitChanged,
    LimitReached,
    Paused,
    PersonSpoke,
    Resumed,
    RulesChosen,
    Stopped,
    TalkAsked,
    TaskSettled,
    TurnFailed,
    Uttered,
)
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.room_protocols.talk import Act, Contribution, RoomTalk
from apps.chat.domain.states import Delivery, Phase, TurnState, WaitMode
from apps.chat.domain.utterances import (
    AskPerson,
    Assign,
    Conclude,
    Discuss,
    FormSubteam,
    Pass,
    Say,
    SendBack,
    TaskDraft,
    Utterance,
    Verdict,
    WaitFor,
)
from apps.teams.domain.limits import Limit
from apps.teams.domain.states import TaskState

TURN = 5
LEAD, WRITER, FINDER = "lead", "writer", "finder"
GUEST = "guest"  # an agent that is no member


@dataclass(frozen=True)
class Happening:
    """An input, and the states that tasks have got before it is told."""

    input: Input
    tasks: Mapping[int, TaskState] = field(default_factory=dict)

    def meets(self, standing: ConversationState) -> ConversationState | None:
        """The standing that this happens to; None where it has no such open tasks."""
        if not set(self.tasks) <= set(standing.open_tasks):
            return None
        changed = {number: replace(standing.tasks[number], state=state) for number, state in self.tasks.items()}
        return replace(standing, tasks={**standing.tasks, **changed})


def _tasks(*states: TaskState) -> dict[int, TaskFact]:
    return {
        number: TaskFact(
            number, state, result=f"Result {number}.", failure=f"Failure {number}.", title=f"Task {number}"
        )
        for number, state in enumerate(states, start=1)
    }


_AT_WORK = _tasks(TaskState.WORKING, TaskState.PLANNED)
_ALL, _ANY = Wait(mode=WaitMode.ALL, tasks=(1, 2)), Wait(mode=WaitMode.ANY, tasks=(1, 2))
_DEBATE = RoomTalk(protocol="debate", question="Rent or buy?", members=(WRITER, FINDER), lead=LEAD, turn=TURN)
_POSITION = Contribution(by=FINDER, act=Act.SAID, text="Rent.")
_QUESTION = OpenQuestion(task=1, text="Which year?")
_ASKED_UP = Memory(questions=(_QUESTION.model_copy(update={"with_person": True}),))
_KNOWN = Memory(pending=Pending(answer="The answer.", verdict=Verdict.DONE))

_TALK = ConversationState(
    turn=TURN,
    turn_state=TurnState.IN_FLIGHT,
    speaker=LEAD,
    members=frozenset({LEAD, WRITER, FINDER}),
    lead=LEAD,
)
_SILENCE = replace(_TALK, turn_state=TurnState.NONE, phase=Phase.ASYNC_TASK, tasks=_AT_WORK, wait=_ANY)
_ENDED = replace(_TALK, turn_state=TurnState.NONE, tasks=_tasks(TaskState.DONE, TaskState.CANCELLED))

STANDINGS: dict[str, ConversationState] = {
    "the first turn is due": replace(_TALK, turn_state=TurnState.DUE),
    "the first turn is in flight": _TALK,
    "in flight, a person spoke meanwhile": _TALK.remembering(wake=True, person=True),
    "in flight for the third time, after two repairs": _TALK.remembering(failures=2, repairs=2),
    "in flight, asked again for going in circles": _TALK.remembering(loops=1, texts=("i begin.",)),
    "in flight at a member, who was handed the floor": replace(_TALK, speaker=WRITER),
    "in flight at a member, everybody passed twice but one": replace(_TALK, speaker=WRITER).remembering(passes=5),
    "in flight at a member, in a debate": replace(_TALK, speaker=WRITER).remembering(talk=_DEBATE),
    "in flight at a member, for the last time in a debate": replace(_TALK, speaker=WRITER).remembering(
        failures=2, talk=_DEBATE.with_turn(_POSITION)
    ),
    "in flight at the lead, between two turns of a debate": _TALK.remembering(
        talk=_DEBATE.with_turn(_POSITION).model_copy(update={"turn": TURN - 1})
    ),
    "in flight, tasks run": replace(_TALK, phase=Phase.ASYNC_TASK, tasks=_AT_WORK),
    "in flight, an agent asks": replace(
        _TALK, phase=Phase.ASYNC_TASK, tasks=_tasks(TaskState.ASKING, TaskState.PLANNED), wait=_ALL
    ).remembering(questions=(_QUESTION,)),
    "in flight in a sub-team, an agent asks": replace(
        _TALK, phase=Phase.ASYNC_TASK, tasks=_tasks(TaskState.ASKING), wait=Wait(tasks=(1,)), nested=True
    ).remembering(questions=(_QUESTION,)),
    "silent, until all synchronous tasks have settled": replace(_SILENCE, phase=Phase.SYNC_TASK, wait=_ALL),
    "silent, until one task settles": _SILENCE,
    "silent, until task 1 gives the answer": replace(_SILENCE, wait=_ALL, answer_task=1),
    "silent, until task 1 gives the answer, which is to be reviewed": replace(
        _SILENCE, wait=Wait(tasks=(1,)), answer_task=1, review=Review.ALWAYS, tasks=_tasks(TaskState.WORKING)
    ),
    "in flight, task 1's result lies before the lead as the draft of the answer": replace(
        _TALK, tasks=_tasks(TaskState.DONE), answer_task=1, review=Review.ALWAYS, memory=Memory(draft=1)
    ),
    "silent, until the awaited tasks have settled": replace(_SILENCE, phase=Phase.PAUSE_TRIGGER, wait=_ALL),
    "silent, until a person answers": replace(_SILENCE, phase=Phase.PAUSE_TRIGGER, wait=Wait(person=True)),
    "silent, an agent's question is with a person": replace(
        _SILENCE, tasks=_tasks(TaskState.ASKING, TaskState.PLANNED), memory=_ASKED_UP
    ),
    "silent in a sub-team, an agent's question is with the team above": replace(
        _SILENCE, tasks=_tasks(TaskState.ASKING, TaskState.PLANNED), memory=_ASKED_UP, nested=True
    ).remembering(above=True),
    "silent, the answer is known and tasks are open": replace(
        _SILENCE, phase=Phase.CONCLUSION, wait=_ALL, memory=_KNOWN
    ),
    "paused in silence": replace(_SILENCE, frozen=True),
    "paused with a turn in flight": replace(_TALK, frozen=True),
    "paused, and the answer is known": replace(
        _SILENCE, tasks={}, phase=Phase.CONCLUSION, wait=Wait(), memory=_KNOWN, frozen=True
    ),
    "frozen by a limit with a turn due": replace(
        _TALK, turn_state=TurnState.DUE, frozen=True, memory=Memory(limit=Limit.TURNS)
    ),
    "concluded": replace(_ENDED, phase=Phase.CONCLUDED),
    "failed": replace(_ENDED, phase=Phase.FAILED),
    "stopped": replace(_ENDED, phase=Phase.STOPPED),
}


def _draft(key: str, *after: str, synchronous: bool = False) -> TaskDraft:
    return TaskDraft(
        key=key, title=f"Task {key}", brief=f"Do {key}.", needs=(key,), after=after, synchronous=synchronous
    )


def _said(utterance: Utterance | Misspoken, **unstaffed: tuple[str, ...]) -> Happening:
    return Happening(Uttered(TURN, utterance, unstaffed, frozenset({GUEST})))


def _settled(state: TaskState) -> Happening:
    return Happening(TaskSettled(1), {1: state})


_GRAPH = (_draft("a"), _draft("b", "a"))

HAPPENINGS: dict[str, Happening] = {
    "Say": _said(Say(text="I begin.")),
    "Say, and name the next speaker": _said(Say(text="You, please.", next_speaker=WRITER)),
    "Say, and give the floor to an agent that is no member": _said(Say(text="Come in.", next_speaker=GUEST)),
    "Say, as the answer to task 1": _said(Say(text="2020.", answers=1)),
    "Pass": _said(Pass()),
    "Pass, and name the next speaker": _said(Pass(next_speaker=WRITER)),
    "no utterance, without words": _said(Misspoken("The answer was empty.")),
    "no utterance, with words": _said(Misspoken("tasks: Field required", text="I would give work.")),
    "Say, with the mark of an agreement": _said(Say(text="AGREE")),
    "Discuss": _said(Discuss(protocol="debate", question="Rent or buy?", members=(WRITER, GUEST))),
    "Discuss, under a protocol that is not there": _said(Discuss(protocol="duel", question="Rent or buy?")),
    "Assign": _said(Assign(tasks=_GRAPH)),
    "Assign, synchronous": _said(Assign(tasks=(_draft("a", synchronous=True), _draft("b", "a")))),
    "Assign, naming the answer": _said(Assign(tasks=_GRAPH, answer="b")),
    "Assign, of which nobody can do anything": _said(Assign(tasks=(_draft("a"),)), a=("a",)),
    "FormSubteam": _said(FormSubteam(title="A team", purpose="Do it together.", needs=("a", "b"))),
    "WaitFor task 1": _said(WaitFor(tasks=(1,))),
    "AskPerson": _said(AskPerson(question="Which one?")),
    "AskPerson, for task 1": _said(AskPerson(question="Which year?", task=1)),
    "Conclude": _said(Conclude(answer="Done.")),
    "Conclude, accepting task 1's result": _said(Conclude(accepts=1)),
    "SendBack of task 1's result": _said(SendBack(task=1, wrong="A month is missing.")),
    "Conclude, abandoning what is open": _said(Conclude(answer="Done.", abandon=(1, 2))),
    "an utterance of an earlier turn": Happening(Uttered(TURN - 1, Say(text="Late."))),
    "TurnFailed": Happening(TurnFailed(TURN, "The model did not answer.")),
    "TurnFailed for good": Happening(TurnFailed(TURN, "The key is wrong.", permanent=True)),
    "TurnFailed for good, where a person is asked": Happening(
        TurnFailed(TURN, "The key is wrong.", permanent=True, when_silent=WhenSilent.ASK)
    ),
    "TurnFailed for good, where rules go on": Happening(
        TurnFailed(TURN, "The key is wrong.", permanent=True, when_silent=WhenSilent.RULES)
    ),
    "TurnFailed, told to wait": Happening(TurnFailed(TURN, "It is asked too often (429).", retry_after=60.0)),
    "TurnFailed, its worker was lost": Happening(TurnFailed(TURN, "Its worker was lost.", lost=True)),
    "TurnFailed, handed back": Happening(TurnFailed(TURN, "Its worker had to end.", lost=True, handed_back=True)),
    "TaskSettled: done": _settled(TaskState.DONE),
    "TaskSettled: failed": _settled(TaskState.FAILED),
    "TaskSettled: skipped": _settled(TaskState.SKIPPED),
    "TaskSettled: cancelled": _settled(TaskState.CANCELLED),
    "AgentAsked": Happening(AgentAsked(1, "Which year?", fitting=WRITER), {1: TaskState.ASKING}),
    "RulesChosen": Happening(RulesChosen()),
    "PersonSpoke": Happening(PersonSpoke("And in euros?")),
    "PersonSpoke, as the answer to task 1": Happening(PersonSpoke("2020.", answers_task=1)),
    "PersonSpoke, a note": Happening(PersonSpoke("For people only.", Delivery.NOTE)),
    "TalkAsked": Happening(TalkAsked(Discuss(protocol="round", question="Rent or buy?", members=(WRITER, FINDER)))),
    "Paused": Happening(Paused()),
    "Resumed": Happening(Resumed()),
    "Stopped": Happening(Stopped()),
    "DeadlinePassed": Happening(DeadlinePassed()),
    "LimitReached": Happening(LimitReached(Limit.TURNS)),
    "LimitChanged": Happening(LimitChanged()),
    "ConcludeAsked": Happening(ConcludeAsked()),
}
