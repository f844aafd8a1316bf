from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="BudgetIn")


@_attrs_define
class BudgetIn:
    """What an owner allows; a value left out is as much as the installation allows."""

    tokens: int | None | Unset = UNSET
    """ A day. """
    money: float | None | Unset = UNSET
    """ US dollars a day. """
    goals: int | None | Unset = UNSET
    """ That are given in a day. """
    running: int | None | Unset = UNSET
    """ Goals that run at one time; others wait. """

    def to_dict(self) -> dict[str, Any]:
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

        goals: int | None | Unset
        if isinstance(self.goals, Unset):
            goals = UNSET
        else:
            goals = self.goals

        running: int | None | Unset
        if isinstance(self.running, Unset):
            running = UNSET
        else:
            running = self.running

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if tokens is not UNSET:
            field_dict["tokens"] = tokens
        if money is not UNSET:
            field_dict["money"] = money
        if goals is not UNSET:
            field_dict["goals"] = goals
        if running is not UNSET:
            field_dict["running"] = running

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

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

        def _parse_goals(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        goals = _parse_goals(d.pop("goals", UNSET))

        def _parse_running(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        running = _parse_running(d.pop("running", UNSET))

        budget_in = cls(
            tokens=tokens,
            money=money,
            goals=goals,
            running=running,
        )

        return budget_in
