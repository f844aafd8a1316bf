from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery import Delivery
from ..types import UNSET, Unset

T = TypeVar("T", bound="MessageIn")


@_attrs_define
class MessageIn:
    """Something to say in a room."""

    text: str
    delivery: Delivery | Unset = Delivery.NEXT_TURN
    """ How a person's message reaches the conversation. """

    def to_dict(self) -> dict[str, Any]:
        text = self.text

        delivery: str | Unset = UNSET
        if not isinstance(self.delivery, Unset):
            delivery = self.delivery.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "text": text,
            }
        )
        if delivery is not UNSET:
            field_dict["delivery"] = delivery

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        text = d.pop("text")

        _delivery = d.pop("delivery", UNSET)
        delivery: Delivery | Unset
        if isinstance(_delivery, Unset):
            delivery = UNSET
        else:
            delivery = Delivery(_delivery)

        message_in = cls(
            text=text,
            delivery=delivery,
        )

        return message_in
