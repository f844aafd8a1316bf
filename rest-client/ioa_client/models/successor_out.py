from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.availability import Availability
from ..types import UNSET, Unset

T = TypeVar("T", bound="SuccessorOut")


@_attrs_define
class SuccessorOut:
    """An agent that a task might be given to."""

    handle: str
    name: str
    score: float
    """ How near its profile is to the task, -1 to 1; higher is nearer. """
    availability: Availability
    """ Whether an agent can be reached. """
    left_out: str
    """ Why it can't be given the task; empty: it can. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        handle = self.handle

        name = self.name

        score = self.score

        availability = self.availability.value

        left_out = self.left_out

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "handle": handle,
                "name": name,
                "score": score,
                "availability": availability,
                "left_out": left_out,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        handle = d.pop("handle")

        name = d.pop("name")

        score = d.pop("score")

        availability = Availability(d.pop("availability"))

        left_out = d.pop("left_out")

        successor_out = cls(
            handle=handle,
            name=name,
            score=score,
            availability=availability,
            left_out=left_out,
        )

        successor_out.additional_properties = d
        return successor_out

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
