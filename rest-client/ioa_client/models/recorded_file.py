from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedFile")


@_attrs_define
class RecordedFile:
    """The current version of a file. `sha256`: of its content, in hexadecimal; `size` in bytes."""

    id: UUID
    name: str
    media_type: str
    size: int
    sha256: str
    by: str
    at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name = self.name

        media_type = self.media_type

        size = self.size

        sha256 = self.sha256

        by = self.by

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "name": name,
                "media_type": media_type,
                "size": size,
                "sha256": sha256,
                "by": by,
                "at": at,
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

        sha256 = d.pop("sha256")

        by = d.pop("by")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        recorded_file = cls(
            id=id,
            name=name,
            media_type=media_type,
            size=size,
            sha256=sha256,
            by=by,
            at=at,
        )

        return recorded_file
