from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="GrantIn")


@_attrs_define
class GrantIn:
    """Who may set the agent to work without a person being asked each time."""

    asker: str | Unset = ""
    """ A handle; left out or empty: any agent. """

    def to_dict(self) -> dict[str, Any]:
        asker = self.asker

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if asker is not UNSET:
            field_dict["asker"] = asker

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        asker = d.pop("asker", UNSET)

        grant_in = cls(
            asker=asker,
        )

        return grant_in
