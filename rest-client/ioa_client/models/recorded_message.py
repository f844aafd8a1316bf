from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="RecordedMessage")


@_attrs_define
class RecordedMessage:
    """What was said or noted. `seq`: its place among the goal's events; `text` is Markdown; `note`: for people only."""

    number: int
    seq: int
    kind: str
    by: str
    by_person: bool
    text: str
    note: bool
    at: datetime.datetime

    def to_dict(self) -> dict[str, Any]:
        number = self.number

        seq = self.seq

        kind = self.kind

        by = self.by

        by_person = self.by_person

        text = self.text

        note = self.note

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "number": number,
                "seq": seq,
                "kind": kind,
                "by": by,
                "by_person": by_person,
                "text": text,
                "note": note,
                "at": at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        number = d.pop("number")

        seq = d.pop("seq")

        kind = d.pop("kind")

        by = d.pop("by")

        by_person = d.pop("by_person")

        text = d.pop("text")

        note = d.pop("note")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        recorded_message = cls(
            number=number,
            seq=seq,
            kind=kind,
            by=by,
            by_person=by_person,
            text=text,
            note=note,
            at=at,
        )

        return recorded_message
