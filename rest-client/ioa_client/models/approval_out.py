from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.approval_kind import ApprovalKind
from ..models.approval_state import ApprovalState
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.errand_out import ErrandOut


T = TypeVar("T", bound="ApprovalOut")


@_attrs_define
class ApprovalOut:
    """A decision that waits, or waited, for a person."""

    id: UUID
    goal: UUID
    goal_title: str
    team: UUID
    task: int | None
    kind: ApprovalKind
    """ What a person is asked. """
    question: str
    options: list[str]
    """ Answers that are offered; for `question` and `approval` words are welcome too, and for `check` they say what
    is wrong. """
    errand: ErrandOut | None
    """ Of a `permit`: what would be done, should it be approved. Of a `check`: the result to look at, and who gave
    it. """
    state: ApprovalState
    """ Whether a decision still waits for a person. """
    answer: str
    asked_at: datetime.datetime
    decided_at: datetime.datetime | None
    decided_by: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.errand_out import ErrandOut  # noqa: PLC0415

        id = str(self.id)

        goal = str(self.goal)

        goal_title = self.goal_title

        team = str(self.team)

        task: int | None
        task = self.task

        kind = self.kind.value

        question = self.question

        options = self.options

        errand: dict[str, Any] | None
        if isinstance(self.errand, ErrandOut):
            errand = self.errand.to_dict()
        else:
            errand = self.errand

        state = self.state.value

        answer = self.answer

        asked_at = self.asked_at.isoformat()

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        decided_by = self.decided_by

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "goal": goal,
                "goal_title": goal_title,
                "team": team,
                "task": task,
                "kind": kind,
                "question": question,
                "options": options,
                "errand": errand,
                "state": state,
                "answer": answer,
                "asked_at": asked_at,
                "decided_at": decided_at,
                "decided_by": decided_by,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.errand_out import ErrandOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        goal = UUID(d.pop("goal"))

        goal_title = d.pop("goal_title")

        team = UUID(d.pop("team"))

        def _parse_task(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        task = _parse_task(d.pop("task"))

        kind = ApprovalKind(d.pop("kind"))

        question = d.pop("question")

        options = cast(list[str], d.pop("options"))

        def _parse_errand(data: object) -> ErrandOut | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                errand_type_0 = ErrandOut.from_dict(data)

                return errand_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ErrandOut | None, data)

        errand = _parse_errand(d.pop("errand"))

        state = ApprovalState(d.pop("state"))

        answer = d.pop("answer")

        asked_at = datetime.datetime.fromisoformat(d.pop("asked_at"))

        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)

                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decided_at"))

        decided_by = d.pop("decided_by")

        approval_out = cls(
            id=id,
            goal=goal,
            goal_title=goal_title,
            team=team,
            task=task,
            kind=kind,
            question=question,
            options=options,
            errand=errand,
            state=state,
            answer=answer,
            asked_at=asked_at,
            decided_at=decided_at,
            decided_by=decided_by,
        )

        approval_out.additional_properties = d
        return approval_out

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
