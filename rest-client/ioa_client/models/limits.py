from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Limits")


@_attrs_define
class Limits:
    """A grant. `money` in US dollars, `minutes` of unfrozen time, `depth` 0 forbids sub-teams."""

    turns: int | None | Unset = 60
    tokens: int | None | Unset = 200000
    money: float | None | Unset = UNSET
    minutes: float | None | Unset = 60.0
    depth: int | Unset = 3
    teams: int | Unset = 12

    def to_dict(self) -> dict[str, Any]:
        turns: int | None | Unset
        if isinstance(self.turns, Unset):
            turns = UNSET
        else:
            turns = self.turns

        tokens: int | None | Unset
        if isinstance(self.tokens, Unset):
            tokens = UNSET
        else:
            tokens = self.tokens

        money: float | None | Unset
        if isinstance(self.money, Unset):
            money = UNSET
        else:
            money = self.money

        minutes: float | None | Unset
        if isinstance(self.minutes, Unset):
            minutes = UNSET
        else:
            minutes = self.minutes

        depth = self.depth

        teams = self.teams

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if turns is not UNSET:
            field_dict["turns"] = turns
        if tokens is not UNSET:
            field_dict["tokens"] = tokens
        if money is not UNSET:
            field_dict["money"] = money
        if minutes is not UNSET:
            field_dict["minutes"] = minutes
        if depth is not UNSET:
            field_dict["depth"] = depth
        if teams is not UNSET:
            field_dict["teams"] = teams

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_turns(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        turns = _parse_turns(d.pop("turns", UNSET))

        def _parse_tokens(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        tokens = _parse_tokens(d.pop("tokens", UNSET))

        def _parse_money(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        money = _parse_money(d.pop("money", UNSET))

        def _parse_minutes(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        minutes = _parse_minutes(d.pop("minutes", UNSET))

        depth = d.pop("depth", UNSET)

        teams = d.pop("teams", UNSET)

        limits = cls(
            turns=turns,
            tokens=tokens,
            money=money,
            minutes=minutes,
            depth=depth,
            teams=teams,
        )

        return limits
