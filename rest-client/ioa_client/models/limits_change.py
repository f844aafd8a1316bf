from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.limits import Limits


T = TypeVar("T", bound="LimitsChange")


@_attrs_define
class LimitsChange:
    """Other limits for a goal; those not named stay."""

    limits: Limits
    """ A grant. `money` in US dollars, `minutes` of unfrozen time, `depth` 0 forbids sub-teams. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.limits import Limits  # noqa: PLC0415

        limits = self.limits.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "limits": limits,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.limits import Limits  # noqa: PLC0415

        d = dict(src_dict)
        limits = Limits.from_dict(d.pop("limits"))

        limits_change = cls(
            limits=limits,
        )

        return limits_change
