from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedSpend")


@_attrs_define
class RecordedSpend:
    """What it used; `money` in US dollars, of the calls whose price is known."""

    turns: int
    tokens: int
    money: float

    def to_dict(self) -> dict[str, Any]:
        turns = self.turns

        tokens = self.tokens

        money = self.money

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "turns": turns,
                "tokens": tokens,
                "money": money,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        turns = d.pop("turns")

        tokens = d.pop("tokens")

        money = d.pop("money")

        recorded_spend = cls(
            turns=turns,
            tokens=tokens,
            money=money,
        )

        return recorded_spend
