from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="StepIn")


@_attrs_define
class StepIn:
    """What changes of a step; what is left out stays."""

    version: int
    """ Of the row as you read it. """
    title: None | str | Unset = UNSET
    brief: None | str | Unset = UNSET
    owner: None | str | Unset = UNSET
    """ The handle of who shall do it. """
    after: list[int] | None | Unset = UNSET
    check: None | str | Unset = UNSET
    """ A line; empty: no check. """
    needs_ok: bool | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        version = self.version

        title: None | str | Unset
        if isinstance(self.title, Unset):
            title = UNSET
        else:
            title = self.title

        brief: None | str | Unset
        if isinstance(self.brief, Unset):
            brief = UNSET
        else:
            brief = self.brief

        owner: None | str | Unset
        if isinstance(self.owner, Unset):
            owner = UNSET
        else:
            owner = self.owner

        after: list[int] | None | Unset
        if isinstance(self.after, Unset):
            after = UNSET
        elif isinstance(self.after, list):
            after = self.after

        else:
            after = self.after

        check: None | str | Unset
        if isinstance(self.check, Unset):
            check = UNSET
        else:
            check = self.check

        needs_ok: bool | None | Unset
        if isinstance(self.needs_ok, Unset):
            needs_ok = UNSET
        else:
            needs_ok = self.needs_ok

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "version": version,
            }
        )
        if title is not UNSET:
            field_dict["title"] = title
        if brief is not UNSET:
            field_dict["brief"] = brief
        if owner is not UNSET:
            field_dict["owner"] = owner
        if after is not UNSET:
            field_dict["after"] = after
        if check is not UNSET:
            field_dict["check"] = check
        if needs_ok is not UNSET:
            field_dict["needs_ok"] = needs_ok

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        version = d.pop("version")

        def _parse_title(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        title = _parse_title(d.pop("title", UNSET))

        def _parse_brief(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        brief = _parse_brief(d.pop("brief", UNSET))

        def _parse_owner(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        owner = _parse_owner(d.pop("owner", UNSET))

        def _parse_after(data: object) -> list[int] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                after_type_0 = cast(list[int], data)

                return after_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[int] | None | Unset, data)

        after = _parse_after(d.pop("after", UNSET))

        def _parse_check(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        check = _parse_check(d.pop("check", UNSET))

        def _parse_needs_ok(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        needs_ok = _parse_needs_ok(d.pop("needs_ok", UNSET))

        step_in = cls(
            version=version,
            title=title,
            brief=brief,
            owner=owner,
            after=after,
            check=check,
            needs_ok=needs_ok,
        )

        return step_in
