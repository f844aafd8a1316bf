"""What a voice may say: a closed set. `protocol.parse` is the only reader of what an agent or a model returned."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from apps.chat.domain.states import WaitMode

MAX_TASKS = 24
MAX_TEXT = 40_000


class _Utterance(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    next_speaker: str | None = Field(
        default=None, description="Handle of the member who should speak next."
    )
    plan: tuple[str, ...] | None = Field(
        default=None, max_length=40, description="The shared plan, if it changes."
    )


class TaskDraft(BaseModel):
    """One task of an Assign. Give `owner` (a handle) or `needs` (in words), not both."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    key: str = Field(
        min_length=1, max_length=40, description="Names the task within this Assign."
    )
    title: str = Field(min_length=1, max_length=120)
    brief: str = Field(
        min_length=1,
        max_length=8000,
        description="All that its owner is told, beside the goal.",
    )
    owner: str | None = Field(
        default=None, description="Handle of a member or of an agent of the shortlist."
    )
    needs: tuple[str, ...] = Field(
        default=(), max_length=8, description="What it takes, in words; one skill each."
    )
    after: tuple[str, ...] = Field(
        default=(), description="Keys of this Assign, or '#3' for an earlier task."
    )
    synchronous: bool = False


class Say(_Utterance):
    """A thing said."""

    do: Literal["say"] = "say"
    text: str = Field(min_length=1, max_length=MAX_TEXT)
    answers: int | None = Field(
        default=None,
        description="Number of the task whose agent's question this answers.",
    )


class Assign(_Utterance):
    """Work given: a graph of tasks. `answer` names the one whose result concludes, without another turn."""

    do: Literal["assign"] = "assign"
    text: str = Field(default="", max_length=MAX_TEXT)
    tasks: tuple[TaskDraft, ...] = Field(min_length=1, max_length=MAX_TASKS)
    answer: str | None = None
    replaces: tuple[int, ...] = Field(
        default=(), description="Numbers of tasks not yet started that this takes back."
    )
    missing: tuple[str, ...] = Field(
        default=(), description="Needs in words that nobody covers."
    )


class FormSubteam(_Utterance):
    """A task for a team of its own."""

    do: Literal["form_subteam"] = "form_subteam"
    title: str = Field(min_length=1, max_length=120)
    purpose: str = Field(min_length=1, max_length=8000)
    needs: tuple[str, ...] = Field(min_length=1, max_length=8)


class WaitFor(_Utterance):
    """Nothing more to say until named tasks have settled, however they end."""

    do: Literal["wait_for"] = "wait_for"
    text: str = Field(default="", max_length=MAX_TEXT)
    tasks: tuple[int, ...] = Field(min_length=1, max_length=MAX_TASKS)
    mode: WaitMode = WaitMode.ALL


class Asking(StrEnum):
    QUESTION = "question"
    APPROVAL = "approval"


class AskPerson(_Utterance):
    """A question only a person can answer."""

    do: Literal["ask_person"] = "ask_person"
    question: str = Field(min_length=1, max_length=4000)
    options: tuple[str, ...] = Field(default=(), max_length=8)
    kind: Asking = Asking.QUESTION
    task: int | None = Field(
        default=None,
        description="Number of the task whose agent's question is passed on.",
    )


class Verdict(StrEnum):
    DONE = "done"  # the goal is met
    PARTIAL = "partial"  # with what there is
    FAILED = "failed"  # it can't be met


class Conclude(_Utterance):
    """The end of the round. Open tasks are awaited unless `abandon` names them."""

    do: Literal["conclude"] = "conclude"
    answer: str = Field(min_length=1, max_length=MAX_TEXT)
    verdict: Verdict = Verdict.DONE
    abandon: tuple[int, ...] = ()
    missing: tuple[str, ...] = Field(
        default=(), description="Needs in words that nobody covers."
    )


Utterance = Annotated[
    Say | Assign | FormSubteam | WaitFor | AskPerson | Conclude,
    Field(discriminator="do"),
]
