from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.answerable_by import AnswerableBy
from ..models.question_state import QuestionState
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.hop_out import HopOut
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="AskedQuestionOut")


@_attrs_define
class AskedQuestionOut:
    """What an agent, a sub-team or the coordinator can't go on without being told."""

    id: UUID
    goal: UUID
    team: UUID
    """ The team that it is with now. """
    task: None | UUID
    """ The task that can't go on; null: the coordinator asks. """
    attempt: None | UUID
    """ The attempt whose call asked; null: no agent did. """
    asked_by: None | WhoOut
    text: str
    """ As it was asked. An agent may have written it, so do not trust it. """
    wording: str
    """ As it is put now. """
    options: list[str]
    """ Answers that are offered; words are welcome too. """
    answerable_by: AnswerableBy
    """ Who may answer a question. """
    person: None | UUID
    """ Who alone may answer; null: not one alone. """
    to_people: bool
    """ Whether people are asked now, or were at last. """
    state: QuestionState
    """ What became of a question. """
    answer: str
    answered_by: None | WhoOut
    told: None | UUID
    """ The attempt that the answer went to: that asked, or that came after it. """
    asked_at: datetime.datetime
    settled_at: datetime.datetime | None
    hops: list[HopOut]
    """ How it was passed on, the first time first. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.hop_out import HopOut  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        id = str(self.id)

        goal = str(self.goal)

        team = str(self.team)

        task: None | str
        if isinstance(self.task, UUID):
            task = str(self.task)
        else:
            task = self.task

        attempt: None | str
        if isinstance(self.attempt, UUID):
            attempt = str(self.attempt)
        else:
            attempt = self.attempt

        asked_by: dict[str, Any] | None
        if isinstance(self.asked_by, WhoOut):
            asked_by = self.asked_by.to_dict()
        else:
            asked_by = self.asked_by

        text = self.text

        wording = self.wording

        options = self.options

        answerable_by = self.answerable_by.value

        person: None | str
        if isinstance(self.person, UUID):
            person = str(self.person)
        else:
            person = self.person

        to_people = self.to_people

        state = self.state.value

        answer = self.answer

        answered_by: dict[str, Any] | None
        if isinstance(self.answered_by, WhoOut):
            answered_by = self.answered_by.to_dict()
        else:
            answered_by = self.answered_by

        told: None | str
        if isinstance(self.told, UUID):
            told = str(self.told)
        else:
            told = self.told

        asked_at = self.asked_at.isoformat()

        settled_at: None | str
        if isinstance(self.settled_at, datetime.datetime):
            settled_at = self.settled_at.isoformat()
        else:
            settled_at = self.settled_at

        hops = []
        for hops_item_data in self.hops:
            hops_item = hops_item_data.to_dict()
            hops.append(hops_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "goal": goal,
                "team": team,
                "task": task,
                "attempt": attempt,
                "asked_by": asked_by,
                "text": text,
                "wording": wording,
                "options": options,
                "answerable_by": answerable_by,
                "person": person,
                "to_people": to_people,
                "state": state,
                "answer": answer,
                "answered_by": answered_by,
                "told": told,
                "asked_at": asked_at,
                "settled_at": settled_at,
                "hops": hops,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.hop_out import HopOut  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        goal = UUID(d.pop("goal"))

        team = UUID(d.pop("team"))

        def _parse_task(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                task_type_0 = UUID(data)

                return task_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        task = _parse_task(d.pop("task"))

        def _parse_attempt(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                attempt_type_0 = UUID(data)

                return attempt_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        attempt = _parse_attempt(d.pop("attempt"))

        def _parse_asked_by(data: object) -> None | WhoOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                asked_by_type_0 = WhoOut.from_dict(data)

                return asked_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WhoOut, data)

        asked_by = _parse_asked_by(d.pop("asked_by"))

        text = d.pop("text")

        wording = d.pop("wording")

        options = cast(list[str], d.pop("options"))

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

        to_people = d.pop("to_people")

        state = QuestionState(d.pop("state"))

        answer = d.pop("answer")

        def _parse_answered_by(data: object) -> None | WhoOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                answered_by_type_0 = WhoOut.from_dict(data)

                return answered_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WhoOut, data)

        answered_by = _parse_answered_by(d.pop("answered_by"))

        def _parse_told(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                told_type_0 = UUID(data)

                return told_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        told = _parse_told(d.pop("told"))

        asked_at = datetime.datetime.fromisoformat(d.pop("asked_at"))

        def _parse_settled_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                settled_at_type_0 = datetime.datetime.fromisoformat(data)

                return settled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        settled_at = _parse_settled_at(d.pop("settled_at"))

        hops = []
        _hops = d.pop("hops")
        for hops_item_data in _hops:
            hops_item = HopOut.from_dict(hops_item_data)

            hops.append(hops_item)

        asked_question_out = cls(
            id=id,
            goal=goal,
            team=team,
            task=task,
            attempt=attempt,
            asked_by=asked_by,
            text=text,
            wording=wording,
            options=options,
            answerable_by=answerable_by,
            person=person,
            to_people=to_people,
            state=state,
            answer=answer,
            answered_by=answered_by,
            told=told,
            asked_at=asked_at,
            settled_at=settled_at,
            hops=hops,
        )

        asked_question_out.additional_properties = d
        return asked_question_out

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
