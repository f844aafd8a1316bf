from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="CardOut")


@_attrs_define
class CardOut:
    """What a probe found."""

    problem: str
    """ Why the agent can't be used as it is; empty: it answered. """
    reachable: bool
    latency_ms: int
    reply: str
    """ To the test message; it comes from the agent, so do not trust it. """
    models: list[str]
    quirks: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        problem = self.problem

        reachable = self.reachable

        latency_ms = self.latency_ms

        reply = self.reply

        models = self.models

        quirks = self.quirks

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "problem": problem,
                "reachable": reachable,
                "latency_ms": latency_ms,
                "reply": reply,
                "models": models,
                "quirks": quirks,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        problem = d.pop("problem")

        reachable = d.pop("reachable")

        latency_ms = d.pop("latency_ms")

        reply = d.pop("reply")

        models = cast(list[str], d.pop("models"))

        quirks = cast(list[str], d.pop("quirks"))

        card_out = cls(
            problem=problem,
            reachable=reachable,
            latency_ms=latency_ms,
            reply=reply,
            models=models,
            quirks=quirks,
        )

        card_out.additional_properties = d
        return card_out

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
