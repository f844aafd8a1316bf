"""One line of a room as people see it, with what its kind shows beside the words."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from apps.chat.domain.receipts import Receipt
from apps.chat.domain.room_protocols.talk import Outcome
from apps.chat.domain.states import OWN_VOICE, SUGGESTION, Delivery, MessageKind
from apps.chat.domain.utterances import Stance
from apps.chat.queries.receipts import NOTHING, Became
from apps.chat.queries.tree import TeamNode
from apps.core.sentences import sentence
from apps.teams.domain.formation import FormationRecord
from apps.teams.domain.states import MemberKind
from apps.teams.queries.decisions import ApprovalFacts
from apps.teams.queries.facts import FileFacts, TaskFacts
from apps.teams.queries.members import Face

STANCES = {
    Stance.AGREE.value: "agrees",
    Stance.OBJECT.value: "objects",
    Stance.ASK.value: "asks",
    Stance.PROPOSE.value: "proposes",
}


@dataclass(frozen=True)
class MessageView:
    """A message as a room shows it. `live`: it may still change.

    `over`: its team has ended.
    `is_accepted`: a result that is the answer as it stands. `owed`: that, or the answer's files, is noted later.
    `no_team`: a conclusion to which no agent was called. `why`: it needed no work of agents, as who concluded says.

    `html`: its words as this release renders them; "" where they are shown plain, None where nobody has rendered them.
    `html_at`: when that was, if after the message was first shown.
    """

    id: UUID
    seq: int
    number: int
    round: int
    kind: MessageKind
    face: Face
    voice: str
    text: str
    html: str | None
    html_at: datetime | None
    at: datetime
    delivery: Delivery
    read_in_turn: int | None
    became: Became = NOTHING
    grouped: bool = False
    tasks: tuple[TaskFacts, ...] = ()
    task: TaskFacts | None = None
    team: TeamNode | None = None
    approval: ApprovalFacts | None = None
    files: tuple[FileFacts, ...] = ()
    verdict: str = ""
    missing: tuple[str, ...] = ()
    about: str = ""
    outcome: Outcome | None = None  # of a talk under a protocol
    because: str = ""
    formation: FormationRecord | None = None
    is_accepted: bool = False
    over: bool = False
    owed: bool = False
    no_team: bool = False
    why: str = ""
    outside: tuple[str, ...] = ()  # handles of agents that it names and that are not in the team

    @property
    def by_person(self) -> bool:
        """Whether a person wrote it."""
        return self.face.kind == MemberKind.PERSON

    @property
    def stand_in(self) -> str:
        """What spoke for an agent that did not speak itself; else empty."""
        return self.voice if self.face.kind == MemberKind.AGENT and self.voice != OWN_VOICE else ""

    @property
    def stance(self) -> str:
        """What a thing said is, beside words, as a verb; else empty."""
        if self.about == SUGGESTION:
            return sentence("suggests instead")
        return STANCES.get(self.about, "") if self.kind is MessageKind.SAY else ""

    @property
    def receipt(self) -> Receipt:
        """What became of what a person said."""
        return self.became.receipt

    @property
    def is_taken_back(self) -> bool:
        """Whether who sent it took it back: there are no words any more."""
        return self.receipt is Receipt.CANCELLED

    @property
    def is_note(self) -> bool:
        """Whether it is for people only."""
        return self.delivery is Delivery.NOTE and not self.is_taken_back

    @property
    def told(self) -> tuple[tuple[TaskFacts, Receipt], ...]:
        """The tasks that it was told to, each with what became of it there."""
        tasks = {task.number: task for task in self.tasks}
        return tuple((tasks[number], each) for number, each in self.became.tasks if number in tasks)

    @property
    def live(self) -> bool:
        """Whether it may look different soon."""
        unread = self.receipt in (Receipt.QUEUED, Receipt.DELIVERED)
        working = any(task.is_open for task in self.tasks) or (self.team is not None and not self.team.is_over)
        asked = self.approval is not None and self.approval.is_pending
        failed = self.kind is MessageKind.FAILURE and self.task is not None and not self.over
        return unread or working or asked or failed or self.owed or self.html is None or bool(self.outside)
