from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.askers import Askers
from ..models.trust import Trust
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.exported_connector_config import ExportedConnectorConfig
    from ..models.skill import Skill


T = TypeVar("T", bound="Exported")


@_attrs_define
class Exported:
    """An agent as it is registered, without its secrets; `POST /registry` takes it."""

    handle: str
    name: str
    description: str
    skills: list[Skill]
    connector: str
    connector_config: ExportedConnectorConfig
    secrets: list[str]
    """ Names of the secrets that have to be entered anew elsewhere. """
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    trust: Trust
    """ How far an agent is believed, and what it asks for is heeded. Decided by people, outside any model. """
    askers: Askers
    """ Which agents may set an agent to work by themselves; people and their teams always may. """
    enabled: bool
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.exported_connector_config import ExportedConnectorConfig  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        handle = self.handle

        name = self.name

        description = self.description

        skills = []
        for skills_item_data in self.skills:
            skills_item = skills_item_data.to_dict()
            skills.append(skills_item)

        connector = self.connector

        connector_config = self.connector_config.to_dict()

        secrets = self.secrets

        concurrency = self.concurrency

        calls_per_minute = self.calls_per_minute

        timeout_seconds = self.timeout_seconds

        test_seconds = self.test_seconds

        trust = self.trust.value

        askers = self.askers.value

        enabled = self.enabled

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "handle": handle,
                "name": name,
                "description": description,
                "skills": skills,
                "connector": connector,
                "connector_config": connector_config,
                "secrets": secrets,
                "concurrency": concurrency,
                "calls_per_minute": calls_per_minute,
                "timeout_seconds": timeout_seconds,
                "test_seconds": test_seconds,
                "trust": trust,
                "askers": askers,
                "enabled": enabled,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.exported_connector_config import ExportedConnectorConfig  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        handle = d.pop("handle")

        name = d.pop("name")

        description = d.pop("description")

        skills = []
        _skills = d.pop("skills")
        for skills_item_data in _skills:
            skills_item = Skill.from_dict(skills_item_data)

            skills.append(skills_item)

        connector = d.pop("connector")

        connector_config = ExportedConnectorConfig.from_dict(d.pop("connector_config"))

        secrets = cast(list[str], d.pop("secrets"))

        concurrency = d.pop("concurrency")

        calls_per_minute = d.pop("calls_per_minute")

        timeout_seconds = d.pop("timeout_seconds")

        test_seconds = d.pop("test_seconds")

        trust = Trust(d.pop("trust"))

        askers = Askers(d.pop("askers"))

        enabled = d.pop("enabled")

        exported = cls(
            handle=handle,
            name=name,
            description=description,
            skills=skills,
            connector=connector,
            connector_config=connector_config,
            secrets=secrets,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
            trust=trust,
            askers=askers,
            enabled=enabled,
        )

        exported.additional_properties = d
        return exported

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
