from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedTask")


@_attrs_define
class RecordedTask:
    """A piece of work. `number` counts in its team."""

    number: int
    title: str
    owner: str
    state: str
    failure: str
    result: str

    def to_dict(self) -> dict[str, Any]:
        number = self.number

        title = self.title

        owner = self.owner

        state = self.state

        failure = self.failure

        result = self.result

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "number": number,
                "title": title,
                "owner": owner,
                "state": state,
                "failure": failure,
                "result": result,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        number = d.pop("number")

        title = d.pop("title")

        owner = d.pop("owner")

        state = d.pop("state")

        failure = d.pop("failure")

        result = d.pop("result")

        recorded_task = cls(
            number=number,
            title=title,
            owner=owner,
            state=state,
            failure=failure,
            result=result,
        )

        return recorded_task
