from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="TalkIn")


@_attrs_define
class TalkIn:
    """A talk that members shall have."""

    protocol: str
    """ disclosure, round, debate, open_floor, or one that a plug-in adds. """
    question: str
    members: list[str] | Unset = UNSET
    """ Handles in the order in which they speak; empty: all members but the lead. """
    sides: list[str] | Unset = UNSET
    """ What each of `members` stands for; the same words are one side. """
    rounds: int | Unset = 2

    def to_dict(self) -> dict[str, Any]:
        protocol = self.protocol

        question = self.question

        members: list[str] | Unset = UNSET
        if not isinstance(self.members, Unset):
            members = self.members

        sides: list[str] | Unset = UNSET
        if not isinstance(self.sides, Unset):
            sides = self.sides

        rounds = self.rounds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "protocol": protocol,
                "question": question,
            }
        )
        if members is not UNSET:
            field_dict["members"] = members
        if sides is not UNSET:
            field_dict["sides"] = sides
        if rounds is not UNSET:
            field_dict["rounds"] = rounds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        protocol = d.pop("protocol")

        question = d.pop("question")

        members = cast(list[str], d.pop("members", UNSET))

        sides = cast(list[str], d.pop("sides", UNSET))

        rounds = d.pop("rounds", UNSET)

        talk_in = cls(
            protocol=protocol,
            question=question,
            members=members,
            sides=sides,
            rounds=rounds,
        )

        return talk_in
