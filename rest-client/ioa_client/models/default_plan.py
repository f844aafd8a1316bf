from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DefaultPlan")


@_attrs_define
class DefaultPlan:
    """Whether goals that don't say show their plan before it begins."""

    shown: bool

    def to_dict(self) -> dict[str, Any]:
        shown = self.shown

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "shown": shown,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        shown = d.pop("shown")

        default_plan = cls(
            shown=shown,
        )

        return default_plan
