from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="TeamMember")


@_attrs_define
class TeamMember:
    """A member of a team."""

    kind: str
    """ agent, person, coordinator, or hub (the server itself); no name can change it. """
    name: str
    """ Of a message: what its sender was called when it spoke. """
    handle: str
    """ Empty for the hub. """
    lead: bool
    now_called: str | Unset = ""
    """ Its name today, where it had another one then; else empty. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind

        name = self.name

        handle = self.handle

        lead = self.lead

        now_called = self.now_called

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "name": name,
                "handle": handle,
                "lead": lead,
            }
        )
        if now_called is not UNSET:
            field_dict["now_called"] = now_called

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = d.pop("kind")

        name = d.pop("name")

        handle = d.pop("handle")

        lead = d.pop("lead")

        now_called = d.pop("now_called", UNSET)

        team_member = cls(
            kind=kind,
            name=name,
            handle=handle,
            lead=lead,
            now_called=now_called,
        )

        team_member.additional_properties = d
        return team_member

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
