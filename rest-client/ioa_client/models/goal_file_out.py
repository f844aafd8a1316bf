from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.file_out import FileOut


T = TypeVar("T", bound="GoalFileOut")


@_attrs_define
class GoalFileOut:
    """A file of a goal: a name that the goal has once, whatever its letters' case."""

    id: UUID
    name: str
    current: FileOut
    """ A version of a file. """
    versions: list[FileOut]
    """ All of them, oldest first; conflicts too. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.file_out import FileOut  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        current = self.current.to_dict()

        versions = []
        for versions_item_data in self.versions:
            versions_item = versions_item_data.to_dict()
            versions.append(versions_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "current": current,
                "versions": versions,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.file_out import FileOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        current = FileOut.from_dict(d.pop("current"))

        versions = []
        _versions = d.pop("versions")
        for versions_item_data in _versions:
            versions_item = FileOut.from_dict(versions_item_data)

            versions.append(versions_item)

        goal_file_out = cls(
            id=id,
            name=name,
            current=current,
            versions=versions,
        )

        goal_file_out.additional_properties = d
        return goal_file_out

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
