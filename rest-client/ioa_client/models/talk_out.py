from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.contribution_out import ContributionOut


T = TypeVar("T", bound="TalkOut")


@_attrs_define
class TalkOut:
    """A talk that goes on under a protocol. What came of one stands in the room, as `outcome` of a notice's data."""

    protocol: str
    question: str
    members: list[str]
    sides: list[str]
    round_: int
    rounds: int
    turns: list[ContributionOut]
    by_person: bool
    """ Whether a person began it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.contribution_out import ContributionOut  # noqa: PLC0415

        protocol = self.protocol

        question = self.question

        members = self.members

        sides = self.sides

        round_ = self.round_

        rounds = self.rounds

        turns = []
        for turns_item_data in self.turns:
            turns_item = turns_item_data.to_dict()
            turns.append(turns_item)

        by_person = self.by_person

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "protocol": protocol,
                "question": question,
                "members": members,
                "sides": sides,
                "round": round_,
                "rounds": rounds,
                "turns": turns,
                "by_person": by_person,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.contribution_out import ContributionOut  # noqa: PLC0415

        d = dict(src_dict)
        protocol = d.pop("protocol")

        question = d.pop("question")

        members = cast(list[str], d.pop("members"))

        sides = cast(list[str], d.pop("sides"))

        round_ = d.pop("round")

        rounds = d.pop("rounds")

        turns = []
        _turns = d.pop("turns")
        for turns_item_data in _turns:
            turns_item = ContributionOut.from_dict(turns_item_data)

            turns.append(turns_item)

        by_person = d.pop("by_person")

        talk_out = cls(
            protocol=protocol,
            question=question,
            members=members,
            sides=sides,
            round_=round_,
            rounds=rounds,
            turns=turns,
            by_person=by_person,
        )

        talk_out.additional_properties = d
        return talk_out

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
