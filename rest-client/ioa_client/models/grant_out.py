from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="GrantOut")


@_attrs_define
class GrantOut:
    """A grant of an owner."""

    id: UUID
    asker: str
    """ The handle of who may ask; empty: any agent of the workspace. """
    given_by: str
    given_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        asker = self.asker

        given_by = self.given_by

        given_at = self.given_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "asker": asker,
                "given_by": given_by,
                "given_at": given_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        asker = d.pop("asker")

        given_by = d.pop("given_by")

        given_at = datetime.datetime.fromisoformat(d.pop("given_at"))

        grant_out = cls(
            id=id,
            asker=asker,
            given_by=given_by,
            given_at=given_at,
        )

        grant_out.additional_properties = d
        return grant_out

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
