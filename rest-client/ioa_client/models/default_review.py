from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.review import Review
from ..types import UNSET, Unset

T = TypeVar("T", bound="DefaultReview")


@_attrs_define
class DefaultReview:
    """Whether the answers of goals that don't say are reviewed."""

    review: Review
    """ Whether the answer of a goal is looked at by its coordinator before the goal ends. """

    def to_dict(self) -> dict[str, Any]:
        review = self.review.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "review": review,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        review = Review(d.pop("review"))

        default_review = cls(
            review=review,
        )

        return default_review
