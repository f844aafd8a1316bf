from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.file_role import FileRole
from ..models.version_state import VersionState
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="FileOut")


@_attrs_define
class FileOut:
    """A version of a file."""

    id: UUID
    file: UUID
    """ The file that it is a version of; versions have ids of their own. """
    name: str
    version: int
    """ Its number within the file, from 1. """
    state: VersionState
    """ How a version came in. """
    current: bool
    """ Whether it is the newest accepted version of its file. """
    media_type: str
    size: int
    """ Bytes. """
    role: FileRole
    """ What a file is for. """
    working: bool
    """ Whether its role is working. """
    made_by: WhoOut
    """ Somebody in a team. """
    team: None | UUID
    """ Null for what a person or the hub wrote. """
    task: int | None
    """ Number of the task within its team; null for what a person or the hub wrote. """
    created_at: datetime.datetime
    url: str
    """ Where its content is, on this server; the same token opens it. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.who_out import WhoOut  # noqa: PLC0415

        id = str(self.id)

        file = str(self.file)

        name = self.name

        version = self.version

        state = self.state.value

        current = self.current

        media_type = self.media_type

        size = self.size

        role = self.role.value

        working = self.working

        made_by = self.made_by.to_dict()

        team: None | str
        if isinstance(self.team, UUID):
            team = str(self.team)
        else:
            team = self.team

        task: int | None
        task = self.task

        created_at = self.created_at.isoformat()

        url = self.url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "file": file,
                "name": name,
                "version": version,
                "state": state,
                "current": current,
                "media_type": media_type,
                "size": size,
                "role": role,
                "working": working,
                "made_by": made_by,
                "team": team,
                "task": task,
                "created_at": created_at,
                "url": url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        file = UUID(d.pop("file"))

        name = d.pop("name")

        version = d.pop("version")

        state = VersionState(d.pop("state"))

        current = d.pop("current")

        media_type = d.pop("media_type")

        size = d.pop("size")

        role = FileRole(d.pop("role"))

        working = d.pop("working")

        made_by = WhoOut.from_dict(d.pop("made_by"))

        def _parse_team(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                team_type_0 = UUID(data)

                return team_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        team = _parse_team(d.pop("team"))

        def _parse_task(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        task = _parse_task(d.pop("task"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        url = d.pop("url")

        file_out = cls(
            id=id,
            file=file,
            name=name,
            version=version,
            state=state,
            current=current,
            media_type=media_type,
            size=size,
            role=role,
            working=working,
            made_by=made_by,
            team=team,
            task=task,
            created_at=created_at,
            url=url,
        )

        file_out.additional_properties = d
        return file_out

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
