from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SessionOut")


@_attrs_define
class SessionOut:
    """A browser in which you are signed in."""

    id: UUID
    device: str
    address: str
    started_at: datetime.datetime
    seen_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        device = self.device

        address = self.address

        started_at = self.started_at.isoformat()

        seen_at = self.seen_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "device": device,
                "address": address,
                "started_at": started_at,
                "seen_at": seen_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        device = d.pop("device")

        address = d.pop("address")

        started_at = datetime.datetime.fromisoformat(d.pop("started_at"))

        seen_at = datetime.datetime.fromisoformat(d.pop("seen_at"))

        session_out = cls(
            id=id,
            device=device,
            address=address,
            started_at=started_at,
            seen_at=seen_at,
        )

        session_out.additional_properties = d
        return session_out

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
