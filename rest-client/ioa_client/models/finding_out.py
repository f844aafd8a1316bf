from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.finding_kind import FindingKind
from ..models.handling import Handling
from ..types import UNSET, Unset

T = TypeVar("T", bound="FindingOut")


@_attrs_define
class FindingOut:
    """A published way of failing that showed in a message."""

    id: UUID
    kind: FindingKind
    """ How somebody failed. """
    agent: str
    """ Handle of who failed; empty: the coordinator. """
    task: None | UUID
    """ In whose result it showed; null: in talk. """
    team: UUID
    """ In whose room. """
    message: UUID
    """ It tells the room, with the words that were not taken. """
    number: int
    """ Of the message, in its room. """
    why: str
    """ One sentence. """
    certain: bool | None
    """ A fact of form; false: likely; null: found before this was kept. """
    prevented: bool
    """ Whether what showed it was not taken; false: its agent gave it again. """
    handling: Handling
    """ What was done about a finding. """
    at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        kind = self.kind.value

        agent = self.agent

        task: None | str
        if isinstance(self.task, UUID):
            task = str(self.task)
        else:
            task = self.task

        team = str(self.team)

        message = str(self.message)

        number = self.number

        why = self.why

        certain: bool | None
        certain = self.certain

        prevented = self.prevented

        handling = self.handling.value

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "agent": agent,
                "task": task,
                "team": team,
                "message": message,
                "number": number,
                "why": why,
                "certain": certain,
                "prevented": prevented,
                "handling": handling,
                "at": at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = FindingKind(d.pop("kind"))

        agent = d.pop("agent")

        def _parse_task(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                task_type_0 = UUID(data)

                return task_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        task = _parse_task(d.pop("task"))

        team = UUID(d.pop("team"))

        message = UUID(d.pop("message"))

        number = d.pop("number")

        why = d.pop("why")

        def _parse_certain(data: object) -> bool | None:
            if data is None:
                return data
            return cast(bool | None, data)

        certain = _parse_certain(d.pop("certain"))

        prevented = d.pop("prevented")

        handling = Handling(d.pop("handling"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        finding_out = cls(
            id=id,
            kind=kind,
            agent=agent,
            task=task,
            team=team,
            message=message,
            number=number,
            why=why,
            certain=certain,
            prevented=prevented,
            handling=handling,
            at=at,
        )

        finding_out.additional_properties = d
        return finding_out

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
