"""What a connector says of itself: all that the hub knows of one way of reaching agents. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import UnionType
from typing import Self, Union, get_args, get_origin

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from apps.agents.domain.reach import Reach

SOCKET = "socket"
"""The kind of agents that dial in, which more than its connector deals with."""

PERSON = "person"
"""The kind of people who do tasks themselves: nothing of theirs is ever said for them."""

LONGEST_KIND, LONGEST_NAME, LONGEST_HELP = 24, 60, 300
_KIND = re.compile(rf"[a-z0-9][a-z0-9_-]{{0,{LONGEST_KIND - 1}}}")
_REFERENCE = re.compile(r"[\w.]+:[\w.]+")


class Resume(StrEnum):
    """How a call that was lost with its worker is gone on with."""

    NO = "no"  # not at all: the agent has no name for the work
    BY_HANDLE = "handle"  # by what the agent Accepted it with
    BY_KEY = "key"  # by the request's own key, before anything was Accepted


@dataclass(frozen=True)
class Descriptor:
    """One way of reaching agents; `apps.agents.connectors` has those that are installed.

    `settings`, `connector` and `recogniser` are references, "package.module:name", that are loaded when they are first
    needed: the HTTP client takes a fifth of a second, which no process pays that calls nobody. They name a pydantic
    model; a callable that gives a Connector for a CallContext; and `async def recognise(source: Source) -> Found`,
    which raises Unlike or OutboundError. Without a recogniser no address is found to be of this kind.
    """

    kind: str  # stored with each agent
    name: str  # what stands on a card
    settings: str
    connector: str
    help: str = ""  # what kind of agent is reached that way
    recogniser: str = ""
    precedence: int = 0  # of those that recognise one address the highest wins: who says more of its agent
    choosable: bool = True  # people may choose it by hand
    streaming: bool = False  # its agents give signs of life while they work
    cancel: bool = False  # its agents learn that a call was given up, by a word or by the end of the connection
    files: bool = False  # its agents may give files
    resume: Resume = Resume.NO
    reach: Reach = Reach.ACTS  # what a call may bring about where nobody said anything of the skill
    harmless: str = ""  # why doing work twice does no harm there: half a sentence; "": that depends on the skill
    tools: bool = False  # a call exercises the skills that it names, or the one in the setting `tool`, and no others
    inside: bool = False  # its agents live in the hub's own processes: there is nothing to reach, and nothing to set
    fetching: frozenset[str] = frozenset()  # of those that live inside, the workers that ask servers elsewhere

    @property
    def talks(self) -> bool:
        """Whether its agents take part in a talk: what is built in, and a server of tools, only do what they do."""
        return not (self.inside or self.tools)

    def leaves_hub(self, config: Mapping[str, object]) -> bool:
        """Whether a call of an agent with these settings sends something, or asks a server, outside the hub."""
        return not self.inside or config.get("worker") in self.fetching

    @property
    def may_choose_by_model(self) -> bool:
        """Whether a call may have the workspace's model choose what is done: who dials in may bring tools along."""
        return self.inside or self.tools or self.kind == SOCKET

    def checked(self) -> Self:
        """Give it back. Raises ValueError with what is wrong with it: half a sentence."""
        if not _KIND.fullmatch(self.kind):
            raise ValueError(f"its kind must be of a-z, 0-9, - and _, {LONGEST_KIND} at most")
        if not self.name.strip() or len(self.name) > LONGEST_NAME or len(self.help) > LONGEST_HELP:
            raise ValueError(f"its name takes 1 to {LONGEST_NAME} characters, its help {LONGEST_HELP} at most")
        if not all(_REFERENCE.fullmatch(each) for each in self.references):
            raise ValueError("its settings, connector and recogniser must be written as “package.module:name”")
        return self

    @property
    def references(self) -> tuple[str, ...]:
        """What it names: settings, connector and, where there is one, recogniser."""
        return (self.settings, self.connector, *filter(None, [self.recogniser]))


def unknown_descriptor(kind: str) -> Descriptor:
    """Give what is known of a kind that is not installed, of an agent from an earlier time: its name, and no more."""
    return Descriptor(kind, kind, settings="", connector="", choosable=False)


def plain_type(info: FieldInfo) -> type | None:
    """Give the type of a setting that a form has a field for; None for one that has no plain form."""
    said = info.annotation
    named = {*get_args(said)} - {type(None)} if get_origin(said) in (Union, UnionType) else {said}
    return next((plain for plain in (SecretStr, bool, int, float, str) if named == {plain}), None)


def setting_name(name: str) -> str:
    """Give what a setting of a connector is called, by people and on forms."""
    return SETTINGS.get(name, name.replace("_", " ").capitalize())


SETTINGS = {
    "url": "Address",
    "api_key": "API key",
    "worker": "Worker",
    "system_prompt": "System prompt",
    "prompt_price": "Prompt price",
    "completion_price": "Completion price",
    "stop_message": "Stop message",
    "headers": "Headers",
    "honours_keys": "Honours keys",
    "token": "Token",
    "version": "Version",
    "binding": "Binding",
    "streaming": "Streaming",
    "tenant": "Tenant",
    "hub": "Hub",
    "tool": "Tool",
    "argument": "Argument",
    "arguments": "Arguments",
    "most_steps": "Most steps",
    "describes_itself": "Describes itself",
    "reached_by": "Reached by",
    "reached_at": "Reached at",
    "person": "Person",
    "about": "About",
    "part": "Part",
}
"""Settings -> what they are called; what a connector from elsewhere has is called as it is named."""
