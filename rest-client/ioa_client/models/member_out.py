from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.role import Role
from ..types import UNSET, Unset

T = TypeVar("T", bound="MemberOut")


@_attrs_define
class MemberOut:
    """Somebody who belongs to the workspace."""

    id: UUID
    username: str
    name: str
    role: Role
    """ What somebody is in a workspace. """
    enabled: bool
    """ False: an owner switched them off here. """
    new: bool
    """ The account was made here and nobody was in it yet: `link` makes its sign-in link. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        username = self.username

        name = self.name

        role = self.role.value

        enabled = self.enabled

        new = self.new

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "username": username,
                "name": name,
                "role": role,
                "enabled": enabled,
                "new": new,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        username = d.pop("username")

        name = d.pop("name")

        role = Role(d.pop("role"))

        enabled = d.pop("enabled")

        new = d.pop("new")

        member_out = cls(
            id=id,
            username=username,
            name=name,
            role=role,
            enabled=enabled,
            new=new,
        )

        member_out.additional_properties = d
        return member_out

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
