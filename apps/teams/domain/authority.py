"""Who may set whom to work: the chain of authority of an attempt, and the one judgement on it. Pure.

The hub makes a chain from its own rows, never from what somebody sends. It is judged each time that a call would begin.
"""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

from apps.accounts.domain.approval_policy import AskedFor
from apps.accounts.domain.origins import Authority
from apps.agents.domain.profile import Askers, Trust
from apps.agents.domain.reach import Reach
from apps.core.sentences import sentence

MOST_NAME = 60  # characters of a link in words


class LinkKind(StrEnum):
    """What a link of a chain is."""

    PERSON = "person"
    TOKEN = "token"  # noqa: S105  a program with a token of a person
    SYSTEM = "system"
    GOAL = "goal"
    TEAM = "team"
    AGENT = "agent"


@dataclass(frozen=True)
class AuthorityLink:
    """One link, and what people call it."""

    kind: LinkKind
    name: str

    def __str__(self) -> str:
        name = self.name if len(self.name) <= MOST_NAME else self.name[: MOST_NAME - 1] + "…"
        match self.kind:
            case LinkKind.AGENT:
                return f"@{name}"
            case LinkKind.PERSON | LinkKind.SYSTEM:
                return name
            case LinkKind.TOKEN:
                return f"a program of {name}"
        return f"{self.kind} “{name}”"


@dataclass(frozen=True)
class AgentStanding:
    """An agent whose words set another to work. `named`: a grant names it; `granted`: one is for any agent."""

    handle: str
    trust: Trust
    named: bool
    granted: bool

    @property
    def may(self) -> bool:
        """Whether a grant lets it; one for any agent is not meant for those that nobody trusts."""
        return self.named or (self.granted and self.trust is not Trust.UNTRUSTED)


@dataclass(frozen=True)
class CallRequest:
    """What is about to be called. `asker`: the agent that asks for it by itself; `heard`: whose words go along.

    `invited`: a person or the coordinator put the called agent into this goal. `asked_for`: why the workspace's policy
    wants leave for it, whoever wishes it.
    """

    origin: Authority
    handle: str
    reach: Reach
    askers: Askers = Askers.EVERYBODY
    asker: AgentStanding | None = None
    heard: Collection[AgentStanding] = ()
    invited: bool = True
    asked_for: frozenset[AskedFor] = frozenset()


class PermitVerdict(StrEnum):
    """What is to be done about an errand."""

    GO = "go"
    ASK = "ask"  # a person has to permit it
    REFUSE = "refuse"  # nobody here may permit it


@dataclass(frozen=True)
class Judgement:
    """A verdict, and why, as a plain sentence; empty for GO."""

    verdict: PermitVerdict
    why: str = ""


GO = Judgement(PermitVerdict.GO)


def judge(request: CallRequest) -> Judgement:
    """Say whether a call may begin. Fails closed: what is not known is not permitted."""
    if request.origin.lost:
        return Judgement(
            PermitVerdict.REFUSE,
            sentence("Not done: {lost}, in whose name it was asked for.", lost=request.origin.lost),
        )
    if not request.origin.is_person and request.reach is not Reach.READS:
        refusal = sentence(
            "Not done: no person stands behind this, and @{handle} may do more than read.", handle=request.handle
        )
        return Judgement(PermitVerdict.REFUSE, refusal)
    why = _why_asking(request) or _why_telling(request) or _why_by_policy(request)
    return Judgement(PermitVerdict.ASK, why) if why else GO


def _why_asking(request: CallRequest) -> str:
    """Why an agent's own wish needs leave; empty where it needs none, or where no agent wishes it."""
    asker = request.asker
    if asker is None or asker.may:
        return ""
    wishes = sentence("@{asker} wants @{handle} to do this", asker=asker.handle, handle=request.handle)
    if asker.trust is Trust.UNTRUSTED:
        return sentence("{wishes}, and nothing that it asks for is done unasked.", wishes=wishes)
    if request.askers is Askers.PEOPLE:
        return sentence("{wishes}, which only people and their teams may ask.", wishes=wishes)
    if request.askers is Askers.NAMED:
        return sentence("{wishes}, and is not among those that may ask it.", wishes=wishes)
    if request.reach is Reach.ACTS:
        return sentence("{wishes}, which may do more than read.", wishes=wishes)
    if request.reach is Reach.WORDS and not request.invited:
        return sentence("{wishes}, which neither a person nor the coordinator brought into this goal.", wishes=wishes)
    return ""


def _why_telling(request: CallRequest) -> str:
    """Why the words of agents that go along need leave; empty where they need none."""
    if request.reach is not Reach.ACTS:
        return ""
    others = sorted(f"@{one.handle}" for one in request.heard if not one.may)
    if not others:
        return ""
    return sentence(
        "@{handle} may do more than read, and what it would be told comes from {others}.",
        handle=request.handle,
        others=_list_names(others),
    )


def _why_by_policy(request: CallRequest) -> str:
    """Why the workspace wants leave for it; empty where it wants none."""
    if AskedFor.ACTS in request.asked_for:
        return sentence("@{handle} may do more than read, for which this workspace wants leave.", handle=request.handle)
    if AskedFor.LEAVES in request.asked_for:
        return sentence("@{handle} is outside this hub, for which this workspace wants leave.", handle=request.handle)
    return ""


def _list_names(names: list[str]) -> str:
    if len(names) == 1:
        return names[0]
    return sentence("{listed} and {name}", listed=", ".join(names[:-1]), name=names[-1])
