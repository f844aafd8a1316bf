from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.since_left_out_counts import SinceLeftOutCounts
    from ..models.since_line_out import SinceLineOut
    from ..models.spent_since_out import SpentSinceOut


T = TypeVar("T", bound="SinceLeftOut")


@_attrs_define
class SinceLeftOut:
    """What happened since you were last seen, the newest last."""

    since: datetime.datetime | None
    """ Null: you were never here, so nothing is told. """
    counts: SinceLeftOutCounts
    spent: SpentSinceOut
    """ What was used. """
    items: list[SinceLineOut]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.since_left_out_counts import SinceLeftOutCounts  # noqa: PLC0415
        from ..models.since_line_out import SinceLineOut  # noqa: PLC0415
        from ..models.spent_since_out import SpentSinceOut  # noqa: PLC0415

        since: None | str
        if isinstance(self.since, datetime.datetime):
            since = self.since.isoformat()
        else:
            since = self.since

        counts = self.counts.to_dict()

        spent = self.spent.to_dict()

        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "since": since,
                "counts": counts,
                "spent": spent,
                "items": items,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.since_left_out_counts import SinceLeftOutCounts  # noqa: PLC0415
        from ..models.since_line_out import SinceLineOut  # noqa: PLC0415
        from ..models.spent_since_out import SpentSinceOut  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                since_type_0 = datetime.datetime.fromisoformat(data)

                return since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        since = _parse_since(d.pop("since"))

        counts = SinceLeftOutCounts.from_dict(d.pop("counts"))

        spent = SpentSinceOut.from_dict(d.pop("spent"))

        items = []
        _items = d.pop("items")
        for items_item_data in _items:
            items_item = SinceLineOut.from_dict(items_item_data)

            items.append(items_item)

        since_left_out = cls(
            since=since,
            counts=counts,
            spent=spent,
            items=items,
        )

        since_left_out.additional_properties = d
        return since_left_out

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
