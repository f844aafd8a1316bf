from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.concealable import Concealable
from ..types import UNSET, Unset

T = TypeVar("T", bound="ShareIn")


@_attrs_define
class ShareIn:
    """What a new link leaves out, and when it runs out."""

    leave_out: list[Concealable] | Unset = UNSET
    expires_in_days: int | None | Unset = 7
    """ Null: it does not run out. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        leave_out: list[str] | Unset = UNSET
        if not isinstance(self.leave_out, Unset):
            leave_out = []
            for leave_out_item_data in self.leave_out:
                leave_out_item = leave_out_item_data.value
                leave_out.append(leave_out_item)

        expires_in_days: int | None | Unset
        if isinstance(self.expires_in_days, Unset):
            expires_in_days = UNSET
        else:
            expires_in_days = self.expires_in_days

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if leave_out is not UNSET:
            field_dict["leave_out"] = leave_out
        if expires_in_days is not UNSET:
            field_dict["expires_in_days"] = expires_in_days

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        _leave_out = d.pop("leave_out", UNSET)
        leave_out: list[Concealable] | Unset = UNSET
        if _leave_out is not UNSET:
            leave_out = []
            for leave_out_item_data in _leave_out:
                leave_out_item = Concealable(leave_out_item_data)

                leave_out.append(leave_out_item)

        def _parse_expires_in_days(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        expires_in_days = _parse_expires_in_days(d.pop("expires_in_days", UNSET))

        share_in = cls(
            leave_out=leave_out,
            expires_in_days=expires_in_days,
        )

        share_in.additional_properties = d
        return share_in

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
