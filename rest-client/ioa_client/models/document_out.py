from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DocumentOut")


@_attrs_define
class DocumentOut:
    """A file of the workspace's library, or one that came with a goal."""

    id: UUID
    name: str
    media_type: str
    size: int
    """ Bytes. """
    attached: bool
    """ It came with a goal; false: it is in the library, for all goals. """
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        media_type = self.media_type

        size = self.size

        attached = self.attached

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "media_type": media_type,
                "size": size,
                "attached": attached,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        media_type = d.pop("media_type")

        size = d.pop("size")

        attached = d.pop("attached")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        document_out = cls(
            id=id,
            name=name,
            media_type=media_type,
            size=size,
            attached=attached,
            created_at=created_at,
        )

        document_out.additional_properties = d
        return document_out

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
