from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.task_state import TaskState
from ..models.verification import Verification
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.chain_out import ChainOut
    from ..models.task_out_check import TaskOutCheck
    from ..models.who_out import WhoOut


T = TypeVar("T", bound="TaskOut")


@_attrs_define
class TaskOut:
    """Work given to a member."""

    id: UUID
    team: UUID
    number: int
    """ Within the team, from 1. """
    title: str
    brief: str
    owner: WhoOut
    """ Somebody in a team. """
    state: TaskState
    """ Where a task stands. """
    state_at: datetime.datetime
    needs: list[str]
    after: list[int]
    """ Numbers of the tasks it depends on. """
    is_answer: bool
    """ Its result concludes the conversation. """
    result: str
    failure: str
    question: str
    """ What its agent asks, while it asks. """
    check: TaskOutCheck
    """ How it is seen that its result is right: a `kind` and what it needs; empty: not at all. """
    claimed_at: datetime.datetime | None
    """ When whoever does it last said that it is done. """
    verification: Verification
    """ What a check said of a claim. Nothing is verified but by a check that ran. """
    checked_at: datetime.datetime | None
    """ When its check ran. """
    checked_by: None | WhoOut
    """ Who looked at it; null: the hub itself, or nobody. """
    found: str
    """ How it was seen, why it was not checked, or what is wrong. """
    evidence: list[str]
    """ What the check looked at. It comes from agents, so do not trust it. """
    chain: ChainOut
    """ In whose name something was done, and where: the ids of the links that apply, as the hub wrote them itself.
    """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.task_out_check import TaskOutCheck  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        id = str(self.id)

        team = str(self.team)

        number = self.number

        title = self.title

        brief = self.brief

        owner = self.owner.to_dict()

        state = self.state.value

        state_at = self.state_at.isoformat()

        needs = self.needs

        after = self.after

        is_answer = self.is_answer

        result = self.result

        failure = self.failure

        question = self.question

        check = self.check.to_dict()

        claimed_at: None | str
        if isinstance(self.claimed_at, datetime.datetime):
            claimed_at = self.claimed_at.isoformat()
        else:
            claimed_at = self.claimed_at

        verification = self.verification.value

        checked_at: None | str
        if isinstance(self.checked_at, datetime.datetime):
            checked_at = self.checked_at.isoformat()
        else:
            checked_at = self.checked_at

        checked_by: dict[str, Any] | None
        if isinstance(self.checked_by, WhoOut):
            checked_by = self.checked_by.to_dict()
        else:
            checked_by = self.checked_by

        found = self.found

        evidence = self.evidence

        chain = self.chain.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "team": team,
                "number": number,
                "title": title,
                "brief": brief,
                "owner": owner,
                "state": state,
                "state_at": state_at,
                "needs": needs,
                "after": after,
                "is_answer": is_answer,
                "result": result,
                "failure": failure,
                "question": question,
                "check": check,
                "claimed_at": claimed_at,
                "verification": verification,
                "checked_at": checked_at,
                "checked_by": checked_by,
                "found": found,
                "evidence": evidence,
                "chain": chain,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.chain_out import ChainOut  # noqa: PLC0415
        from ..models.task_out_check import TaskOutCheck  # noqa: PLC0415
        from ..models.who_out import WhoOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        team = UUID(d.pop("team"))

        number = d.pop("number")

        title = d.pop("title")

        brief = d.pop("brief")

        owner = WhoOut.from_dict(d.pop("owner"))

        state = TaskState(d.pop("state"))

        state_at = datetime.datetime.fromisoformat(d.pop("state_at"))

        needs = cast(list[str], d.pop("needs"))

        after = cast(list[int], d.pop("after"))

        is_answer = d.pop("is_answer")

        result = d.pop("result")

        failure = d.pop("failure")

        question = d.pop("question")

        check = TaskOutCheck.from_dict(d.pop("check"))

        def _parse_claimed_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                claimed_at_type_0 = datetime.datetime.fromisoformat(data)

                return claimed_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        claimed_at = _parse_claimed_at(d.pop("claimed_at"))

        verification = Verification(d.pop("verification"))

        def _parse_checked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                checked_at_type_0 = datetime.datetime.fromisoformat(data)

                return checked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        checked_at = _parse_checked_at(d.pop("checked_at"))

        def _parse_checked_by(data: object) -> None | WhoOut:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                checked_by_type_0 = WhoOut.from_dict(data)

                return checked_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | WhoOut, data)

        checked_by = _parse_checked_by(d.pop("checked_by"))

        found = d.pop("found")

        evidence = cast(list[str], d.pop("evidence"))

        chain = ChainOut.from_dict(d.pop("chain"))

        task_out = cls(
            id=id,
            team=team,
            number=number,
            title=title,
            brief=brief,
            owner=owner,
            state=state,
            state_at=state_at,
            needs=needs,
            after=after,
            is_answer=is_answer,
            result=result,
            failure=failure,
            question=question,
            check=check,
            claimed_at=claimed_at,
            verification=verification,
            checked_at=checked_at,
            checked_by=checked_by,
            found=found,
            evidence=evidence,
            chain=chain,
        )

        task_out.additional_properties = d
        return task_out

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
