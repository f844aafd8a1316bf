from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.availability import Availability
from ..types import UNSET, Unset

T = TypeVar("T", bound="Narrowing")


@_attrs_define
class Narrowing:
    """What a list of agents is narrowed to; what is left out does not narrow it."""

    availability: Availability | None | Unset = UNSET
    enabled: bool | None | Unset = UNSET
    connector: str | Unset = ""
    """ How they are reached. """
    skill: str | Unset = ""
    """ A tag, an id or a name of a skill. """
    busy: bool | None | Unset = UNSET
    """ Whether a call of it runs now. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        availability: None | str | Unset
        if isinstance(self.availability, Unset):
            availability = UNSET
        elif isinstance(self.availability, Availability):
            availability = self.availability.value
        else:
            availability = self.availability

        enabled: bool | None | Unset
        if isinstance(self.enabled, Unset):
            enabled = UNSET
        else:
            enabled = self.enabled

        connector = self.connector

        skill = self.skill

        busy: bool | None | Unset
        if isinstance(self.busy, Unset):
            busy = UNSET
        else:
            busy = self.busy

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if availability is not UNSET:
            field_dict["availability"] = availability
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if connector is not UNSET:
            field_dict["connector"] = connector
        if skill is not UNSET:
            field_dict["skill"] = skill
        if busy is not UNSET:
            field_dict["busy"] = busy

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_availability(data: object) -> Availability | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                availability_type_0 = Availability(data)

                return availability_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Availability | None | Unset, data)

        availability = _parse_availability(d.pop("availability", UNSET))

        def _parse_enabled(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        enabled = _parse_enabled(d.pop("enabled", UNSET))

        connector = d.pop("connector", UNSET)

        skill = d.pop("skill", UNSET)

        def _parse_busy(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        busy = _parse_busy(d.pop("busy", UNSET))

        narrowing = cls(
            availability=availability,
            enabled=enabled,
            connector=connector,
            skill=skill,
            busy=busy,
        )

        narrowing.additional_properties = d
        return narrowing

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
