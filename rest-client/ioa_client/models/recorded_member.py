from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.recorded_member_kind import RecordedMemberKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedMember")


@_attrs_define
class RecordedMember:
    """Somebody in a team. `handle` is empty for the coordinator and for people whose names are left out."""

    name: str
    handle: str
    kind: RecordedMemberKind

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        handle = self.handle

        kind = self.kind.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "name": name,
                "handle": handle,
                "kind": kind,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        handle = d.pop("handle")

        kind = RecordedMemberKind(d.pop("kind"))

        recorded_member = cls(
            name=name,
            handle=handle,
            kind=kind,
        )

        return recorded_member
