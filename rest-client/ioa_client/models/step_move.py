from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="StepMove")


@_attrs_define
class StepMove:
    """Where a row goes."""

    up: bool
    """ A place further up, else further down. """

    def to_dict(self) -> dict[str, Any]:
        up = self.up

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "up": up,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        up = d.pop("up")

        step_move = cls(
            up=up,
        )

        return step_move
