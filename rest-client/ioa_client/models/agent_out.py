from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.askers import Askers
from ..models.availability import Availability
from ..models.trust import Trust
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.agent_out_connector_config import AgentOutConnectorConfig
    from ..models.profile_gap_out import ProfileGapOut
    from ..models.skill import Skill
    from ..models.skill_out import SkillOut


T = TypeVar("T", bound="AgentOut")


@_attrs_define
class AgentOut:
    """A registered party that can be asked."""

    id: UUID
    handle: str
    """ Its name in this workspace; what goes into a goal's `team`. """
    name: str
    description: str
    skills: list[SkillOut]
    """ What it says it can do, as A2A AgentSkill objects. """
    connector: str
    """ How it is reached: builtin, openai, http, ... """
    connector_config: AgentOutConnectorConfig
    """ Its settings, without secrets. """
    secrets: list[str]
    """ Names of the secrets that its configuration holds; never what they are. """
    enabled: bool
    """ False: never asked, left out of formation. """
    availability: Availability
    """ Whether an agent can be reached. """
    last_seen_at: datetime.datetime | None
    problem: str
    """ What its last check found wrong, as a sentence; empty: nothing. """
    out_since: datetime.datetime | None
    """ Since when that keeps it out of formation; null: it does not. """
    concurrency: int
    """ Most calls at one time. """
    calls_per_minute: int
    """ Most calls that begin within one minute; 0: as many as there are. """
    timeout_seconds: int
    """ A call that takes longer fails. """
    test_seconds: int
    """ How long a test message is waited for, in seconds; never longer than for a call. """
    trust: Trust
    """ How far an agent is believed, and what it asks for is heeded. Decided by people, outside any model. """
    askers: Askers
    """ Which agents may set an agent to work by themselves; people and their teams always may. """
    running: int
    """ Calls now. """
    goals_completed: int
    tasks_done: int
    tasks_failed: int
    warnings: list[ProfileGapOut]
    """ What its profile lacks to be chosen by; empty: nothing. """
    suggested_skills: list[Skill]
    """ Skills that it could have listed, in its own words or its server's: do not trust them. Empty: it lists some,
    or nothing says what it does. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.agent_out_connector_config import AgentOutConnectorConfig  # noqa: PLC0415
        from ..models.profile_gap_out import ProfileGapOut  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415
        from ..models.skill_out import SkillOut  # noqa: PLC0415

        id = str(self.id)

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

        enabled = self.enabled

        availability = self.availability.value

        last_seen_at: None | str
        if isinstance(self.last_seen_at, datetime.datetime):
            last_seen_at = self.last_seen_at.isoformat()
        else:
            last_seen_at = self.last_seen_at

        problem = self.problem

        out_since: None | str
        if isinstance(self.out_since, datetime.datetime):
            out_since = self.out_since.isoformat()
        else:
            out_since = self.out_since

        concurrency = self.concurrency

        calls_per_minute = self.calls_per_minute

        timeout_seconds = self.timeout_seconds

        test_seconds = self.test_seconds

        trust = self.trust.value

        askers = self.askers.value

        running = self.running

        goals_completed = self.goals_completed

        tasks_done = self.tasks_done

        tasks_failed = self.tasks_failed

        warnings = []
        for warnings_item_data in self.warnings:
            warnings_item = warnings_item_data.to_dict()
            warnings.append(warnings_item)

        suggested_skills = []
        for suggested_skills_item_data in self.suggested_skills:
            suggested_skills_item = suggested_skills_item_data.to_dict()
            suggested_skills.append(suggested_skills_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "handle": handle,
                "name": name,
                "description": description,
                "skills": skills,
                "connector": connector,
                "connector_config": connector_config,
                "secrets": secrets,
                "enabled": enabled,
                "availability": availability,
                "last_seen_at": last_seen_at,
                "problem": problem,
                "out_since": out_since,
                "concurrency": concurrency,
                "calls_per_minute": calls_per_minute,
                "timeout_seconds": timeout_seconds,
                "test_seconds": test_seconds,
                "trust": trust,
                "askers": askers,
                "running": running,
                "goals_completed": goals_completed,
                "tasks_done": tasks_done,
                "tasks_failed": tasks_failed,
                "warnings": warnings,
                "suggested_skills": suggested_skills,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.agent_out_connector_config import AgentOutConnectorConfig  # noqa: PLC0415
        from ..models.profile_gap_out import ProfileGapOut  # noqa: PLC0415
        from ..models.skill import Skill  # noqa: PLC0415
        from ..models.skill_out import SkillOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        handle = d.pop("handle")

        name = d.pop("name")

        description = d.pop("description")

        skills = []
        _skills = d.pop("skills")
        for skills_item_data in _skills:
            skills_item = SkillOut.from_dict(skills_item_data)

            skills.append(skills_item)

        connector = d.pop("connector")

        connector_config = AgentOutConnectorConfig.from_dict(d.pop("connector_config"))

        secrets = cast(list[str], d.pop("secrets"))

        enabled = d.pop("enabled")

        availability = Availability(d.pop("availability"))

        def _parse_last_seen_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_seen_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_seen_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_seen_at = _parse_last_seen_at(d.pop("last_seen_at"))

        problem = d.pop("problem")

        def _parse_out_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                out_since_type_0 = datetime.datetime.fromisoformat(data)

                return out_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        out_since = _parse_out_since(d.pop("out_since"))

        concurrency = d.pop("concurrency")

        calls_per_minute = d.pop("calls_per_minute")

        timeout_seconds = d.pop("timeout_seconds")

        test_seconds = d.pop("test_seconds")

        trust = Trust(d.pop("trust"))

        askers = Askers(d.pop("askers"))

        running = d.pop("running")

        goals_completed = d.pop("goals_completed")

        tasks_done = d.pop("tasks_done")

        tasks_failed = d.pop("tasks_failed")

        warnings = []
        _warnings = d.pop("warnings")
        for warnings_item_data in _warnings:
            warnings_item = ProfileGapOut.from_dict(warnings_item_data)

            warnings.append(warnings_item)

        suggested_skills = []
        _suggested_skills = d.pop("suggested_skills")
        for suggested_skills_item_data in _suggested_skills:
            suggested_skills_item = Skill.from_dict(suggested_skills_item_data)

            suggested_skills.append(suggested_skills_item)

        agent_out = cls(
            id=id,
            handle=handle,
            name=name,
            description=description,
            skills=skills,
            connector=connector,
            connector_config=connector_config,
            secrets=secrets,
            enabled=enabled,
            availability=availability,
            last_seen_at=last_seen_at,
            problem=problem,
            out_since=out_since,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
            trust=trust,
            askers=askers,
            running=running,
            goals_completed=goals_completed,
            tasks_done=tasks_done,
            tasks_failed=tasks_failed,
            warnings=warnings,
            suggested_skills=suggested_skills,
        )

        agent_out.additional_properties = d
        return agent_out

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
