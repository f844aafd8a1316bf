from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.delivery import Delivery
from ..models.message_kind import MessageKind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chain_out import ChainOut
    from ..models.message_out_data import MessageOutData
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="MessageOut")


@_attrs_define
class MessageOut:
    """A line in a room."""

    id: UUID
    number: int
    """ Gap-free within the room, from 1. """
    kind: MessageKind
    """ What a message is, for people and voices. """
    sender: WhoOut
    """ Somebody in a team. """
    text: str
    """ Markdown as it was said; it comes from agents and people, so sanitise what you show. """
    data: MessageOutData
    """ What its kind carries: task numbers, files, a verdict, ... """
    task: int | None
    next_speaker: str
    voice: str
    """ What spoke for the sender: rules, a model's name; `itself` for an agent that spoke itself, empty for a
    person. `because` in `data` says why another spoke for an agent; `about` whether a thing said agrees, objects,
    asks or proposes. """
    delivery: Delivery
    """ How a person's message reaches the conversation. """
    read_in_turn: int | None
    """ The turn that read it; null: none yet. """
    round_: int
    created_at: datetime.datetime
    seq: int
    """ Its place in the goal's events. """
    chain: ChainOut
    """ In whose name something was done, and where: the ids of the links that apply, as the hub wrote them itself.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.message_out_data import MessageOutData  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        id = str(self.id)

        number = self.number

        kind = self.kind.value

        sender = self.sender.to_dict()

        text = self.text

        data = self.data.to_dict()

        task: int | None
        task = self.task

        next_speaker = self.next_speaker

        voice = self.voice

        delivery = self.delivery.value

        read_in_turn: int | None
        read_in_turn = self.read_in_turn

        round_ = self.round_

        created_at = self.created_at.isoformat()

        seq = self.seq

        chain = self.chain.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "number": number,
                "kind": kind,
                "sender": sender,
                "text": text,
                "data": data,
                "task": task,
                "next_speaker": next_speaker,
                "voice": voice,
                "delivery": delivery,
                "read_in_turn": read_in_turn,
                "round": round_,
                "created_at": created_at,
                "seq": seq,
                "chain": chain,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.message_out_data import MessageOutData  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        number = d.pop("number")

        kind = MessageKind(d.pop("kind"))

        sender = WhoOut.from_dict(d.pop("sender"))

        text = d.pop("text")

        data = MessageOutData.from_dict(d.pop("data"))

        def _parse_task(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        task = _parse_task(d.pop("task"))

        next_speaker = d.pop("next_speaker")

        voice = d.pop("voice")

        delivery = Delivery(d.pop("delivery"))

        def _parse_read_in_turn(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        read_in_turn = _parse_read_in_turn(d.pop("read_in_turn"))

        round_ = d.pop("round")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        seq = d.pop("seq")

        chain = ChainOut.from_dict(d.pop("chain"))

        message_out = cls(
            id=id,
            number=number,
            kind=kind,
            sender=sender,
            text=text,
            data=data,
            task=task,
            next_speaker=next_speaker,
            voice=voice,
            delivery=delivery,
            read_in_turn=read_in_turn,
            round_=round_,
            created_at=created_at,
            seq=seq,
            chain=chain,
        )

        message_out.additional_properties = d
        return message_out

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
