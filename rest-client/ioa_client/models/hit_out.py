from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.display import Display
from ..models.hit_kind import HitKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="HitOut")


@_attrs_define
class HitOut:
    """What was found. `team`, `number` and `seq` are a message's; `handle` an agent's."""

    kind: HitKind
    """ What was found. """
    id: UUID
    """ Of the goal, the message, the file's version, the document or the agent. """
    title: str
    """ The goal's, the team's in whose room it is, the file's name, the agent's name. """
    snippet: str
    """ Why it was found, as plain text; it was written by others. """
    marks: list[list[int]]
    """ Where in the snippet words stand that were looked for: from, to. """
    at: datetime.datetime
    by: str
    """ Name of who said or made it; empty: not known, or the hub. """
    goal: None | UUID
    """ In which goal; null: in the library, or an agent. """
    goal_title: str
    status: Display | None
    """ The goal's. """
    team: None | UUID
    number: int | None
    """ Of the message, in its room. """
    seq: int | None
    """ Of the message, among the goal's events. """
    handle: str
    in_library: bool
    """ A document that agents read: fetch it from /documents/{id}. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind.value

        id = str(self.id)

        title = self.title

        snippet = self.snippet

        marks = []
        for marks_item_data in self.marks:
            marks_item = []
            for marks_item_item_data in marks_item_data:
                marks_item_item: int
                marks_item_item = marks_item_item_data
                marks_item.append(marks_item_item)

            marks.append(marks_item)

        at = self.at.isoformat()

        by = self.by

        goal: None | str
        if isinstance(self.goal, UUID):
            goal = str(self.goal)
        else:
            goal = self.goal

        goal_title = self.goal_title

        status: None | str
        if isinstance(self.status, Display):
            status = self.status.value
        else:
            status = self.status

        team: None | str
        if isinstance(self.team, UUID):
            team = str(self.team)
        else:
            team = self.team

        number: int | None
        number = self.number

        seq: int | None
        seq = self.seq

        handle = self.handle

        in_library = self.in_library

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "id": id,
                "title": title,
                "snippet": snippet,
                "marks": marks,
                "at": at,
                "by": by,
                "goal": goal,
                "goal_title": goal_title,
                "status": status,
                "team": team,
                "number": number,
                "seq": seq,
                "handle": handle,
                "in_library": in_library,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = HitKind(d.pop("kind"))

        id = UUID(d.pop("id"))

        title = d.pop("title")

        snippet = d.pop("snippet")

        marks = []
        _marks = d.pop("marks")
        for marks_item_data in _marks:
            marks_item = []
            _marks_item = marks_item_data
            for marks_item_item_data in _marks_item:

                def _parse_marks_item_item(data: object) -> int:
                    return cast(int, data)

                marks_item_item = _parse_marks_item_item(marks_item_item_data)

                marks_item.append(marks_item_item)

            marks.append(marks_item)

        at = datetime.datetime.fromisoformat(d.pop("at"))

        by = d.pop("by")

        def _parse_goal(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                goal_type_0 = UUID(data)

                return goal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        goal = _parse_goal(d.pop("goal"))

        goal_title = d.pop("goal_title")

        def _parse_status(data: object) -> Display | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                status_type_0 = Display(data)

                return status_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Display | None, data)

        status = _parse_status(d.pop("status"))

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

        def _parse_number(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        number = _parse_number(d.pop("number"))

        def _parse_seq(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        seq = _parse_seq(d.pop("seq"))

        handle = d.pop("handle")

        in_library = d.pop("in_library")

        hit_out = cls(
            kind=kind,
            id=id,
            title=title,
            snippet=snippet,
            marks=marks,
            at=at,
            by=by,
            goal=goal,
            goal_title=goal_title,
            status=status,
            team=team,
            number=number,
            seq=seq,
            handle=handle,
            in_library=in_library,
        )

        hit_out.additional_properties = d
        return hit_out

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
