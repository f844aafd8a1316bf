"""What IoA's clients send to a server of theirs, and what they read: its fields as they are."""

from enum import IntEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from apps.core.texts import Text

MOST_CAPABILITIES = 20
MOST_NAMES = 100
MOST_RECORDS = 10

AssistantType = Literal["Human Assistant", "Thing Assistant"]
Sentence = Annotated[Text, Field(min_length=1, max_length=2000)]
Name = Annotated[Text, StringConstraints(strip_whitespace=True, min_length=1, max_length=120)]


class _FromClient(BaseModel):
    model_config = ConfigDict(extra="forbid")


class AssistantIn(_FromClient):
    """A client that registers."""

    name: Name
    type: AssistantType
    desc: Annotated[Text, Field(max_length=4000)]


class RetrieveIn(_FromClient):
    """What agents are looked for; who looks is said by the token, never by `sender`."""

    sender: Text = ""
    capabilities: Annotated[list[Sentence], Field(max_length=MOST_CAPABILITIES)]


class QueryIn(_FromClient):
    """One name or several."""

    name: Text | Annotated[list[Text], Field(max_length=MOST_NAMES)]


class RecordsIn(_FromClient):
    """Ids of goals; null: the newest."""

    comm_id: Text | Annotated[list[Text], Field(max_length=MOST_RECORDS)] | None = None


class TeamUpIn(_FromClient):
    """Who opens a talk with whom."""

    sender: Name
    agent_names: Annotated[list[Name], Field(max_length=MOST_NAMES)]
    team_name: Annotated[Text, Field(max_length=120)] | None = None


class TeamUpOut(BaseModel):
    """The talk that was opened, and who is in it."""

    comm_id: str
    agent_names: list[str]
    team_name: str | None


class Assistant(BaseModel):
    """An agent that is switched on. `type` is always the same: the hub knows no other kind."""

    name: str
    type: AssistantType = "Thing Assistant"
    desc: str


class AssistantEntry(Assistant):
    """The same in the list of all. `created_at`: year-month-day-hour-minute-second, in UTC."""

    created_at: str


class RecordState(IntEnum):
    """Where IoA's talk stands when something is said."""

    TEAMUP = 0
    DISCUSSION = 1
    VOTE = 2
    EXECUTION = 3


class RecordType(IntEnum):
    """IoA's kinds of messages."""

    DEFAULT = 0
    PROPOSAL = 1
    VOTE = 2
    VOTING_RESULT = 3
    DISCUSSION = 4
    SYNC_TASK = 5
    ASYNC_TASK = 6
    TASK_RESULT = 7
    TASK_PROGRESS = 8
    PAUSE = 9
    CONCLUDE = 10
    CONCLUSION = 11


class ChatMessage(BaseModel):
    """A message in IoA's form."""

    content: str = ""
    sender: str = ""
    comm_id: str = ""
    next_speaker: str | list[str] = ""
    state: RecordState = RecordState.TEAMUP
    type: RecordType = RecordType.DEFAULT
    proposal_id: str = ""
    goal: str | None = None
    team_members: list[dict[str, Any] | None] | None = None
    team_up_depth: int | None = None
    task_id: str = ""
    task_desc: str = ""
    task_conclusion: str = ""
    task_abstract: str = ""
    triggers: list[str] = Field(default_factory=list)
    updated_plan: str = ""
    is_collaborative_planning_enabled: bool = False
    max_turns: int | None = None


class ChatRecord(BaseModel):
    """What was said in a goal's own room."""

    comm_id: str
    agent_names: list[str]
    team_name: str | None
    chat_record: list[ChatMessage]
