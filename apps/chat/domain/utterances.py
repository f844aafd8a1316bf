"""What a voice may say: a closed set. `protocol.parse` is the only reader of what an agent or a model returned."""

from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from apps.chat.domain.room_protocols.talk import MAX_ROUNDS
from apps.chat.domain.states import WaitMode
from apps.core.sentences import STAYS_SENTENCE, Sentence
from apps.core.texts import drop_unstorable
from apps.teams.domain.checks import Check, read_check

MAX_TASKS = 24
MAX_TEXT = 40_000
MAX_TITLE = 120
LONGEST_HANDLE = 100
"""Characters that are looked at of what should be a handle; none is as long."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
"""A need, an option or a line of the plan."""
Number = Annotated[int, Field(ge=0, le=1_000_000)]
"""Of a task in its team."""


def _clean_value(value: object) -> object:
    if isinstance(value, str):
        return value if isinstance(value, Sentence) else drop_unstorable(value)
    if isinstance(value, list | tuple):
        return tuple(drop_unstorable(item) if isinstance(item, str) else item for item in value)
    return value


def _read_handle(value: object) -> object:
    return value.strip().removeprefix("@").lower()[:LONGEST_HANDLE] if isinstance(value, str) else value


Handle = Annotated[str, BeforeValidator(_read_handle)]
"""Of an agent or a member, as others write it: handles have no capitals, and voices begin sentences with them."""


class _Heard(BaseModel):
    """What somebody else wrote: fields that are unknown are ignored, text is made storable and stripped."""

    model_config = ConfigDict(frozen=True, extra="ignore", str_strip_whitespace=True)

    @model_validator(mode="before")
    @classmethod
    def _clean(cls, data: object) -> object:
        return {name: _clean_value(value) for name, value in data.items()} if isinstance(data, dict) else data


class _Utterance(_Heard):
    next_speaker: Handle | None = Field(default=None, description="Handle of the member who should speak next.")
    plan: tuple[Line, ...] | None = Field(default=None, max_length=40, description="The shared plan, if it changes.")


class TaskDraft(_Heard):
    """One task of an Assign. Give `owner` (a handle) or `needs` (in words), not both."""

    key: str = Field(min_length=1, max_length=40, description="Names the task within this Assign.")
    title: str = Field(min_length=1, max_length=MAX_TITLE)
    brief: str = Field(
        min_length=1,
        max_length=8000,
        description="All that its owner is told, beside the goal.",
    )
    owner: Handle | None = Field(default=None, description="Handle of a member or of an agent of the shortlist.")
    needs: tuple[Line, ...] = Field(default=(), max_length=8, description="What it takes, in words; one skill each.")
    after: tuple[Line, ...] = Field(
        default=(), max_length=60, description="Keys of this Assign, or '#3' for an earlier task."
    )
    synchronous: bool = False
    unlisted: Handle | None = Field(default=None, description="Who was named as the owner and may not be asked.")
    check: Annotated[Check | None, BeforeValidator(read_check)] = Field(
        default=None, description="How it is seen that its result is right: see teams.domain.checks.kinds."
    )


class Stance(StrEnum):
    """What a thing said is, beside words."""

    AGREE = "agree"
    OBJECT = "object"
    ASK = "ask"  # a question to the room
    PROPOSE = "propose"  # what the lead may do, or leave


class Say(_Utterance):
    """A thing said."""

    do: Literal["say"] = "say"
    text: Annotated[str, Field(min_length=1, max_length=MAX_TEXT), STAYS_SENTENCE]
    stance: Stance | None = None
    answers: Number | None = Field(
        default=None,
        description="Number of the task whose agent's question this answers.",
    )


class Pass(_Utterance):
    """Nothing to say: the floor goes on. It costs no turn. `text`: why. `unable`: it can't speak, and no one for it."""

    do: Literal["pass"] = "pass"
    unable: bool = False
    text: Annotated[str, Field(max_length=MAX_TEXT), STAYS_SENTENCE] = ""


class Discuss(_Utterance):
    """A talk between members under a protocol of the room; after its end the floor is the lead's again."""

    do: Literal["discuss"] = "discuss"
    protocol: str = Field(min_length=1, max_length=40, description="The name of a protocol of the room.")
    question: str = Field(min_length=1, max_length=4000)
    members: tuple[Handle, ...] = Field(
        default=(), max_length=24, description="Handles of those who take part, in the order in which they speak."
    )
    sides: tuple[Line, ...] = Field(
        default=(), max_length=24, description="What each of `members` stands for; the same words are one side."
    )
    rounds: int = Field(default=2, ge=1, le=MAX_ROUNDS)


class Assign(_Utterance):
    """Work given: a graph of tasks. `answer` names the one whose result concludes, without another turn."""

    do: Literal["assign"] = "assign"
    text: Annotated[str, Field(max_length=MAX_TEXT), STAYS_SENTENCE] = ""
    tasks: tuple[TaskDraft, ...] = Field(min_length=1, max_length=MAX_TASKS)
    answer: str | None = None
    replaces: tuple[Number, ...] = Field(
        default=(), description="Numbers of open tasks that this takes back, begun or not."
    )
    missing: tuple[Line, ...] = Field(
        default=(), max_length=MAX_TASKS, description="Needs in words that nobody covers."
    )


class FormSubteam(_Utterance):
    """A task for a team of its own."""

    do: Literal["form_subteam"] = "form_subteam"
    title: str = Field(min_length=1, max_length=MAX_TITLE)
    purpose: str = Field(min_length=1, max_length=8000)
    needs: tuple[Line, ...] = Field(min_length=1, max_length=8)

    def as_assign(self) -> Assign:
        """The same as an Assign of one task."""
        draft = TaskDraft(key="team", title=self.title, brief=self.purpose, needs=self.needs)
        return Assign(tasks=(draft,), next_speaker=self.next_speaker)


class WaitFor(_Utterance):
    """Nothing more to say until named tasks have settled, however they end."""

    do: Literal["wait_for"] = "wait_for"
    text: Annotated[str, Field(max_length=MAX_TEXT), STAYS_SENTENCE] = ""
    tasks: tuple[Number, ...] = Field(min_length=1, max_length=MAX_TASKS)
    mode: WaitMode = WaitMode.ALL


class Asking(StrEnum):
    """How a question to a person is to be answered: in words, or by yes or no."""

    QUESTION = "question"
    APPROVAL = "approval"


class AskPerson(_Utterance):
    """A question only a person can answer."""

    do: Literal["ask_person"] = "ask_person"
    question: Annotated[str, Field(min_length=1, max_length=4000), STAYS_SENTENCE]
    options: tuple[Line, ...] = Field(default=(), max_length=8)
    kind: Asking = Asking.QUESTION
    task: Number | None = Field(
        default=None,
        description="Number of the task whose agent's question is passed on.",
    )


class SendBack(_Utterance):
    """A result is not good enough: who gave it does the task anew, told what is wrong."""

    do: Literal["send_back"] = "send_back"
    task: Number = Field(description="Number of the task.")
    wrong: str = Field(min_length=1, max_length=4000, description="What is wrong, and what would be right.")


class Verdict(StrEnum):
    """How far a conclusion meets the goal."""

    DONE = "done"  # the goal is met
    PARTIAL = "partial"  # with what there is
    FAILED = "failed"  # it can't be met


class Conclude(_Utterance):
    """The end of the round. Open tasks are awaited unless `abandon` names them."""

    do: Literal["conclude"] = "conclude"
    answer: Annotated[str, Field(max_length=MAX_TEXT), STAYS_SENTENCE] = ""
    accepts: Number | None = Field(
        default=None,
        description="Number of the task whose result is the answer as it stands: no `answer` then.",
    )
    verdict: Verdict = Verdict.DONE
    abandon: tuple[Number, ...] = ()
    missing: tuple[Line, ...] = Field(
        default=(), max_length=MAX_TASKS, description="Needs in words that nobody covers."
    )
    why: Annotated[str, Field(max_length=400), STAYS_SENTENCE] = Field(
        default="", description="What the room is told beside it: why no team was needed."
    )

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.answer and self.accepts is None:
            raise ValueError("an answer is needed, or the task whose result is accepted")
        return self


Utterance = Annotated[
    Say | Pass | Discuss | Assign | FormSubteam | WaitFor | AskPerson | SendBack | Conclude,
    Field(discriminator="do"),
]
