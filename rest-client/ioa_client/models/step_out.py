from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.task_state import TaskState
from ..types import UNSET, Unset

T = TypeVar("T", bound="StepOut")


@_attrs_define
class StepOut:
    """A row of a plan."""

    id: UUID
    """ Of its task. """
    number: int
    title: str
    brief: str
    state: TaskState
    """ Where a task stands. """
    owner: str
    """ A handle. """
    as_team: bool
    """ Whether a team of its own does it. """
    after: list[int]
    """ Numbers of the steps that it comes after. """
    check: str
    """ How its result is checked, as a line: file report.pdf, table region, sales, ... """
    needs_ok: bool
    """ Whether a person looks at its result; `check` says at what. """
    is_editable: bool
    """ Whether it has not begun. """
    version: int
    """ What a change of it has to name. """
    edited_by: str
    """ Who changed it last; empty: nobody did. """
    edited_at: datetime.datetime | None
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        number = self.number

        title = self.title

        brief = self.brief

        state = self.state.value

        owner = self.owner

        as_team = self.as_team

        after = self.after

        check = self.check

        needs_ok = self.needs_ok

        is_editable = self.is_editable

        version = self.version

        edited_by = self.edited_by

        edited_at: None | str
        if isinstance(self.edited_at, datetime.datetime):
            edited_at = self.edited_at.isoformat()
        else:
            edited_at = self.edited_at

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "number": number,
                "title": title,
                "brief": brief,
                "state": state,
                "owner": owner,
                "as_team": as_team,
                "after": after,
                "check": check,
                "needs_ok": needs_ok,
                "is_editable": is_editable,
                "version": version,
                "edited_by": edited_by,
                "edited_at": edited_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))

        number = d.pop("number")

        title = d.pop("title")

        brief = d.pop("brief")

        state = TaskState(d.pop("state"))

        owner = d.pop("owner")

        as_team = d.pop("as_team")

        after = cast(list[int], d.pop("after"))

        check = d.pop("check")

        needs_ok = d.pop("needs_ok")

        is_editable = d.pop("is_editable")

        version = d.pop("version")

        edited_by = d.pop("edited_by")

        def _parse_edited_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                edited_at_type_0 = datetime.datetime.fromisoformat(data)

                return edited_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        edited_at = _parse_edited_at(d.pop("edited_at"))

        step_out = cls(
            id=id,
            number=number,
            title=title,
            brief=brief,
            state=state,
            owner=owner,
            as_team=as_team,
            after=after,
            check=check,
            needs_ok=needs_ok,
            is_editable=is_editable,
            version=version,
            edited_by=edited_by,
            edited_at=edited_at,
        )

        step_out.additional_properties = d
        return step_out

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
