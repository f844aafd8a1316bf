"""Who acts, as pages show them."""

from dataclasses import dataclass
from datetime import datetime

from apps.teams.domain.states import MemberKind
from apps.teams.models import Member


@dataclass(frozen=True)
class Face:
    """Somebody who acts: an agent, a person, the coordinator's seat, or the hub itself. Some have no handle."""

    kind: str
    name: str
    handle: str = ""
    lead: bool = False
    availability: str = ""
    last_seen_at: datetime | None = None
    member_id: str = ""

    @property
    def role(self) -> str:
        """What stands beside the name."""
        if self.lead:
            return "lead"
        return f"@{self.handle}" if self.kind == MemberKind.AGENT else ""

    @property
    def mention(self) -> str:
        """What to type after @ to name this one."""
        return self.handle or self.name.lower().replace(" ", "-")


HUB = Face("hub", "IoA Web")


def face_of(member: Member | None) -> Face:
    """The face of a member whose agent or user is loaded; the hub for None."""
    if member is None:
        return HUB
    if member.agent is not None:
        agent = member.agent
        return Face(
            "agent", agent.name, agent.handle, member.lead, agent.availability, agent.last_seen_at, str(member.pk)
        )
    if member.user is not None:
        return Face("person", str(member.user), member.user.username, member.lead, member_id=str(member.pk))
    return Face("coordinator", "Coordinator", "coordinator", member.lead, member_id=str(member.pk))
