"""What can happen to a conversation: a closed union. Each is one row-locked transaction."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from apps.accounts.domain.workspace_settings import WhenSilent
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import Delivery
from apps.chat.domain.utterances import Discuss, Utterance
from apps.teams.domain.limits import Limit


@dataclass(frozen=True)
class Uttered:
    """The voice answered. `unstaffed`: for an Assign, keys of the tasks nobody can do, with the needs uncovered.

    `guests`: handles of agents that are no members and that the lead may give the floor to. `team_bar`: why whoever
    spoke may form no team below though it does not lead; empty: it may; None: nobody looked, so it may not.
    """

    turn: int
    utterance: Utterance | Misspoken
    unstaffed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    guests: frozenset[str] = frozenset()
    team_bar: str | None = None


@dataclass(frozen=True)
class TurnFailed:
    """The voice gave no answer. `lost`: its worker was; then nothing is known and it is asked again at once.

    `handed_back`: it was lost because the worker had to end and said so, which is no fault of the turn's.
    `retry_after`: seconds that it asked to be left alone. `when_silent`: what follows if it goes on like this.
    """

    turn: int
    reason: str
    permanent: bool = False
    lost: bool = False
    handed_back: bool = False
    retry_after: float | None = None
    when_silent: WhenSilent = WhenSilent.END


@dataclass(frozen=True)
class TaskSettled:
    """A task ended, however; the standing's tasks already show how."""

    task: int


@dataclass(frozen=True)
class AgentAsked:
    """A working agent can't go on without an answer. `fitting`: the colleague whose skills fit best, if any.

    `people_only`: only a person may give it, leave to do something say; `options`: answers that are offered.
    """

    task: int
    question: str
    fitting: str | None = None
    people_only: bool = False
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class PersonSpoke:
    """A person, or the team above, said something; the message is saved already."""

    text: str
    delivery: Delivery = Delivery.NEXT_TURN
    answers_task: int | None = None
    barred: tuple[int, ...] = ()  # tasks whose agents' questions were put to others alone


@dataclass(frozen=True)
class TalkAsked:
    """A person wants a talk under a protocol; `machine.talks.refusal` has nothing against it."""

    discuss: Discuss


@dataclass(frozen=True)
class RulesChosen:
    """A person lets the built-in rules go on where the model is silent."""


@dataclass(frozen=True)
class Paused:
    """A person froze it."""


@dataclass(frozen=True)
class Resumed:
    """A person let it go on."""


@dataclass(frozen=True)
class Stopped:
    """A person, or the end of the team above, ended it."""

    reason: str = ""


@dataclass(frozen=True)
class DeadlinePassed:
    """Time ran out."""

    which: Limit = Limit.MINUTES


@dataclass(frozen=True)
class LimitReached:
    """A limit leaves nothing for the next step; found when that step was to be dispatched."""

    which: Limit


@dataclass(frozen=True)
class LimitChanged:
    """A person gave more."""


@dataclass(frozen=True)
class ConcludeAsked:
    """A person chose to end the round with what there is."""


FromWork = Uttered | TurnFailed | TaskSettled | AgentAsked | DeadlinePassed | LimitReached
FromPeople = PersonSpoke | RulesChosen | TalkAsked | Paused | Resumed | LimitChanged | Stopped | ConcludeAsked
Input = FromWork | FromPeople
