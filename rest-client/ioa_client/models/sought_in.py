from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.goal_state import GoalState
from ..models.hit_kind import HitKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="SoughtIn")


@_attrs_define
class SoughtIn:
    """What a search is narrowed to; what is left out does not narrow it."""

    q: str | Unset = ""
    """ Words; "together", -without, or. Near meanings count too. """
    kind: HitKind | None | Unset = UNSET
    goal: None | Unset | UUID = UNSET
    """ Only in this goal. """
    who: str | Unset = ""
    """ Handle or name of who said, made or gave it. """
    state: GoalState | None | Unset = UNSET
    """ Of the goal in which it is. """
    since: datetime.date | None | Unset = UNSET
    """ From this day on, in UTC. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        q = self.q

        kind: None | str | Unset
        if isinstance(self.kind, Unset):
            kind = UNSET
        elif isinstance(self.kind, HitKind):
            kind = self.kind.value
        else:
            kind = self.kind

        goal: None | str | Unset
        if isinstance(self.goal, Unset):
            goal = UNSET
        elif isinstance(self.goal, UUID):
            goal = str(self.goal)
        else:
            goal = self.goal

        who = self.who

        state: None | str | Unset
        if isinstance(self.state, Unset):
            state = UNSET
        elif isinstance(self.state, GoalState):
            state = self.state.value
        else:
            state = self.state

        since: None | str | Unset
        if isinstance(self.since, Unset):
            since = UNSET
        elif isinstance(self.since, datetime.date):
            since = self.since.isoformat()
        else:
            since = self.since

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if q is not UNSET:
            field_dict["q"] = q
        if kind is not UNSET:
            field_dict["kind"] = kind
        if goal is not UNSET:
            field_dict["goal"] = goal
        if who is not UNSET:
            field_dict["who"] = who
        if state is not UNSET:
            field_dict["state"] = state
        if since is not UNSET:
            field_dict["since"] = since

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        q = d.pop("q", UNSET)

        def _parse_kind(data: object) -> HitKind | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                kind_type_0 = HitKind(data)

                return kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(HitKind | None | Unset, data)

        kind = _parse_kind(d.pop("kind", UNSET))

        def _parse_goal(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                goal_type_0 = UUID(data)

                return goal_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        goal = _parse_goal(d.pop("goal", UNSET))

        who = d.pop("who", UNSET)

        def _parse_state(data: object) -> GoalState | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                state_type_0 = GoalState(data)

                return state_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GoalState | None | Unset, data)

        state = _parse_state(d.pop("state", UNSET))

        def _parse_since(data: object) -> datetime.date | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                since_type_0 = datetime.date.fromisoformat(data)

                return since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.date | None | Unset, data)

        since = _parse_since(d.pop("since", UNSET))

        sought_in = cls(
            q=q,
            kind=kind,
            goal=goal,
            who=who,
            state=state,
            since=since,
        )

        sought_in.additional_properties = d
        return sought_in

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
