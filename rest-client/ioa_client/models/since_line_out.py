from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.digest_kind import DigestKind
from ..types import UNSET, Unset

T = TypeVar("T", bound="SinceLineOut")


@_attrs_define
class SinceLineOut:
    """One thing that happened."""

    kind: DigestKind
    """ What a line tells of. """
    text: str
    at: datetime.datetime
    goal_id: UUID
    seq: int
    """ Of the event, among the goal's. """
    team_id: None | UUID
    artifact: None | UUID
    """ The version of the file. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        kind = self.kind.value

        text = self.text

        at = self.at.isoformat()

        goal_id = str(self.goal_id)

        seq = self.seq

        team_id: None | str
        if isinstance(self.team_id, UUID):
            team_id = str(self.team_id)
        else:
            team_id = self.team_id

        artifact: None | str
        if isinstance(self.artifact, UUID):
            artifact = str(self.artifact)
        else:
            artifact = self.artifact

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "kind": kind,
                "text": text,
                "at": at,
                "goal_id": goal_id,
                "seq": seq,
                "team_id": team_id,
                "artifact": artifact,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        kind = DigestKind(d.pop("kind"))

        text = d.pop("text")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        goal_id = UUID(d.pop("goal_id"))

        seq = d.pop("seq")

        def _parse_team_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                team_id_type_0 = UUID(data)

                return team_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        team_id = _parse_team_id(d.pop("team_id"))

        def _parse_artifact(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                artifact_type_0 = UUID(data)

                return artifact_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        artifact = _parse_artifact(d.pop("artifact"))

        since_line_out = cls(
            kind=kind,
            text=text,
            at=at,
            goal_id=goal_id,
            seq=seq,
            team_id=team_id,
            artifact=artifact,
        )

        since_line_out.additional_properties = d
        return since_line_out

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
