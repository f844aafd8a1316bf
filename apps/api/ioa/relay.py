"""Between IoA's wire and the hub: what a message of a client means here, and how work of the hub is put on the wire.

A client leads the talks that it opens, by its own model, as it does at IoA's server. The talk's goal is launched here
and given to it whole; what it gives native members is handed on from that task, under its limits, and so seen in the
room; its conclusion is the task's result. A task of a team here comes to a client as a talk of its own with one task in
it. Every function blocks, and is called for one socket at a time.
"""

from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain.errors import Conflict, Crowded, Forbidden, NotFound, Refused
from apps.accounts.queries.names import is_taken
from apps.agents.actions import wire_talks
from apps.agents.actions.mailbox import Given, note_event
from apps.agents.actions.wire_talks import NewErrand, NewTalk, NewWireMessage
from apps.agents.domain.socket_protocol.frames import CallEvent
from apps.agents.domain.socket_protocol.states import EventKind
from apps.agents.queries.handles import handles_of
from apps.agents.queries.wire_talks import Errand, TalkOnWire, lines_of, open_errands, talk_of, token_of_call
from apps.api.ioa.seats import WireSeat
from apps.api.ioa.wire_schemas import ChatMessage, RecordType
from apps.api.ioa.wire_words import hub_concludes, hub_gives, member_says
from apps.chat.actions import continue_goal, launch_goal
from apps.chat.actions.delegation import MOST_BRIEF, MOST_OPEN, Handover, delegate
from apps.chat.actions.goals import GoalRequest
from apps.core import names
from apps.core.texts import one_line
from apps.teams.actions.permits import read_handover
from apps.teams.domain.limits import MOST_TURNS
from apps.teams.domain.states import TaskState
from apps.teams.queries.colleagues import HandedOn, handover_as_person
from apps.teams.queries.task_tokens import Caller, caller_of

GIVES = {RecordType.DISCUSSION, RecordType.SYNC_TASK, RecordType.ASYNC_TASK}
DEEPEST = 8
REMEMBERED, MOST_REMEMBERED = 6, 600  # messages of the talk that go along with a task, and characters of each
MOST_RESULT = 200_000  # characters
REFUSALS = (Conflict, Crowded, Forbidden, NotFound, Refused)
OVER = "The work that this was for is over."
NOT_A_PERSON = "An agent's own token lets it work, not give goals: use a person's token."


class NoTalk(Exception):
    """A message that belongs to no talk of its sender's. The message is one plain sentence."""


@dataclass
class HeldCall:
    """A call that a socket was given. `seq`: number of the last event that was told in it."""

    call: UUID
    fence: int
    seq: int


class Relay:
    """What goes to and fro for one client on the wire. `calls`: those that its socket holds."""

    def __init__(self, seat: WireSeat, socket_id: UUID) -> None:
        self._seat, self._socket_id = seat, socket_id
        self.calls: dict[UUID, HeldCall] = {}

    # --- from the hub to the client

    def take_call(self, given: Given) -> None:
        """A call has come for the client: the task of a goal that it leads already, else a new talk with a task."""
        self.calls[given.call] = HeldCall(given.call, given.fence, given.seq)
        led = self._led_goal(given)
        if led is None:
            self._put_on_wire(given)
        elif concluded := self._conclusion(led):
            self._answer(given.call, concluded)

    def _led_goal(self, given: Given) -> TalkOnWire | None:
        """The talk for whose goal this call is the leader's task; None: it is some other work."""
        colleagues = given.request.get("colleagues")
        caller = caller_of(str(colleagues["token"])) if isinstance(colleagues, dict) else None
        talk = talk_of(caller.workspace_id, caller.goal_id) if caller else None
        if talk is None or not talk.is_goal or talk.leader_id != self._seat.dialer.agent_id:
            return None
        return talk if wire_talks.attach_call(talk.id, given.call) else None

    def _conclusion(self, talk: TalkOnWire) -> str:
        """What the leader has concluded already, before its call came; empty: nothing."""
        concluded = ""
        for line in lines_of(talk.id, 0, talk.last_number):
            said = ChatMessage.model_validate(line)
            if said.type is RecordType.CONCLUSION:
                concluded = said.content
            elif talk.member(said.sender) is None:
                concluded = ""  # the person behind the client went on
        return concluded

    def _put_on_wire(self, given: Given) -> None:
        seat = self._seat
        new = NewTalk(seat.dialer.workspace_id, {seat.handle: seat.name}, id=given.call, call_id=given.call)
        if wire_talks.open_talk(new).last_number:
            return  # it was told before, or is about to be
        wire_talks.say_as_hub(given.call, NewWireMessage(hub_gives(given.call, given.request, seat.name)))

    def drop_call(self, call_id: UUID) -> None:
        """The hub has taken a call back. IoA knows no word for that: what the client still says of it is not heard."""
        self.calls.pop(call_id, None)
        wire_talks.drop_errands(call_id)

    # --- from the client to the hub

    def take_message(self, message: ChatMessage) -> None:
        """The client says something in a talk. Raises NoTalk, and Refused where the talk has become too long."""
        talk = self._talk(message.comm_id)
        sender = talk.member(message.sender)
        if sender is None and self._may_quote(talk, message):
            self._go_on(talk, message)
            return
        if sender is None or sender.agent_id != self._seat.dialer.agent_id:
            raise NoTalk(f"{message.sender[:60]!r} is not who speaks here.")
        if talk.is_call:
            wire_talks.say(talk.id, NewWireMessage(message.model_dump(mode="json")))
            self._tell(talk.id, message)
            return
        given = tuple(self._errands(talk, message, message.sender))
        wire_talks.say(talk.id, NewWireMessage(message.model_dump(mode="json"), given))
        leads = self._leads(talk)
        if leads and talk.call_id is None and not talk.is_goal and message.goal:
            self._launch(talk, message)
        elif leads and talk.is_goal and talk.call_id in self.calls:
            self._tell(talk.call_id, message)

    def _leads(self, talk: TalkOnWire) -> bool:
        return talk.leader_id == self._seat.dialer.agent_id

    def _may_quote(self, talk: TalkOnWire, message: ChatMessage) -> bool:
        """Whether this is a word of the person behind the client that leads the talk: nobody's name who is here.

        Members are told who said what, so it is no other person's name either, and none that reads as the hub's.
        """
        name, workspace_id = message.sender.strip(), self._seat.dialer.workspace_id
        own = self._seat.actor.user_id if self._seat.actor else None
        free = _may_be_called(name) and not handles_of(workspace_id, [name]) and not is_taken(name, own, workspace_id)
        return self._leads(talk) and talk.is_goal and free

    def _go_on(self, talk: TalkOnWire, message: ChatMessage) -> None:
        """The person behind the client goes on with a talk: where its goal has ended, this opens the next round."""
        given = tuple(self._errands(talk, message, self._seat.name))
        wire_talks.say(talk.id, NewWireMessage(message.model_dump(mode="json"), given))
        if talk.call_id in self.calls:
            return
        if self._seat.actor is None:
            self._refuse(talk, NOT_A_PERSON)
            return
        wire_talks.await_call(talk.id)
        try:
            continue_goal(self._seat.actor, talk.id, message.content, turns=message.max_turns)
        except REFUSALS as refused:
            self._refuse(talk, str(refused))

    def _talk(self, comm_id: str) -> TalkOnWire:
        try:
            talk = talk_of(self._seat.dialer.workspace_id, UUID(comm_id))
        except ValueError:
            talk = None
        if talk is None:
            raise NoTalk(f"There is no talk {comm_id[:60]!r}: open one with /teamup.")
        return talk

    def _errands(self, talk: TalkOnWire, message: ChatMessage, giver: str) -> list[NewErrand]:
        """What the message gives to members that the hub speaks for, and who has the word after them."""
        if message.type not in GIVES:
            return []
        named = [message.next_speaker] if isinstance(message.next_speaker, str) else message.next_speaker
        found = {one.id: one for name in named if (one := talk.member(name)) is not None and not one.on_wire}
        brief = self._brief(talk, message)
        return [NewErrand(one.id, giver, message.type, brief) for one in found.values()]

    def _brief(self, talk: TalkOnWire, message: ChatMessage) -> str:
        """What the member is told: the message, and what was said before, since a word in a talk says little alone."""
        asked = message.content.strip() or "Go on."
        if message.type is RecordType.DISCUSSION:
            asked = f"{message.sender} says to you in the team's talk:\n\n{asked}\n\nAnswer as a member of the team."
        lines = lines_of(talk.id, max(talk.last_number - REMEMBERED, 0), REMEMBERED)
        said = [f"{one['sender']}: {one_line(one['content'], MOST_REMEMBERED)}" for one in lines if one["content"]]
        before = "\n".join(said)
        return f"{asked}\n\nSaid before:\n\n{before}"[:MOST_BRIEF] if before else asked[:MOST_BRIEF]

    def _launch(self, talk: TalkOnWire, message: ChatMessage) -> None:
        """The leader's first words: what the talk is for becomes a goal, which is the leader's."""
        if self._seat.actor is None:
            self._refuse(talk, NOT_A_PERSON)
        elif wire_talks.become_goal(talk.id):
            try:
                launch_goal(self._seat.actor, self._request(talk, message))
            except REFUSALS as refused:
                self._refuse(talk, str(refused))

    def _request(self, talk: TalkOnWire, message: ChatMessage) -> GoalRequest:
        named = {"depth": message.team_up_depth, "turns": message.max_turns}
        most = {"depth": DEEPEST, "turns": MOST_TURNS}
        return GoalRequest(
            id=talk.id,
            text=message.goal or "",
            team=(self._seat.handle,),
            given_to=self._seat.handle,
            limits={name: min(max(value, name == "turns"), most[name]) for name, value in named.items() if value},
            shares_plan=message.is_collaborative_planning_enabled,
            shows_plan=False,
            review="never",
        )

    def _refuse(self, talk: TalkOnWire, why: str) -> None:
        """The leader's client waits for a conclusion and knows no other end."""
        wire_talks.say_as_hub(talk.id, NewWireMessage(hub_concludes(talk.id, f"This could not be begun here: {why}")))

    def _tell(self, call_id: UUID, message: ChatMessage) -> None:
        """What the client says of the call that it has."""
        if message.type is RecordType.CONCLUSION or (
            message.type is RecordType.TASK_RESULT and call_id == UUID(message.comm_id)
        ):
            self._answer(call_id, message.task_conclusion or message.content)
        elif message.content:
            self._note(call_id, EventKind.PROGRESS, {"text": one_line(message.content, 1000)})

    def _answer(self, call_id: UUID, text: str) -> None:
        wire_talks.drop_errands(call_id)
        self._note(call_id, EventKind.RESULT, {"text": text[:MOST_RESULT], "usage": {}})
        self.calls.pop(call_id, None)

    def _note(self, call_id: UUID, kind: EventKind, body: dict[str, object]) -> None:
        held = self.calls.get(call_id)
        if held is None:
            return
        kept = note_event(self._socket_id, CallEvent(call_id, held.fence, held.seq + 1, kind, body))
        if kept is None or not kept.awaited:
            self.drop_call(call_id)
        else:
            held.seq = kept.seq

    # --- native members

    def do_errands(self) -> bool:
        """Hand on what native members were given, and say what came of it; gives whether more is waited for."""
        errands = open_errands(self.calls)
        for call_id in {one.call_id for one in errands if one.call_id}:
            caller = caller_of(token_of_call(call_id))
            of_call = [one for one in errands if one.call_id == call_id]
            room = MOST_OPEN - sum(one.task_id is not None for one in of_call)
            for errand in of_call:
                if caller is None:
                    self._end(errand, OVER)
                elif errand.task_id is not None:
                    self._look(caller, errand, errand.task_id)
                elif room > 0:
                    room -= 1
                    self._hand_on(caller, errand)
        return bool(errands)

    def _hand_on(self, caller: Caller, errand: Errand) -> None:
        asked = Handover(errand.brief, agent=errand.handle, title=one_line(errand.brief, 100), invited=True)
        begun = None
        if errand.kind == RecordType.ASYNC_TASK:
            begun = NewWireMessage(member_says(errand, RecordType.TASK_PROGRESS, "I have begun with this task."))
        try:
            delegate(caller, asked, lambda task: wire_talks.note_handed_on(errand.id, task.id, begun))
        except REFUSALS as refused:
            self._end(errand, f"I could not do this: {refused}")

    def _look(self, caller: Caller, errand: Errand, task_id: UUID) -> None:
        try:
            told = self._read(caller, errand, task_id)
        except REFUSALS as refused:
            self._end(errand, f"I could not do this: {refused}")
            return
        if not told.settled:
            return
        if told.state is not TaskState.DONE:
            self._end(errand, f"I could not do this: {told.failure or told.state.value}")
            return
        names = ", ".join(file.name for file in told.files)
        self._end(errand, f"{told.result}\n\nFiles in the goal's room: {names}" if names else told.result)

    def _read(self, caller: Caller, errand: Errand, task_id: UUID) -> HandedOn:
        """What came of it so far. Of a goal of its person's a client is told as that person, who reads the room."""
        if errand.of_goal and self._seat.actor is not None:
            return handover_as_person(self._seat.actor, task_id)
        return read_handover(caller, task_id)

    def _end(self, errand: Errand, text: str) -> None:
        kind = RecordType.DISCUSSION if errand.kind == RecordType.DISCUSSION else RecordType.TASK_RESULT
        wire_talks.end_errand(errand.id, NewWireMessage(member_says(errand, kind, text)))


def _may_be_called(name: str) -> bool:
    try:
        names.check_name(name, names.HUB)
    except ValueError:
        return False
    return True
