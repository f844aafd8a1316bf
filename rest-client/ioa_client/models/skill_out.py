from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.told_by import ToldBy
from ..types import UNSET, Unset

T = TypeVar("T", bound="SkillOut")


@_attrs_define
class SkillOut:
    """A skill, and whether the hub may have it exercised twice."""

    name: str
    may_repeat: bool
    """ It is tried again where nobody knows what came of it; else a person is asked. """
    may_repeat_because: str
    """ Where that is known from, as half a sentence. """
    id: str | Unset = ""
    """ Left out: made of the name. """
    description: str | Unset = ""
    tags: list[str] | Unset = UNSET
    examples: list[str] | Unset = UNSET
    input_modes: list[str] | Unset = UNSET
    output_modes: list[str] | Unset = UNSET
    repeatable: bool | None | Unset = UNSET
    """ Whether doing it twice does no harm; null: it follows from how the agent is reached. """
    repeatable_from: ToldBy | Unset = ToldBy.PERSON
    """ Who said something of an agent. """
    read_only: bool | None | Unset = UNSET
    """ An owner's word on whether it changes nothing anywhere; null: nobody said. """
    read_only_hint: bool | None | Unset = UNSET
    """ The same as its own server says it; counts where the agent is trusted. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        name = self.name

        may_repeat = self.may_repeat

        may_repeat_because = self.may_repeat_because

        id = self.id

        description = self.description

        tags: list[str] | Unset = UNSET
        if not isinstance(self.tags, Unset):
            tags = self.tags

        examples: list[str] | Unset = UNSET
        if not isinstance(self.examples, Unset):
            examples = self.examples

        input_modes: list[str] | Unset = UNSET
        if not isinstance(self.input_modes, Unset):
            input_modes = self.input_modes

        output_modes: list[str] | Unset = UNSET
        if not isinstance(self.output_modes, Unset):
            output_modes = self.output_modes

        repeatable: bool | None | Unset
        if isinstance(self.repeatable, Unset):
            repeatable = UNSET
        else:
            repeatable = self.repeatable

        repeatable_from: str | Unset = UNSET
        if not isinstance(self.repeatable_from, Unset):
            repeatable_from = self.repeatable_from.value

        read_only: bool | None | Unset
        if isinstance(self.read_only, Unset):
            read_only = UNSET
        else:
            read_only = self.read_only

        read_only_hint: bool | None | Unset
        if isinstance(self.read_only_hint, Unset):
            read_only_hint = UNSET
        else:
            read_only_hint = self.read_only_hint

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "name": name,
                "may_repeat": may_repeat,
                "may_repeat_because": may_repeat_because,
            }
        )
        if id is not UNSET:
            field_dict["id"] = id
        if description is not UNSET:
            field_dict["description"] = description
        if tags is not UNSET:
            field_dict["tags"] = tags
        if examples is not UNSET:
            field_dict["examples"] = examples
        if input_modes is not UNSET:
            field_dict["input_modes"] = input_modes
        if output_modes is not UNSET:
            field_dict["output_modes"] = output_modes
        if repeatable is not UNSET:
            field_dict["repeatable"] = repeatable
        if repeatable_from is not UNSET:
            field_dict["repeatable_from"] = repeatable_from
        if read_only is not UNSET:
            field_dict["read_only"] = read_only
        if read_only_hint is not UNSET:
            field_dict["read_only_hint"] = read_only_hint

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        may_repeat = d.pop("may_repeat")

        may_repeat_because = d.pop("may_repeat_because")

        id = d.pop("id", UNSET)

        description = d.pop("description", UNSET)

        tags = cast(list[str], d.pop("tags", UNSET))

        examples = cast(list[str], d.pop("examples", UNSET))

        input_modes = cast(list[str], d.pop("input_modes", UNSET))

        output_modes = cast(list[str], d.pop("output_modes", UNSET))

        def _parse_repeatable(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        repeatable = _parse_repeatable(d.pop("repeatable", UNSET))

        _repeatable_from = d.pop("repeatable_from", UNSET)
        repeatable_from: ToldBy | Unset
        if isinstance(_repeatable_from, Unset):
            repeatable_from = UNSET
        else:
            repeatable_from = ToldBy(_repeatable_from)

        def _parse_read_only(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        read_only = _parse_read_only(d.pop("read_only", UNSET))

        def _parse_read_only_hint(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        read_only_hint = _parse_read_only_hint(d.pop("read_only_hint", UNSET))

        skill_out = cls(
            name=name,
            may_repeat=may_repeat,
            may_repeat_because=may_repeat_because,
            id=id,
            description=description,
            tags=tags,
            examples=examples,
            input_modes=input_modes,
            output_modes=output_modes,
            repeatable=repeatable,
            repeatable_from=repeatable_from,
            read_only=read_only,
            read_only_hint=read_only_hint,
        )

        skill_out.additional_properties = d
        return skill_out

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
