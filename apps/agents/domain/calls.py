"""One call of an agent: what it is given, and the closed set of what it may answer.

The event model is A2A's (status, artifact, message) reduced to what the hub acts on. A connector turns its protocol
into these events and nothing else; `apps.agents.gateway` is the only caller of a connector.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from apps.agents.domain.briefs import words_repeated
from apps.agents.domain.failures import Failure
from apps.agents.domain.federation import Crossing
from apps.agents.domain.foreign_rooms import ForeignWork
from apps.agents.domain.off_loop import OffLoop, run_at_once
from apps.agents.domain.places import Change, EarlierAnswer, TeamPlace
from apps.agents.domain.profile import Availability, Skill
from apps.core.chains import NO_CHAIN, ChainIds
from apps.files.domain.contents import Content

if TYPE_CHECKING:
    from apps.agents.domain.choice_forms import FormFiller
    from apps.agents.domain.colleague_tools import ColleagueDesk


@dataclass(frozen=True)
class File:
    """A file given to an agent or made by one, at most 20 MB (checked where it is stored).

    `body` is the content, or from where it is read when it is asked for; that may block: see RunRequest.off_loop.
    `read`: gives the text of what is no text itself, as far as the hub could read it; may block too.
    """

    name: str
    media_type: str
    body: bytes | Content
    read: Callable[[], str] | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> int:
        """Bytes."""
        return len(self.body) if isinstance(self.body, bytes) else self.body.size

    @property
    def content(self) -> bytes:
        """The whole content; may block."""
        return self.body if isinstance(self.body, bytes) else b"".join(self.body.chunks())

    def chunks(self) -> Iterator[bytes]:
        """The content piece by piece; may block."""
        return iter((self.body,)) if isinstance(self.body, bytes) else self.body.chunks()

    def beginning(self, most: int) -> bytes:
        """At most so many bytes of its beginning; may block."""
        begun = bytearray()
        for chunk in self.chunks():
            begun += chunk
            if len(begun) >= most:
                break
        return bytes(begun[:most])


@dataclass(frozen=True)
class FoundPassage:
    """A piece of a document that a search found. `text` is a verbatim substring of the document's text."""

    document: str  # the document's file name
    heading: str  # the headings above it, joined by " / "
    text: str
    position: int  # its place among the document's passages, from 0
    score: float  # cosine similarity, -1 to 1


@dataclass(frozen=True)
class ColleagueResult:
    """What a colleague's finished task gave: the results this task depends on."""

    task: str  # the task's title
    agent: str  # the colleague's display name
    text: str
    files: tuple[File, ...] = ()
    own: bool = False  # whoever is asked gave it itself, for an earlier task


Library = Callable[[str], Sequence[FoundPassage]]
"""Searches the workspace's documents and the goal's attachments for a text; best first; may hit the database."""


def no_library(text: str) -> Sequence[FoundPassage]:
    """The library of a call that has none."""
    return ()


@dataclass(frozen=True)
class Colleagues:
    """Where a working agent may turn to its colleagues, and the token that lets it, while this try goes on."""

    url: str
    token: str = field(repr=False)


@dataclass(frozen=True)
class RunRequest:
    """One try at a task, as the agent gets it."""

    key: str  # idempotency key: the same over all tries of one task
    goal: str  # what the person asked for, verbatim
    brief: str  # what this agent shall do
    skills: tuple[str, ...] = ()  # ids of the skills the brief was given for; empty: the agent's choice
    confined: bool = False  # nothing but these skills was permitted
    changes: tuple[Change, ...] = ()  # what the person said since the goal was given, oldest first; the newest wins
    place: TeamPlace | None = None  # who it is in its team; None: it works for no team
    files: tuple[File, ...] = ()  # the goal's attachments
    results: tuple[ColleagueResult, ...] = ()  # of the tasks this one depends on
    library: Library = no_library
    question: str = ""  # what it asked in an earlier try, in its own words, which `answer` is for
    answer: str | None = None  # the answer to an InputRequired of an earlier try
    earlier: EarlierAnswer | None = None  # it is asked for the same again
    leg: int = 0  # how many of the agent's questions were answered before; with `key` it names one piece of work
    colleagues: Colleagues | None = None  # None: nobody to turn to
    desk: "ColleagueDesk | None" = None  # the same for a connector that turns to them for its agent
    handle: str = ""  # what an earlier try that was lost, or asked, was Accepted with
    repeatable: bool = True  # doing it twice does no harm, so a connector may ask again by itself
    chain: ChainIds = NO_CHAIN  # in whose name it is asked for, and where
    crossing: Crossing | None = None  # to another hub: through which ones it came, and what it may spend there
    off_loop: OffLoop = run_at_once  # reads files, whose contents are asked for when they are sent
    model: "FormFiller | None" = None  # for agents of the hub and for tools, which choose by it; None: rules choose

    @property
    def words(self) -> str:
        """What this task is in the person's own words, where its brief repeats them; else the brief."""
        return words_repeated(self.brief).strip() or self.goal.strip()

    @property
    def brief_now(self) -> str:
        """The brief with what was said after it was written, and what is wrong with an earlier answer, as one text."""
        said = (f"{change.by} said meanwhile: {change.text}" for change in self.changes if change.after_brief)
        flaw = self.earlier.flaw if self.earlier else ""
        wrong = [f"Your last answer could not be used. {flaw}"] if flaw else []
        return "\n\n".join([self.brief, *said, *wrong])

    @property
    def work_key(self) -> str:
        """The idempotency key of this piece of work: the same over its tries, another one after an answer."""
        return f"{self.key}:{self.leg}" if self.leg else self.key


@dataclass(frozen=True)
class Usage:
    """What a call cost. `money` is US dollars, None where nobody said a price.

    `estimated`: the tokens were estimated here, at least in part, because the other side did not count them.
    """

    prompt_tokens: int = 0
    completion_tokens: int = 0
    money: float | None = None
    estimated: bool = False

    def __add__(self, other: "Usage") -> "Usage":
        """What both cost; money only where both have it."""
        known = self.money is not None and other.money is not None
        return Usage(
            self.prompt_tokens + other.prompt_tokens,
            self.completion_tokens + other.completion_tokens,
            (self.money or 0.0) + (other.money or 0.0) if known else None,
            self.estimated or other.estimated,
        )


class Sign(StrEnum):
    """What a sign of life tells of."""

    LIFE = "life"  # that it is alive: the end of what it is writing, what it waits for
    STEP = "step"  # a piece of the work
    TOOL = "tool"  # the call of a tool
    THOUGHT = "thought"  # that it thinks


@dataclass(frozen=True)
class Progress:
    """A sign of life in the agent's own words, at most a line; all but LIFE are steps that its work took."""

    text: str
    sign: Sign = Sign.STEP


@dataclass(frozen=True)
class Writing:
    """A piece of the text that the agent is writing, as it comes; it is shown, and kept nowhere.

    `anew`: it does not go on with what came before, but begins another text in its place.
    """

    piece: str
    anew: bool = False


@dataclass(frozen=True)
class Accepted:
    """The agent has taken the work; with `handle` in its request a later try goes on with it (1000 characters)."""

    handle: str


@dataclass(frozen=True)
class ArtifactMade:
    """A file the agent produced."""

    file: File


@dataclass(frozen=True)
class InputRequired:
    """The agent cannot go on without an answer; the call ends and is made again with `RunRequest.answer`."""

    question: str
    usage: Usage = field(default_factory=Usage)


@dataclass(frozen=True)
class Result:
    """The end of a call that went well. `text` is Markdown. `cut`: the other side said that it ends too early."""

    text: str
    usage: Usage = field(default_factory=Usage)
    cut: bool = False


@dataclass(frozen=True)
class AgentError:
    """The end of a call that went wrong. `permanent`: trying the same again is pointless.

    `excused`: the work can't be done with what there is, which says nothing against the agent.
    `retry_after`: it has too much to do, and wants to be asked again after so many seconds.
    `failure` says whether the work may have been done. `resumable`: with what it was Accepted with, the next try goes
    on with the same work, and nothing is done twice.
    `reason` is one plain sentence for people; it never holds a secret or a stack trace.
    """

    reason: str
    permanent: bool = False
    excused: bool = False
    retry_after: float | None = None
    failure: Failure = Failure.UNEXPLAINED
    resumable: bool = False
    usage: Usage = field(default_factory=Usage)  # what it cost nevertheless


RunEvent = Progress | Writing | Accepted | ForeignWork | ArtifactMade | InputRequired | Result | AgentError


TEST_MESSAGE = "This is a test of the connection. Answer with one short sentence that says what you can do."
"""What a probe sends; an agent takes it for a task like others."""


@dataclass(frozen=True)
class ProbeResult:
    """What a probe found. `problem`: one plain sentence on why the agent can't be used as it is; "": it answered."""

    problem: str = ""
    reachable: bool = True  # something answered, be it an error
    latency_ms: int = 0  # from the test message to the end of its answer
    reply: str = ""  # to the test message
    models: tuple[str, ...] = ()  # that the server offers, its first choice first
    quirks: tuple[str, ...] = ()  # what the server does otherwise than others, each a plain sentence
    skills: tuple[Skill, ...] = ()  # that could be listed for an agent that lists none, as its server says

    @property
    def availability(self) -> Availability:
        """What the probe says of the agent's presence."""
        if not self.reachable:
            return Availability.OFFLINE
        return Availability.UNSTABLE if self.problem else Availability.ONLINE


@dataclass(frozen=True)
class CallContext:
    """What a connector is made for. `connection_id`: "" for an agent that is not registered yet.

    `inline`: do blocking work in the calling thread, as tests want it, instead of a pool.
    """

    connection_id: str = ""
    inline: bool = False


class Connector(Protocol):
    """One way of reaching agents. The last event of `run` is InputRequired, Result or AgentError.

    A configuration is what the settings model of its Descriptor takes; secrets in it are SecretStr, opened.
    Closing the iterator of `run` gives the call up: the agent is told to stop, unless another process goes on.
    """

    def run(self, config: dict[str, object], request: RunRequest) -> AsyncIterator[RunEvent]:
        """Carry out `request` at the agent that `config` addresses."""

    async def probe(self, config: dict[str, object]) -> ProbeResult:
        """Send the agent that `config` addresses a test message and tell how it went; never raises for what it does."""


class Reachable(Protocol):
    """A connector that can see whether somebody is there without giving work; those without are only ever tested."""

    async def reach(self, config: dict[str, object]) -> ProbeResult:
        """Ask the server that `config` addresses for a sign of life, within seconds; never raises for what it does."""
