from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.step_out import StepOut


T = TypeVar("T", bound="PlanOut")


@_attrs_define
class PlanOut:
    """The steps of a team, in the order of their rows."""

    waits: bool
    """ Whether a person has to start it. """
    steps: list[StepOut]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.step_out import StepOut  # noqa: PLC0415

        waits = self.waits

        steps = []
        for steps_item_data in self.steps:
            steps_item = steps_item_data.to_dict()
            steps.append(steps_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "waits": waits,
                "steps": steps,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.step_out import StepOut  # noqa: PLC0415

        d = dict(src_dict)
        waits = d.pop("waits")

        steps = []
        _steps = d.pop("steps")
        for steps_item_data in _steps:
            steps_item = StepOut.from_dict(steps_item_data)

            steps.append(steps_item)

        plan_out = cls(
            waits=waits,
            steps=steps,
        )

        plan_out.additional_properties = d
        return plan_out

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
