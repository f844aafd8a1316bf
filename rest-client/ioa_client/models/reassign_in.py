from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ReassignIn")


@_attrs_define
class ReassignIn:
    """Who shall do a task."""

    agent: str
    """ Its handle. """

    def to_dict(self) -> dict[str, Any]:
        agent = self.agent

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "agent": agent,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        agent = d.pop("agent")

        reassign_in = cls(
            agent=agent,
        )

        return reassign_in
