from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.answerable_by import AnswerableBy
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="HopOut")


@_attrs_define
class HopOut:
    """One time that a question was passed on."""

    by: None | WhoOut
    """ Null: the hub passed it on, since nobody before had an answer. """
    team: UUID
    """ The team that it was with from then on. """
    to_people: bool
    """ People were asked; else the agents of that team. """
    answerable_by: AnswerableBy
    """ Who may answer a question. """
    person: None | UUID
    wording: str
    """ In which other words; empty: as it was. """
    at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.who_out import WhoOut  # noqa: PLC0415

        by: dict[str, Any] | None
        if isinstance(self.by, WhoOut):
            by = self.by.to_dict()
        else:
            by = self.by

        team = str(self.team)

        to_people = self.to_people

        answerable_by = self.answerable_by.value

        person: None | str
        if isinstance(self.person, UUID):
            person = str(self.person)
        else:
            person = self.person

        wording = self.wording

        at = self.at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "by": by,
                "team": team,
                "to_people": to_people,
                "answerable_by": answerable_by,
                "person": person,
                "wording": wording,
                "at": at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_by(data: object) -> None | WhoOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                by_type_0 = WhoOut.from_dict(data)

                return by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WhoOut, data)

        by = _parse_by(d.pop("by"))

        team = UUID(d.pop("team"))

        to_people = d.pop("to_people")

        answerable_by = AnswerableBy(d.pop("answerable_by"))

        def _parse_person(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                person_type_0 = UUID(data)

                return person_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        person = _parse_person(d.pop("person"))

        wording = d.pop("wording")

        at = datetime.datetime.fromisoformat(d.pop("at"))

        hop_out = cls(
            by=by,
            team=team,
            to_people=to_people,
            answerable_by=answerable_by,
            person=person,
            wording=wording,
            at=at,
        )

        hop_out.additional_properties = d
        return hop_out

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
