from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.skill import Skill


T = TypeVar("T", bound="AgentDescription")


@_attrs_define
class AgentDescription:
    """What people and searches are told of an agent. Skills are read in A2A's spelling too."""

    handle: str
    name: str
    description: str | Unset = ""
    skills: list[Skill] | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.skill import Skill  # noqa: PLC0415

        handle = self.handle

        name = self.name

        description = self.description

        skills: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.skills, Unset):
            skills = []
            for skills_item_data in self.skills:
                skills_item = skills_item_data.to_dict()
                skills.append(skills_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "handle": handle,
                "name": name,
            }
        )
        if description is not UNSET:
            field_dict["description"] = description
        if skills is not UNSET:
            field_dict["skills"] = skills

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        handle = d.pop("handle")

        name = d.pop("name")

        description = d.pop("description", UNSET)

        _skills = d.pop("skills", UNSET)
        skills: list[Skill] | Unset = UNSET
        if _skills is not UNSET:
            skills = []
            for skills_item_data in _skills:
                skills_item = Skill.from_dict(skills_item_data)

                skills.append(skills_item)

        agent_description = cls(
            handle=handle,
            name=name,
            description=description,
            skills=skills,
        )

        return agent_description
