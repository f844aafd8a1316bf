"""The links of a chain of authority by their ids: what events, messages, calls and answers name it by. Pure."""

from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, kw_only=True)
class ChainIds:
    """In whose name something happens, and where: the ids of the rows, those that apply. Written by the hub alone."""

    origin: UUID | None = None  # the person or token that it began with; None: nobody
    origin_kind: str | None = None  # accounts' OriginKind; None: not said
    goal: UUID | None = None
    team: UUID | None = None
    member: UUID | None = None
    task: UUID | None = None
    attempt: UUID | None = None

    def named(self) -> dict[str, str]:
        """The links that apply, from the first to the last, as JSON has them: ids and kinds, nobody's name."""
        return {name: str(link) for name, link in vars(self).items() if link}


NO_CHAIN = ChainIds()
"""Of what is done under no row: an agent is tried out."""
