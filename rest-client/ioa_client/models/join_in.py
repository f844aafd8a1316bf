from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.skill import Skill


T = TypeVar("T", bound="JoinIn")


@_attrs_define
class JoinIn:
    """An agent that shall join at once; what is left out is taken from what it says of itself."""

    source: str
    """ Its address, or an A2A agent card as JSON in a string. """
    token: str | Unset = ""
    """ Sent as a bearer token; sealed. """
    headers: str | Unset = ""
    """ Lines like `X-Key: ...`; sealed. """
    test_seconds: int | Unset = 60
    """ How long a test message is waited for, in seconds; never longer than for a call. """
    handle: None | str | Unset = UNSET
    name: None | str | Unset = UNSET
    description: None | str | Unset = UNSET
    skills: list[Skill] | None | Unset = UNSET
    connector: str | Unset = ""
    """ Look for this kind of `GET /connectors` alone; empty: for all. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.skill import Skill  # noqa: PLC0415

        source = self.source

        token = self.token

        headers = self.headers

        test_seconds = self.test_seconds

        handle: None | str | Unset
        if isinstance(self.handle, Unset):
            handle = UNSET
        else:
            handle = self.handle

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        description: None | str | Unset
        if isinstance(self.description, Unset):
            description = UNSET
        else:
            description = self.description

        skills: list[dict[str, Any]] | None | Unset
        if isinstance(self.skills, Unset):
            skills = UNSET
        elif isinstance(self.skills, list):
            skills = []
            for skills_type_0_item_data in self.skills:
                skills_type_0_item = skills_type_0_item_data.to_dict()
                skills.append(skills_type_0_item)

        else:
            skills = self.skills

        connector = self.connector

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "source": source,
            }
        )
        if token is not UNSET:
            field_dict["token"] = token
        if headers is not UNSET:
            field_dict["headers"] = headers
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds
        if handle is not UNSET:
            field_dict["handle"] = handle
        if name is not UNSET:
            field_dict["name"] = name
        if description is not UNSET:
            field_dict["description"] = description
        if skills is not UNSET:
            field_dict["skills"] = skills
        if connector is not UNSET:
            field_dict["connector"] = connector

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.skill import Skill  # noqa: PLC0415

        d = dict(src_dict)
        source = d.pop("source")

        token = d.pop("token", UNSET)

        headers = d.pop("headers", UNSET)

        test_seconds = d.pop("test_seconds", UNSET)

        def _parse_handle(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        handle = _parse_handle(d.pop("handle", UNSET))

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))

        def _parse_description(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        description = _parse_description(d.pop("description", UNSET))

        def _parse_skills(data: object) -> list[Skill] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                skills_type_0 = []
                _skills_type_0 = data
                for skills_type_0_item_data in _skills_type_0:
                    skills_type_0_item = Skill.from_dict(skills_type_0_item_data)

                    skills_type_0.append(skills_type_0_item)

                return skills_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Skill] | None | Unset, data)

        skills = _parse_skills(d.pop("skills", UNSET))

        connector = d.pop("connector", UNSET)

        join_in = cls(
            source=source,
            token=token,
            headers=headers,
            test_seconds=test_seconds,
            handle=handle,
            name=name,
            description=description,
            skills=skills,
            connector=connector,
        )

        return join_in
