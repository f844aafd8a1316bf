from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chain_out import ChainOut
    from ..models.event_out_payload import EventOutPayload


T = TypeVar("T", bound="EventOut")


@_attrs_define
class EventOut:
    """Something that happened to a goal."""

    seq: int
    """ Gap-free within the goal, from 1. """
    at: datetime.datetime
    kind: str
    """ More may come: pass over those that you don't know. """
    actor: str
    team: None | UUID
    payload: EventOutPayload
    chain: ChainOut | None
    """ Null: from before chains were kept. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.event_out_payload import EventOutPayload  # noqa: PLC0415

        seq = self.seq

        at = self.at.isoformat()

        kind = self.kind

        actor = self.actor

        team: None | str
        if isinstance(self.team, UUID):
            team = str(self.team)
        else:
            team = self.team

        payload = self.payload.to_dict()

        chain: dict[str, Any] | None
        if isinstance(self.chain, ChainOut):
            chain = self.chain.to_dict()
        else:
            chain = self.chain

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "seq": seq,
                "at": at,
                "kind": kind,
                "actor": actor,
                "team": team,
                "payload": payload,
                "chain": chain,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.event_out_payload import EventOutPayload  # noqa: PLC0415

        d = dict(src_dict)
        seq = d.pop("seq")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        kind = d.pop("kind")

        actor = d.pop("actor")

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

        payload = EventOutPayload.from_dict(d.pop("payload"))

        def _parse_chain(data: object) -> ChainOut | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                chain_type_0 = ChainOut.from_dict(data)

                return chain_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ChainOut | None, data)

        chain = _parse_chain(d.pop("chain"))

        event_out = cls(
            seq=seq,
            at=at,
            kind=kind,
            actor=actor,
            team=team,
            payload=payload,
            chain=chain,
        )

        event_out.additional_properties = d
        return event_out

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
