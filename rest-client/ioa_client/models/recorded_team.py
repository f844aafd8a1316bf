from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.recorded_decision import RecordedDecision
    from ..models.recorded_member import RecordedMember
    from ..models.recorded_message import RecordedMessage
    from ..models.recorded_task import RecordedTask


T = TypeVar("T", bound="RecordedTeam")


@_attrs_define
class RecordedTeam:
    """A team with its room. `parent`: the team above; null for the goal's own. `state`: as pages show it."""

    id: UUID
    parent: None | UUID
    name: str
    purpose: str
    state: str
    members: list[RecordedMember]
    tasks: list[RecordedTask]
    messages: list[RecordedMessage]
    decisions: list[RecordedDecision]

    def to_dict(self) -> dict[str, Any]:
        from ..models.recorded_decision import RecordedDecision  # noqa: PLC0415
        from ..models.recorded_member import RecordedMember  # noqa: PLC0415
        from ..models.recorded_message import RecordedMessage  # noqa: PLC0415
        from ..models.recorded_task import RecordedTask  # noqa: PLC0415

        id = str(self.id)

        parent: None | str
        if isinstance(self.parent, UUID):
            parent = str(self.parent)
        else:
            parent = self.parent

        name = self.name

        purpose = self.purpose

        state = self.state

        members = []
        for members_item_data in self.members:
            members_item = members_item_data.to_dict()
            members.append(members_item)

        tasks = []
        for tasks_item_data in self.tasks:
            tasks_item = tasks_item_data.to_dict()
            tasks.append(tasks_item)

        messages = []
        for messages_item_data in self.messages:
            messages_item = messages_item_data.to_dict()
            messages.append(messages_item)

        decisions = []
        for decisions_item_data in self.decisions:
            decisions_item = decisions_item_data.to_dict()
            decisions.append(decisions_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "parent": parent,
                "name": name,
                "purpose": purpose,
                "state": state,
                "members": members,
                "tasks": tasks,
                "messages": messages,
                "decisions": decisions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.recorded_decision import RecordedDecision  # noqa: PLC0415
        from ..models.recorded_member import RecordedMember  # noqa: PLC0415
        from ..models.recorded_message import RecordedMessage  # noqa: PLC0415
        from ..models.recorded_task import RecordedTask  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

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

        name = d.pop("name")

        purpose = d.pop("purpose")

        state = d.pop("state")

        members = []
        _members = d.pop("members")
        for members_item_data in _members:
            members_item = RecordedMember.from_dict(members_item_data)

            members.append(members_item)

        tasks = []
        _tasks = d.pop("tasks")
        for tasks_item_data in _tasks:
            tasks_item = RecordedTask.from_dict(tasks_item_data)

            tasks.append(tasks_item)

        messages = []
        _messages = d.pop("messages")
        for messages_item_data in _messages:
            messages_item = RecordedMessage.from_dict(messages_item_data)

            messages.append(messages_item)

        decisions = []
        _decisions = d.pop("decisions")
        for decisions_item_data in _decisions:
            decisions_item = RecordedDecision.from_dict(decisions_item_data)

            decisions.append(decisions_item)

        recorded_team = cls(
            id=id,
            parent=parent,
            name=name,
            purpose=purpose,
            state=state,
            members=members,
            tasks=tasks,
            messages=messages,
            decisions=decisions,
        )

        return recorded_team
