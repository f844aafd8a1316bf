from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.role import Role
from ..types import UNSET, Unset

T = TypeVar("T", bound="MemberIn")


@_attrs_define
class MemberIn:
    """A new person."""

    username: str
    """ 2 to 60 small letters, digits, dots, dashes or underscores. """
    name: str | Unset = ""
    role: Role | Unset = Role.OPERATOR
    """ What somebody is in a workspace. """

    def to_dict(self) -> dict[str, Any]:
        username = self.username

        name = self.name

        role: str | Unset = UNSET
        if not isinstance(self.role, Unset):
            role = self.role.value

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "username": username,
            }
        )
        if name is not UNSET:
            field_dict["name"] = name
        if role is not UNSET:
            field_dict["role"] = role

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        username = d.pop("username")

        name = d.pop("name", UNSET)

        _role = d.pop("role", UNSET)
        role: Role | Unset
        if isinstance(_role, Unset):
            role = UNSET
        else:
            role = Role(_role)

        member_in = cls(
            username=username,
            name=name,
            role=role,
        )

        return member_in
