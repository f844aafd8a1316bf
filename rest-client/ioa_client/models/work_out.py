from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.task_state import TaskState
from ..types import UNSET, Unset

T = TypeVar("T", bound="WorkOut")


@_attrs_define
class WorkOut:
    """A task that an agent tried."""

    goal_id: UUID
    goal: str
    team_id: UUID
    team: str
    number: int
    """ Of the task, in its team. """
    title: str
    state: TaskState
    """ Where a task stands. """
    at: datetime.datetime
    seconds: float | None
    """ What its last try took; null while that runs. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        goal_id = str(self.goal_id)

        goal = self.goal

        team_id = str(self.team_id)

        team = self.team

        number = self.number

        title = self.title

        state = self.state.value

        at = self.at.isoformat()

        seconds: float | None
        seconds = self.seconds

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "goal_id": goal_id,
                "goal": goal,
                "team_id": team_id,
                "team": team,
                "number": number,
                "title": title,
                "state": state,
                "at": at,
                "seconds": seconds,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        goal_id = UUID(d.pop("goal_id"))

        goal = d.pop("goal")

        team_id = UUID(d.pop("team_id"))

        team = d.pop("team")

        number = d.pop("number")

        title = d.pop("title")

        state = TaskState(d.pop("state"))

        at = datetime.datetime.fromisoformat(d.pop("at"))

        def _parse_seconds(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        seconds = _parse_seconds(d.pop("seconds"))

        work_out = cls(
            goal_id=goal_id,
            goal=goal,
            team_id=team_id,
            team=team,
            number=number,
            title=title,
            state=state,
            at=at,
            seconds=seconds,
        )

        work_out.additional_properties = d
        return work_out

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
