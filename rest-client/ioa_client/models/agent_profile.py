from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.askers import Askers
from ..models.trust import Trust
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.agent_profile_connector_config import AgentProfileConnectorConfig
    from ..models.skill import Skill


T = TypeVar("T", bound="AgentProfile")


@_attrs_define
class AgentProfile:
    """An agent as it is registered: what is told of it, how it is reached, and what it may take on."""

    handle: str
    name: str
    connector: str
    concurrency: int | Unset = 4
    """ Most calls at one time. """
    calls_per_minute: int | Unset = 0
    """ Most calls that begin within one minute; 0: as many as there are. """
    timeout_seconds: int | Unset = 300
    """ A call that takes longer fails. """
    test_seconds: int | Unset = 60
    """ How long a test message is waited for, in seconds; never longer than for a call. """
    description: str | Unset = ""
    skills: list[Skill] | Unset = UNSET
    trust: None | Trust | Unset = UNSET
    """ How far it is believed; left out: as it is, ordinary for a new one. """
    askers: Askers | None | Unset = UNSET
    """ Which agents may set it to work by themselves; left out: as it is, everybody for a new one. """
    connector_config: AgentProfileConnectorConfig | Unset = UNSET
    enabled: bool | Unset = True

    def to_dict(self) -> dict[str, Any]:
        from ..models.agent_profile_connector_config import AgentProfileConnectorConfig  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        handle = self.handle

        name = self.name

        connector = self.connector

        concurrency = self.concurrency

        calls_per_minute = self.calls_per_minute

        timeout_seconds = self.timeout_seconds

        test_seconds = self.test_seconds

        description = self.description

        skills: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.skills, Unset):
            skills = []
            for skills_item_data in self.skills:
                skills_item = skills_item_data.to_dict()
                skills.append(skills_item)

        trust: None | str | Unset
        if isinstance(self.trust, Unset):
            trust = UNSET
        elif isinstance(self.trust, Trust):
            trust = self.trust.value
        else:
            trust = self.trust

        askers: None | str | Unset
        if isinstance(self.askers, Unset):
            askers = UNSET
        elif isinstance(self.askers, Askers):
            askers = self.askers.value
        else:
            askers = self.askers

        connector_config: dict[str, Any] | Unset = UNSET
        if not isinstance(self.connector_config, Unset):
            connector_config = self.connector_config.to_dict()

        enabled = self.enabled

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "handle": handle,
                "name": name,
                "connector": connector,
            }
        )
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if calls_per_minute is not UNSET:
            field_dict["calls_per_minute"] = calls_per_minute
        if timeout_seconds is not UNSET:
            field_dict["timeout_seconds"] = timeout_seconds
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds
        if description is not UNSET:
            field_dict["description"] = description
        if skills is not UNSET:
            field_dict["skills"] = skills
        if trust is not UNSET:
            field_dict["trust"] = trust
        if askers is not UNSET:
            field_dict["askers"] = askers
        if connector_config is not UNSET:
            field_dict["connector_config"] = connector_config
        if enabled is not UNSET:
            field_dict["enabled"] = enabled

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.agent_profile_connector_config import AgentProfileConnectorConfig  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        handle = d.pop("handle")

        name = d.pop("name")

        connector = d.pop("connector")

        concurrency = d.pop("concurrency", UNSET)

        calls_per_minute = d.pop("calls_per_minute", UNSET)

        timeout_seconds = d.pop("timeout_seconds", UNSET)

        test_seconds = d.pop("test_seconds", UNSET)

        description = d.pop("description", UNSET)

        _skills = d.pop("skills", UNSET)
        skills: list[Skill] | Unset = UNSET
        if _skills is not UNSET:
            skills = []
            for skills_item_data in _skills:
                skills_item = Skill.from_dict(skills_item_data)

                skills.append(skills_item)

        def _parse_trust(data: object) -> None | Trust | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                trust_type_0 = Trust(data)

                return trust_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Trust | Unset, data)

        trust = _parse_trust(d.pop("trust", UNSET))

        def _parse_askers(data: object) -> Askers | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                askers_type_0 = Askers(data)

                return askers_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Askers | None | Unset, data)

        askers = _parse_askers(d.pop("askers", UNSET))

        _connector_config = d.pop("connector_config", UNSET)
        connector_config: AgentProfileConnectorConfig | Unset
        if isinstance(_connector_config, Unset):
            connector_config = UNSET
        else:
            connector_config = AgentProfileConnectorConfig.from_dict(_connector_config)

        enabled = d.pop("enabled", UNSET)

        agent_profile = cls(
            handle=handle,
            name=name,
            connector=connector,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
            description=description,
            skills=skills,
            trust=trust,
            askers=askers,
            connector_config=connector_config,
            enabled=enabled,
        )

        return agent_profile
