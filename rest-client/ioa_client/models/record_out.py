from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.work_out import WorkOut


T = TypeVar("T", bound="RecordOut")


@_attrs_define
class RecordOut:
    """What an agent did in the last days."""

    waiting: int
    """ Tasks that wait for it now. """
    days: int
    """ How many days are looked at. """
    done: int
    """ Tries that went well. """
    failed: int
    p50_seconds: float | None
    """ Half of the tries took no longer; null without any. """
    p95_seconds: float | None
    tokens: int
    money: float | None
    """ US dollars; null where nobody said a price. """
    work: list[WorkOut]
    """ The last tasks that it tried, newest first. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.work_out import WorkOut  # noqa: PLC0415

        waiting = self.waiting

        days = self.days

        done = self.done

        failed = self.failed

        p50_seconds: float | None
        p50_seconds = self.p50_seconds

        p95_seconds: float | None
        p95_seconds = self.p95_seconds

        tokens = self.tokens

        money: float | None
        money = self.money

        work = []
        for work_item_data in self.work:
            work_item = work_item_data.to_dict()
            work.append(work_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "waiting": waiting,
                "days": days,
                "done": done,
                "failed": failed,
                "p50_seconds": p50_seconds,
                "p95_seconds": p95_seconds,
                "tokens": tokens,
                "money": money,
                "work": work,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.work_out import WorkOut  # noqa: PLC0415

        d = dict(src_dict)
        waiting = d.pop("waiting")

        days = d.pop("days")

        done = d.pop("done")

        failed = d.pop("failed")

        def _parse_p50_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        p50_seconds = _parse_p50_seconds(d.pop("p50_seconds"))

        def _parse_p95_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        p95_seconds = _parse_p95_seconds(d.pop("p95_seconds"))

        tokens = d.pop("tokens")

        def _parse_money(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        money = _parse_money(d.pop("money"))

        work = []
        _work = d.pop("work")
        for work_item_data in _work:
            work_item = WorkOut.from_dict(work_item_data)

            work.append(work_item)

        record_out = cls(
            waiting=waiting,
            days=days,
            done=done,
            failed=failed,
            p50_seconds=p50_seconds,
            p95_seconds=p95_seconds,
            tokens=tokens,
            money=money,
            work=work,
        )

        record_out.additional_properties = d
        return record_out

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
