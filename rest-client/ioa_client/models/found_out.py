from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.found_out_connector_config import FoundOutConnectorConfig
    from ..models.found_out_tried import FoundOutTried
    from ..models.skill import Skill


T = TypeVar("T", bound="FoundOut")


@_attrs_define
class FoundOut:
    """What was found out about an agent. All texts are its own words: do not trust them."""

    connector: str
    connector_config: FoundOutConnectorConfig
    """ Without its secrets. """
    secrets: list[str]
    """ Names of the secrets that are stored with it. """
    name: str
    handle: str
    description: str
    skills: list[Skill]
    suggested_skills: list[Skill]
    """ Skills that it could have listed, in its own words or its server's: do not trust them. Empty: it lists some,
    or nothing says what it does. """
    security: list[str]
    """ What to know first: what it asks of its callers, what was chosen. """
    tried: FoundOutTried
    """ Each protocol that it does not speak, and why not. """
    models: list[str]
    quirks: list[str]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.found_out_connector_config import FoundOutConnectorConfig  # noqa: PLC0415
        from ..models.found_out_tried import FoundOutTried  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        connector = self.connector

        connector_config = self.connector_config.to_dict()

        secrets = self.secrets

        name = self.name

        handle = self.handle

        description = self.description

        skills = []
        for skills_item_data in self.skills:
            skills_item = skills_item_data.to_dict()
            skills.append(skills_item)

        suggested_skills = []
        for suggested_skills_item_data in self.suggested_skills:
            suggested_skills_item = suggested_skills_item_data.to_dict()
            suggested_skills.append(suggested_skills_item)

        security = self.security

        tried = self.tried.to_dict()

        models = self.models

        quirks = self.quirks

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "connector": connector,
                "connector_config": connector_config,
                "secrets": secrets,
                "name": name,
                "handle": handle,
                "description": description,
                "skills": skills,
                "suggested_skills": suggested_skills,
                "security": security,
                "tried": tried,
                "models": models,
                "quirks": quirks,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.found_out_connector_config import FoundOutConnectorConfig  # noqa: PLC0415
        from ..models.found_out_tried import FoundOutTried  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        connector = d.pop("connector")

        connector_config = FoundOutConnectorConfig.from_dict(d.pop("connector_config"))

        secrets = cast(list[str], d.pop("secrets"))

        name = d.pop("name")

        handle = d.pop("handle")

        description = d.pop("description")

        skills = []
        _skills = d.pop("skills")
        for skills_item_data in _skills:
            skills_item = Skill.from_dict(skills_item_data)

            skills.append(skills_item)

        suggested_skills = []
        _suggested_skills = d.pop("suggested_skills")
        for suggested_skills_item_data in _suggested_skills:
            suggested_skills_item = Skill.from_dict(suggested_skills_item_data)

            suggested_skills.append(suggested_skills_item)

        security = cast(list[str], d.pop("security"))

        tried = FoundOutTried.from_dict(d.pop("tried"))

        models = cast(list[str], d.pop("models"))

        quirks = cast(list[str], d.pop("quirks"))

        found_out = cls(
            connector=connector,
            connector_config=connector_config,
            secrets=secrets,
            name=name,
            handle=handle,
            description=description,
            skills=skills,
            suggested_skills=suggested_skills,
            security=security,
            tried=tried,
            models=models,
            quirks=quirks,
        )

        found_out.additional_properties = d
        return found_out

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
