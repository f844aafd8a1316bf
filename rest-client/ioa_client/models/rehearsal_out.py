from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.span_out import SpanOut


T = TypeVar("T", bound="RehearsalOut")


@_attrs_define
class RehearsalOut:
    """What the steps that have not settled will probably take; what is not known is named and counts as nothing."""

    seconds: None | SpanOut
    """ Along the longest way through the plan; null: no record yet. """
    money: None | SpanOut
    """ US dollars, without the coordinator's turns; null: none is known. """
    unknown: list[str]
    """ Who has no record yet. """
    unpriced: list[str]
    """ Whose price nobody said. """
    answers: int
    """ How often a person is asked for an OK. """
    answer_seconds: None | SpanOut
    """ What people of the workspace took for an answer lately. """
    tries: int
    """ How many earlier tasks of these agents it is from. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.span_out import SpanOut  # noqa: PLC0415

        seconds: dict[str, Any] | None
        if isinstance(self.seconds, SpanOut):
            seconds = self.seconds.to_dict()
        else:
            seconds = self.seconds

        money: dict[str, Any] | None
        if isinstance(self.money, SpanOut):
            money = self.money.to_dict()
        else:
            money = self.money

        unknown = self.unknown

        unpriced = self.unpriced

        answers = self.answers

        answer_seconds: dict[str, Any] | None
        if isinstance(self.answer_seconds, SpanOut):
            answer_seconds = self.answer_seconds.to_dict()
        else:
            answer_seconds = self.answer_seconds

        tries = self.tries

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seconds": seconds,
                "money": money,
                "unknown": unknown,
                "unpriced": unpriced,
                "answers": answers,
                "answer_seconds": answer_seconds,
                "tries": tries,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.span_out import SpanOut  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_seconds(data: object) -> None | SpanOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                seconds_type_0 = SpanOut.from_dict(data)

                return seconds_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SpanOut, data)

        seconds = _parse_seconds(d.pop("seconds"))

        def _parse_money(data: object) -> None | SpanOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                money_type_0 = SpanOut.from_dict(data)

                return money_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SpanOut, data)

        money = _parse_money(d.pop("money"))

        unknown = cast(list[str], d.pop("unknown"))

        unpriced = cast(list[str], d.pop("unpriced"))

        answers = d.pop("answers")

        def _parse_answer_seconds(data: object) -> None | SpanOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                answer_seconds_type_0 = SpanOut.from_dict(data)

                return answer_seconds_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | SpanOut, data)

        answer_seconds = _parse_answer_seconds(d.pop("answer_seconds"))

        tries = d.pop("tries")

        rehearsal_out = cls(
            seconds=seconds,
            money=money,
            unknown=unknown,
            unpriced=unpriced,
            answers=answers,
            answer_seconds=answer_seconds,
            tries=tries,
        )

        rehearsal_out.additional_properties = d
        return rehearsal_out

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
