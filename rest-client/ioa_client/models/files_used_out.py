from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="FilesUsedOut")


@_attrs_define
class FilesUsedOut:
    """What counts of files, and what may."""

    files: int
    bytes_: int
    most_files: int
    most_bytes: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        files = self.files

        bytes_ = self.bytes_

        most_files = self.most_files

        most_bytes = self.most_bytes

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "files": files,
                "bytes": bytes_,
                "most_files": most_files,
                "most_bytes": most_bytes,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        files = d.pop("files")

        bytes_ = d.pop("bytes")

        most_files = d.pop("most_files")

        most_bytes = d.pop("most_bytes")

        files_used_out = cls(
            files=files,
            bytes_=bytes_,
            most_files=most_files,
            most_bytes=most_bytes,
        )

        files_used_out.additional_properties = d
        return files_used_out

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
