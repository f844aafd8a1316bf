"""How many files there may be, and how large together: of one call, one goal, one agent, one workspace. Pure."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from apps.core.sentences import Sentence, sentence

MB = 2**20


class QuotaScope(StrEnum):
    """What files count for."""

    CALL = "call"  # one try of an agent at a task, or one message to it
    GOAL = "goal"  # attached to it, or made for it
    AGENT = "agent"  # made by it, for all goals
    WORKSPACE = "workspace"  # all of these and the library


@dataclass(frozen=True)
class FileQuota:
    """At most so many files, and so many bytes together."""

    files: int
    bytes: int

    def lowered(self, files: int | None, size: int | None) -> "FileQuota":
        """The lower of each: somebody may ask for less than there is, never for more."""
        least = min(self.files, self.files if files is None else files)
        return FileQuota(least, min(self.bytes, self.bytes if size is None else size))


Quotas = Mapping[QuotaScope, FileQuota]


@dataclass(frozen=True)
class Used:
    """What counts for one owner."""

    files: int = 0
    bytes: int = 0


@dataclass(frozen=True)
class Whose:
    """For whom a file counts, besides its call."""

    workspace_id: uuid.UUID
    goal_id: uuid.UUID | None = None
    agent_id: uuid.UUID | None = None

    def owners(self) -> list[tuple[QuotaScope, uuid.UUID]]:
        """In the order in which their counts are locked: what most others wait for comes last."""
        owners = (
            (QuotaScope.GOAL, self.goal_id),
            (QuotaScope.AGENT, self.agent_id),
            (QuotaScope.WORKSPACE, self.workspace_id),
        )
        return [(scope, owner) for scope, owner in owners if owner is not None]


class OverQuota(Exception):
    """A file does not fit any more. The message is a sentence that says how much is left."""

    def __init__(self, scope: QuotaScope, quota: FileQuota, used: Used, size: int) -> None:
        if used.files >= quota.files:
            said = sentence(
                "{name} may have {files:,} files, and has them.", name=sentence(NAMES[scope]), files=quota.files
            )
        else:
            left = max(quota.bytes - used.bytes, 0)
            most, rest = size_text(quota.bytes), size_text(left)
            said = sentence(
                "It has {size}; of the {most} that {owner}, {rest} are left.",
                size=size_text(size),
                most=most,
                owner=sentence(OWNERS[scope]),
                rest=rest,
            )
        super().__init__(said)
        self.scope = scope


NAMES = {
    QuotaScope.CALL: "One call of an agent",
    QuotaScope.GOAL: "This goal",
    QuotaScope.AGENT: "This agent",
    QuotaScope.WORKSPACE: "This workspace",
}
OWNERS = {
    QuotaScope.CALL: "the files of one call may have",
    QuotaScope.GOAL: "the files of this goal may have",
    QuotaScope.AGENT: "the files of this agent may have",
    QuotaScope.WORKSPACE: "the files of this workspace may have",
}


def size_text(size: int) -> Sentence:
    """Bytes for people."""
    if size < MB / 10:
        return sentence("{size:,} bytes", size=size)
    tenths = round(size / MB, 1)
    return sentence("{size:,} MB", size=int(tenths) if tenths.is_integer() else tenths)
