from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.part_out import PartOut


T = TypeVar("T", bound="ErrandOut")


@_attrs_define
class ErrandOut:
    """What an agent would be set to do."""

    chain: str
    """ By whom: person, goal, team, agents, in words. """
    to: str
    """ The handle of who would do it. """
    parts: list[PartOut]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.part_out import PartOut  # noqa: PLC0415

        chain = self.chain

        to = self.to

        parts = []
        for parts_item_data in self.parts:
            parts_item = parts_item_data.to_dict()
            parts.append(parts_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "chain": chain,
                "to": to,
                "parts": parts,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.part_out import PartOut  # noqa: PLC0415

        d = dict(src_dict)
        chain = d.pop("chain")

        to = d.pop("to")

        parts = []
        _parts = d.pop("parts")
        for parts_item_data in _parts:
            parts_item = PartOut.from_dict(parts_item_data)

            parts.append(parts_item)

        errand_out = cls(
            chain=chain,
            to=to,
            parts=parts,
        )

        errand_out.additional_properties = d
        return errand_out

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
