from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SpentOut")


@_attrs_define
class SpentOut:
    """What was used, with what is reserved for calls in flight."""

    turns: int
    tokens: int
    money: float | None
    """ US dollars; null where tokens were used and nobody said any price. """
    unpriced_tokens: int
    """ Tokens whose price nobody said; `money` does not hold them. """
    claimed_tokens: int
    """ Tokens, of `tokens`, that agents said of themselves; nobody counted them. """
    minutes: float
    """ Minutes at work; pauses do not count. """
    teams: int
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        turns = self.turns

        tokens = self.tokens

        money: float | None
        money = self.money

        unpriced_tokens = self.unpriced_tokens

        claimed_tokens = self.claimed_tokens

        minutes = self.minutes

        teams = self.teams

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "turns": turns,
                "tokens": tokens,
                "money": money,
                "unpriced_tokens": unpriced_tokens,
                "claimed_tokens": claimed_tokens,
                "minutes": minutes,
                "teams": teams,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        turns = d.pop("turns")

        tokens = d.pop("tokens")

        def _parse_money(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        money = _parse_money(d.pop("money"))

        unpriced_tokens = d.pop("unpriced_tokens")

        claimed_tokens = d.pop("claimed_tokens")

        minutes = d.pop("minutes")

        teams = d.pop("teams")

        spent_out = cls(
            turns=turns,
            tokens=tokens,
            money=money,
            unpriced_tokens=unpriced_tokens,
            claimed_tokens=claimed_tokens,
            minutes=minutes,
            teams=teams,
        )

        spent_out.additional_properties = d
        return spent_out

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
