from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.forward_in_answerable_by import ForwardInAnswerableBy
from ..types import UNSET, Unset

T = TypeVar("T", bound="ForwardIn")


@_attrs_define
class ForwardIn:
    """Whom a question is passed on to."""

    answerable_by: ForwardInAnswerableBy
    """ People alone, or the one person alone. """
    person: None | Unset | UUID = UNSET
    """ For `person`: the id of a member who may answer. """

    def to_dict(self) -> dict[str, Any]:
        answerable_by = self.answerable_by.value

        person: None | str | Unset
        if isinstance(self.person, Unset):
            person = UNSET
        elif isinstance(self.person, UUID):
            person = str(self.person)
        else:
            person = self.person

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "answerable_by": answerable_by,
            }
        )
        if person is not UNSET:
            field_dict["person"] = person

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        answerable_by = ForwardInAnswerableBy(d.pop("answerable_by"))

        def _parse_person(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                person_type_0 = UUID(data)

                return person_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        person = _parse_person(d.pop("person", UNSET))

        forward_in = cls(
            answerable_by=answerable_by,
            person=person,
        )

        return forward_in
