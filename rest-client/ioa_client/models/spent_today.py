from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SpentToday")


@_attrs_define
class SpentToday:
    """What was booked since the day began. `claimed`: the tokens, of `tokens`, that agents said of themselves."""

    tokens: int | Unset = 0
    money: float | Unset = 0.0
    goals: int | Unset = 0
    claimed: int | Unset = 0
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        tokens = self.tokens

        money = self.money

        goals = self.goals

        claimed = self.claimed

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if tokens is not UNSET:
            field_dict["tokens"] = tokens
        if money is not UNSET:
            field_dict["money"] = money
        if goals is not UNSET:
            field_dict["goals"] = goals
        if claimed is not UNSET:
            field_dict["claimed"] = claimed

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        tokens = d.pop("tokens", UNSET)

        money = d.pop("money", UNSET)

        goals = d.pop("goals", UNSET)

        claimed = d.pop("claimed", UNSET)

        spent_today = cls(
            tokens=tokens,
            money=money,
            goals=goals,
            claimed=claimed,
        )

        spent_today.additional_properties = d
        return spent_today

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
