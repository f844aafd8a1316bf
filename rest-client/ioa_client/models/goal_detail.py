from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.display import Display
from ..models.goal_outcome import GoalOutcome
from ..models.priority import Priority
from ..models.verification import Verification
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.goal_detail_claimed_chain import GoalDetailClaimedChain
    from ..models.goal_files import GoalFiles
    from ..models.limits import Limits
    from ..models.spent_out import SpentOut


T = TypeVar("T", bound="GoalDetail")


@_attrs_define
class GoalDetail:
    """A goal with its whole text."""

    id: UUID
    title: str
    status: Display
    """ What a team or a goal is shown as; also a goal's status in the REST API. """
    since: datetime.datetime
    """ Since when it has that status. """
    outcome: GoalOutcome
    """ How a goal ended, if it did. """
    priority: Priority
    """ How urgent a goal is. """
    team: UUID
    """ Its root team. """
    waiting: int
    """ Decisions that wait for a person, in all its teams. """
    limits: Limits
    """ A grant. `money` in US dollars, `minutes` of unfrozen time, `depth` 0 forbids sub-teams. """
    spent: SpentOut
    """ What was used, with what is reserved for calls in flight. """
    failure: str
    """ Why it did not succeed, in one sentence; else empty. """
    missing: list[str]
    """ Needs that no agent covers, in words. """
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    claimed_at: datetime.datetime | None
    """ When it ended with an answer. """
    verification: Verification
    """ What a check said of a claim. Nothing is verified but by a check that ran. """
    found: str
    """ How that is known, or why it is not. """
    answer_owed: bool
    """ Whether its answer is still to come among its files, a moment after the end: list them then. """
    text: str
    claimed_chain: GoalDetailClaimedChain
    """ What whoever gave it said of where it comes from: a claim. """
    files: GoalFiles
    """ How many files are attached to a goal or were made for it, how large they are together, and what may be. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.goal_detail_claimed_chain import GoalDetailClaimedChain  # noqa: PLC0415
        from ..models.goal_files import GoalFiles  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.spent_out import SpentOut  # noqa: PLC0415

        id = str(self.id)

        title = self.title

        status = self.status.value

        since = self.since.isoformat()

        outcome = self.outcome.value

        priority = self.priority.value

        team = str(self.team)

        waiting = self.waiting

        limits = self.limits.to_dict()

        spent = self.spent.to_dict()

        failure = self.failure

        missing = self.missing

        created_at = self.created_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        claimed_at: None | str
        if isinstance(self.claimed_at, datetime.datetime):
            claimed_at = self.claimed_at.isoformat()
        else:
            claimed_at = self.claimed_at

        verification = self.verification.value

        found = self.found

        answer_owed = self.answer_owed

        text = self.text

        claimed_chain = self.claimed_chain.to_dict()

        files = self.files.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "title": title,
                "status": status,
                "since": since,
                "outcome": outcome,
                "priority": priority,
                "team": team,
                "waiting": waiting,
                "limits": limits,
                "spent": spent,
                "failure": failure,
                "missing": missing,
                "created_at": created_at,
                "ended_at": ended_at,
                "claimed_at": claimed_at,
                "verification": verification,
                "found": found,
                "answer_owed": answer_owed,
                "text": text,
                "claimed_chain": claimed_chain,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.goal_detail_claimed_chain import GoalDetailClaimedChain  # noqa: PLC0415
        from ..models.goal_files import GoalFiles  # noqa: PLC0415
        from ..models.limits import Limits  # noqa: PLC0415
        from ..models.spent_out import SpentOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        title = d.pop("title")

        status = Display(d.pop("status"))

        since = datetime.datetime.fromisoformat(d.pop("since"))

        outcome = GoalOutcome(d.pop("outcome"))

        priority = Priority(d.pop("priority"))

        team = UUID(d.pop("team"))

        waiting = d.pop("waiting")

        limits = Limits.from_dict(d.pop("limits"))

        spent = SpentOut.from_dict(d.pop("spent"))

        failure = d.pop("failure")

        missing = cast(list[str], d.pop("missing"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        def _parse_ended_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                ended_at_type_0 = datetime.datetime.fromisoformat(data)

                return ended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        ended_at = _parse_ended_at(d.pop("ended_at"))

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

        found = d.pop("found")

        answer_owed = d.pop("answer_owed")

        text = d.pop("text")

        claimed_chain = GoalDetailClaimedChain.from_dict(d.pop("claimed_chain"))

        files = GoalFiles.from_dict(d.pop("files"))

        goal_detail = cls(
            id=id,
            title=title,
            status=status,
            since=since,
            outcome=outcome,
            priority=priority,
            team=team,
            waiting=waiting,
            limits=limits,
            spent=spent,
            failure=failure,
            missing=missing,
            created_at=created_at,
            ended_at=ended_at,
            claimed_at=claimed_at,
            verification=verification,
            found=found,
            answer_owed=answer_owed,
            text=text,
            claimed_chain=claimed_chain,
            files=files,
        )

        goal_detail.additional_properties = d
        return goal_detail

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
