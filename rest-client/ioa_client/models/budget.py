from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="Budget")


@_attrs_define
class Budget:
    """What is allowed: `tokens`, `money` (US dollars) and `goals` (given) a day, and goals that run at one time."""

    tokens: int
    money: float
    goals: int
    running: int

    def to_dict(self) -> dict[str, Any]:
        tokens = self.tokens

        money = self.money

        goals = self.goals

        running = self.running

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "tokens": tokens,
                "money": money,
                "goals": goals,
                "running": running,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        tokens = d.pop("tokens")

        money = d.pop("money")

        goals = d.pop("goals")

        running = d.pop("running")

        budget = cls(
            tokens=tokens,
            money=money,
            goals=goals,
            running=running,
        )

        return budget
