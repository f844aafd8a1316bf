from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.display import Display
from ..models.phase import Phase
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.limits import Limits
    from ..models.spent_out import SpentOut
    from ..models.talk_out import TalkOut
    from ..models.team_member import TeamMember
    from ..models.team_out_formation import TeamOutFormation
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="TeamOut")


@_attrs_define
class TeamOut:
    """A team and where its conversation stands."""

    id: UUID
    goal: UUID
    parent: None | UUID
    """ The team above; null for the goal's own. """
    executes: int | None
    """ Number of the parent's task that it carries out. """
    name: str
    purpose: str
    depth: int
    status: Display
    """ What a team or a goal is shown as; also a goal's status in the REST API. """
    since: datetime.datetime
    """ Since when it has that status. """
    phase: Phase
    """ What a conversation is at. """
    round_: int
    turn: int
    """ Number of the turn that is due, in flight or was last. """
    floor: None | WhoOut
    """ Who speaks, or is to speak next; null once it has ended. """
    talk: None | TalkOut
    """ That goes on under a protocol; null: none. """
    members: list[TeamMember]
    subteams: list[UUID]
    limits: Limits
    """ A grant. `money` in US dollars, `minutes` of unfrozen time, `depth` 0 forbids sub-teams. """
    spent: SpentOut
    """ What was used, with what is reserved for calls in flight. """
    formation: TeamOutFormation
    """ Why this team: query, seats, who was left out and why, what is missing. """
    waiting: int
    """ Decisions that wait for a person, here and below. """
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.spent_out import SpentOut  # noqa: PLC0415
        from ..models.talk_out import TalkOut  # noqa: PLC0415
        from ..models.team_member import TeamMember  # noqa: PLC0415
        from ..models.team_out_formation import TeamOutFormation  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        id = str(self.id)

        goal = str(self.goal)

        parent: None | str
        if isinstance(self.parent, UUID):
            parent = str(self.parent)
        else:
            parent = self.parent

        executes: int | None
        executes = self.executes

        name = self.name

        purpose = self.purpose

        depth = self.depth

        status = self.status.value

        since = self.since.isoformat()

        phase = self.phase.value

        round_ = self.round_

        turn = self.turn

        floor: dict[str, Any] | None
        if isinstance(self.floor, WhoOut):
            floor = self.floor.to_dict()
        else:
            floor = self.floor

        talk: dict[str, Any] | None
        if isinstance(self.talk, TalkOut):
            talk = self.talk.to_dict()
        else:
            talk = self.talk

        members = []
        for members_item_data in self.members:
            members_item = members_item_data.to_dict()
            members.append(members_item)

        subteams = []
        for subteams_item_data in self.subteams:
            subteams_item = str(subteams_item_data)
            subteams.append(subteams_item)

        limits = self.limits.to_dict()

        spent = self.spent.to_dict()

        formation = self.formation.to_dict()

        waiting = self.waiting

        created_at = self.created_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "goal": goal,
                "parent": parent,
                "executes": executes,
                "name": name,
                "purpose": purpose,
                "depth": depth,
                "status": status,
                "since": since,
                "phase": phase,
                "round": round_,
                "turn": turn,
                "floor": floor,
                "talk": talk,
                "members": members,
                "subteams": subteams,
                "limits": limits,
                "spent": spent,
                "formation": formation,
                "waiting": waiting,
                "created_at": created_at,
                "ended_at": ended_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.spent_out import SpentOut  # noqa: PLC0415
        from ..models.talk_out import TalkOut  # noqa: PLC0415
        from ..models.team_member import TeamMember  # noqa: PLC0415
        from ..models.team_out_formation import TeamOutFormation  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        goal = UUID(d.pop("goal"))

        def _parse_parent(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                parent_type_0 = UUID(data)

                return parent_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        parent = _parse_parent(d.pop("parent"))

        def _parse_executes(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        executes = _parse_executes(d.pop("executes"))

        name = d.pop("name")

        purpose = d.pop("purpose")

        depth = d.pop("depth")

        status = Display(d.pop("status"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        phase = Phase(d.pop("phase"))

        round_ = d.pop("round")

        turn = d.pop("turn")

        def _parse_floor(data: object) -> None | WhoOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                floor_type_0 = WhoOut.from_dict(data)

                return floor_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WhoOut, data)

        floor = _parse_floor(d.pop("floor"))

        def _parse_talk(data: object) -> None | TalkOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                talk_type_0 = TalkOut.from_dict(data)

                return talk_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | TalkOut, data)

        talk = _parse_talk(d.pop("talk"))

        members = []
        _members = d.pop("members")
        for members_item_data in _members:
            members_item = TeamMember.from_dict(members_item_data)

            members.append(members_item)

        subteams = []
        _subteams = d.pop("subteams")
        for subteams_item_data in _subteams:
            subteams_item = UUID(subteams_item_data)

            subteams.append(subteams_item)

        limits = Limits.from_dict(d.pop("limits"))

        spent = SpentOut.from_dict(d.pop("spent"))

        formation = TeamOutFormation.from_dict(d.pop("formation"))

        waiting = d.pop("waiting")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("ended_at"))

        team_out = cls(
            id=id,
            goal=goal,
            parent=parent,
            executes=executes,
            name=name,
            purpose=purpose,
            depth=depth,
            status=status,
            since=since,
            phase=phase,
            round_=round_,
            turn=turn,
            floor=floor,
            talk=talk,
            members=members,
            subteams=subteams,
            limits=limits,
            spent=spent,
            formation=formation,
            waiting=waiting,
            created_at=created_at,
            ended_at=ended_at,
        )

        team_out.additional_properties = d
        return team_out

    @property
    def additional_keys(self) -> list[str]:
        return list(self.additional_properties.keys())

    def __getitem__(self, key: str) -> Any:
        return self.additional_properties[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self.additional_properties[key] = value

    def __delitem__(self, key: str) -> None:
        del self.additional_properties[key]

    def __contains__(self, key: str) -> bool:
        return key in self.additional_properties
