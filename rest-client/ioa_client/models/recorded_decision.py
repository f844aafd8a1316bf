from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedDecision")


@_attrs_define
class RecordedDecision:
    """What people were asked, and what they said; `answer` is empty while it waits."""

    question: str
    state: str
    answer: str
    by: str
    asked_at: datetime.datetime
    decided_at: datetime.datetime | None

    def to_dict(self) -> dict[str, Any]:
        question = self.question

        state = self.state

        answer = self.answer

        by = self.by

        asked_at = self.asked_at.isoformat()

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "question": question,
                "state": state,
                "answer": answer,
                "by": by,
                "asked_at": asked_at,
                "decided_at": decided_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        question = d.pop("question")

        state = d.pop("state")

        answer = d.pop("answer")

        by = d.pop("by")

        asked_at = datetime.datetime.fromisoformat(d.pop("asked_at"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decided_at"))

        recorded_decision = cls(
            question=question,
            state=state,
            answer=answer,
            by=by,
            asked_at=asked_at,
            decided_at=decided_at,
        )

        return recorded_decision
