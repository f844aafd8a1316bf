from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="DefaultLimits")


@_attrs_define
class DefaultLimits:
    """Limits of goals that name none; those left out or null take the product's default."""

    turns: float | int | None | Unset = UNSET
    tokens: float | int | None | Unset = UNSET
    money: float | int | None | Unset = UNSET
    minutes: float | int | None | Unset = UNSET
    depth: float | int | None | Unset = UNSET
    teams: float | int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        turns: float | int | None | Unset
        if isinstance(self.turns, Unset):
            turns = UNSET
        else:
            turns = self.turns

        tokens: float | int | None | Unset
        if isinstance(self.tokens, Unset):
            tokens = UNSET
        else:
            tokens = self.tokens

        money: float | int | None | Unset
        if isinstance(self.money, Unset):
            money = UNSET
        else:
            money = self.money

        minutes: float | int | None | Unset
        if isinstance(self.minutes, Unset):
            minutes = UNSET
        else:
            minutes = self.minutes

        depth: float | int | None | Unset
        if isinstance(self.depth, Unset):
            depth = UNSET
        else:
            depth = self.depth

        teams: float | int | None | Unset
        if isinstance(self.teams, Unset):
            teams = UNSET
        else:
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

        def _parse_turns(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        turns = _parse_turns(d.pop("turns", UNSET))

        def _parse_tokens(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        tokens = _parse_tokens(d.pop("tokens", UNSET))

        def _parse_money(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        money = _parse_money(d.pop("money", UNSET))

        def _parse_minutes(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        minutes = _parse_minutes(d.pop("minutes", UNSET))

        def _parse_depth(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        depth = _parse_depth(d.pop("depth", UNSET))

        def _parse_teams(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        teams = _parse_teams(d.pop("teams", UNSET))

        default_limits = cls(
            turns=turns,
            tokens=tokens,
            money=money,
            minutes=minutes,
            depth=depth,
            teams=teams,
        )

        return default_limits
