from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="AnswerIn")


@_attrs_define
class AnswerIn:
    """An answer to a question."""

    answer: str
    """ One of the options, or words. """

    def to_dict(self) -> dict[str, Any]:
        answer = self.answer

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "answer": answer,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        answer = d.pop("answer")

        answer_in = cls(
            answer=answer,
        )

        return answer_in
