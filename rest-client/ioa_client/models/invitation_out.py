from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.role import Role
from ..types import UNSET, Unset

T = TypeVar("T", bound="InvitationOut")


@_attrs_define
class InvitationOut:
    """An open invitation."""

    id: UUID
    username: str
    workspace: str
    role: Role
    """ What somebody is in a workspace. """
    by: str
    made_at: datetime.datetime
    expires_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        username = self.username

        workspace = self.workspace

        role = self.role.value

        by = self.by

        made_at = self.made_at.isoformat()

        expires_at = self.expires_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "username": username,
                "workspace": workspace,
                "role": role,
                "by": by,
                "made_at": made_at,
                "expires_at": expires_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        username = d.pop("username")

        workspace = d.pop("workspace")

        role = Role(d.pop("role"))

        by = d.pop("by")

        made_at = datetime.datetime.fromisoformat(d.pop("made_at"))

        expires_at = datetime.datetime.fromisoformat(d.pop("expires_at"))

        invitation_out = cls(
            id=id,
            username=username,
            workspace=workspace,
            role=role,
            by=by,
            made_at=made_at,
            expires_at=expires_at,
        )

        invitation_out.additional_properties = d
        return invitation_out

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
