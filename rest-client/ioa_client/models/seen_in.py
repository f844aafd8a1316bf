from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="SeenIn")


@_attrs_define
class SeenIn:
    """That you are here."""

    goal: None | Unset | UUID = UNSET
    """ At this goal; null: in the workspace. """
    dismiss: bool | Unset = False
    """ What was told until now is known to you. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        goal: None | str | Unset
        if isinstance(self.goal, Unset):
            goal = UNSET
        elif isinstance(self.goal, UUID):
            goal = str(self.goal)
        else:
            goal = self.goal

        dismiss = self.dismiss

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if goal is not UNSET:
            field_dict["goal"] = goal
        if dismiss is not UNSET:
            field_dict["dismiss"] = dismiss

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_goal(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                goal_type_0 = UUID(data)

                return goal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        goal = _parse_goal(d.pop("goal", UNSET))

        dismiss = d.pop("dismiss", UNSET)

        seen_in = cls(
            goal=goal,
            dismiss=dismiss,
        )

        seen_in.additional_properties = d
        return seen_in

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
