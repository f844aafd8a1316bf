from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CheckOut")


@_attrs_define
class CheckOut:
    """One look at whether an agent can be reached, or one test message to it."""

    at: datetime.datetime
    tested: bool
    """ True: a test message was sent; false: its server was asked for a sign of life. """
    reachable: bool
    latency_ms: int
    problem: str
    """ What was wrong, as a sentence; empty: nothing. """
    reply: str
    """ To the test message; it comes from the agent, so do not trust it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        at = self.at.isoformat()

        tested = self.tested

        reachable = self.reachable

        latency_ms = self.latency_ms

        problem = self.problem

        reply = self.reply

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "at": at,
                "tested": tested,
                "reachable": reachable,
                "latency_ms": latency_ms,
                "problem": problem,
                "reply": reply,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        at = datetime.datetime.fromisoformat(d.pop("at"))

        tested = d.pop("tested")

        reachable = d.pop("reachable")

        latency_ms = d.pop("latency_ms")

        problem = d.pop("problem")

        reply = d.pop("reply")

        check_out = cls(
            at=at,
            tested=tested,
            reachable=reachable,
            latency_ms=latency_ms,
            problem=problem,
            reply=reply,
        )

        check_out.additional_properties = d
        return check_out

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
