from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.availability import Availability
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.skill import Skill


T = TypeVar("T", bound="AgentFound")


@_attrs_define
class AgentFound:
    """An agent that a search found."""

    id: UUID
    handle: str
    name: str
    description: str
    skills: list[Skill]
    score: float
    """ How near its profile is to the words, -1 to 1; higher is nearer. """
    availability: Availability
    """ Whether an agent can be reached. """
    free_slots: int
    """ Calls it can take now. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.skill import Skill  # noqa: PLC0415

        id = str(self.id)

        handle = self.handle

        name = self.name

        description = self.description

        skills = []
        for skills_item_data in self.skills:
            skills_item = skills_item_data.to_dict()
            skills.append(skills_item)

        score = self.score

        availability = self.availability.value

        free_slots = self.free_slots

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "handle": handle,
                "name": name,
                "description": description,
                "skills": skills,
                "score": score,
                "availability": availability,
                "free_slots": free_slots,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        handle = d.pop("handle")

        name = d.pop("name")

        description = d.pop("description")

        skills = []
        _skills = d.pop("skills")
        for skills_item_data in _skills:
            skills_item = Skill.from_dict(skills_item_data)

            skills.append(skills_item)

        score = d.pop("score")

        availability = Availability(d.pop("availability"))

        free_slots = d.pop("free_slots")

        agent_found = cls(
            id=id,
            handle=handle,
            name=name,
            description=description,
            skills=skills,
            score=score,
            availability=availability,
            free_slots=free_slots,
        )

        agent_found.additional_properties = d
        return agent_found

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
