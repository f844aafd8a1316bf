from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.origin_kind import OriginKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="ChainOut")


@_attrs_define
class ChainOut:
    """In whose name something was done, and where: the ids of the links that apply, as the hub wrote them itself."""

    origin: None | Unset | UUID = UNSET
    """ Of what began it: a person's request or message, or a token's. """
    origin_kind: None | OriginKind | Unset = UNSET
    """ Events do not say it: the task or message does. """
    goal: None | Unset | UUID = UNSET
    team: None | Unset | UUID = UNSET
    member: None | Unset | UUID = UNSET
    task: None | Unset | UUID = UNSET
    attempt: None | Unset | UUID = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        origin: None | str | Unset
        if isinstance(self.origin, Unset):
            origin = UNSET
        elif isinstance(self.origin, UUID):
            origin = str(self.origin)
        else:
            origin = self.origin

        origin_kind: None | str | Unset
        if isinstance(self.origin_kind, Unset):
            origin_kind = UNSET
        elif isinstance(self.origin_kind, OriginKind):
            origin_kind = self.origin_kind.value
        else:
            origin_kind = self.origin_kind

        goal: None | str | Unset
        if isinstance(self.goal, Unset):
            goal = UNSET
        elif isinstance(self.goal, UUID):
            goal = str(self.goal)
        else:
            goal = self.goal

        team: None | str | Unset
        if isinstance(self.team, Unset):
            team = UNSET
        elif isinstance(self.team, UUID):
            team = str(self.team)
        else:
            team = self.team

        member: None | str | Unset
        if isinstance(self.member, Unset):
            member = UNSET
        elif isinstance(self.member, UUID):
            member = str(self.member)
        else:
            member = self.member

        task: None | str | Unset
        if isinstance(self.task, Unset):
            task = UNSET
        elif isinstance(self.task, UUID):
            task = str(self.task)
        else:
            task = self.task

        attempt: None | str | Unset
        if isinstance(self.attempt, Unset):
            attempt = UNSET
        elif isinstance(self.attempt, UUID):
            attempt = str(self.attempt)
        else:
            attempt = self.attempt

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update({})
        if origin is not UNSET:
            field_dict["origin"] = origin
        if origin_kind is not UNSET:
            field_dict["origin_kind"] = origin_kind
        if goal is not UNSET:
            field_dict["goal"] = goal
        if team is not UNSET:
            field_dict["team"] = team
        if member is not UNSET:
            field_dict["member"] = member
        if task is not UNSET:
            field_dict["task"] = task
        if attempt is not UNSET:
            field_dict["attempt"] = attempt

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_origin(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                origin_type_0 = UUID(data)

                return origin_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        origin = _parse_origin(d.pop("origin", UNSET))

        def _parse_origin_kind(data: object) -> None | OriginKind | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                origin_kind_type_0 = OriginKind(data)

                return origin_kind_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OriginKind | Unset, data)

        origin_kind = _parse_origin_kind(d.pop("origin_kind", UNSET))

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

        def _parse_team(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                team_type_0 = UUID(data)

                return team_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        team = _parse_team(d.pop("team", UNSET))

        def _parse_member(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                member_type_0 = UUID(data)

                return member_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        member = _parse_member(d.pop("member", UNSET))

        def _parse_task(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                task_type_0 = UUID(data)

                return task_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        task = _parse_task(d.pop("task", UNSET))

        def _parse_attempt(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                attempt_type_0 = UUID(data)

                return attempt_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        attempt = _parse_attempt(d.pop("attempt", UNSET))

        chain_out = cls(
            origin=origin,
            origin_kind=origin_kind,
            goal=goal,
            team=team,
            member=member,
            task=task,
            attempt=attempt,
        )

        chain_out.additional_properties = d
        return chain_out

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
