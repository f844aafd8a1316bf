from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, Literal, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.concealable import Concealable
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.recorded_file import RecordedFile
    from ..models.recorded_spend import RecordedSpend
    from ..models.recorded_team import RecordedTeam


T = TypeVar("T", bound="GoalRecord")


@_attrs_define
class GoalRecord:
    """A goal with its teams in the order they were formed. `files` and `spend` are null where they are left out."""

    id: UUID
    title: str
    text: str
    given_by: str
    created_at: datetime.datetime
    ended_at: datetime.datetime | None
    state: str
    answer: str
    failure: str
    verification: str
    teams: list[RecordedTeam]
    files: list[RecordedFile] | None
    spend: None | RecordedSpend
    format_: Literal["ioa-goal/1"] | Unset = "ioa-goal/1"
    left_out: list[Concealable] | Unset = UNSET
    """ What is not shown here. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.recorded_file import RecordedFile  # noqa: PLC0415
        from ..models.recorded_spend import RecordedSpend  # noqa: PLC0415
        from ..models.recorded_team import RecordedTeam  # noqa: PLC0415

        id = str(self.id)

        title = self.title

        text = self.text

        given_by = self.given_by

        created_at = self.created_at.isoformat()

        ended_at: None | str
        if isinstance(self.ended_at, datetime.datetime):
            ended_at = self.ended_at.isoformat()
        else:
            ended_at = self.ended_at

        state = self.state

        answer = self.answer

        failure = self.failure

        verification = self.verification

        teams = []
        for teams_item_data in self.teams:
            teams_item = teams_item_data.to_dict()
            teams.append(teams_item)

        files: list[dict[str, Any]] | None
        if isinstance(self.files, list):
            files = []
            for files_type_0_item_data in self.files:
                files_type_0_item = files_type_0_item_data.to_dict()
                files.append(files_type_0_item)

        else:
            files = self.files

        spend: dict[str, Any] | None
        if isinstance(self.spend, RecordedSpend):
            spend = self.spend.to_dict()
        else:
            spend = self.spend

        format_ = self.format_

        left_out: list[str] | Unset = UNSET
        if not isinstance(self.left_out, Unset):
            left_out = []
            for left_out_item_data in self.left_out:
                left_out_item = left_out_item_data.value
                left_out.append(left_out_item)

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "id": id,
                "title": title,
                "text": text,
                "given_by": given_by,
                "created_at": created_at,
                "ended_at": ended_at,
                "state": state,
                "answer": answer,
                "failure": failure,
                "verification": verification,
                "teams": teams,
                "files": files,
                "spend": spend,
            }
        )
        if format_ is not UNSET:
            field_dict["format"] = format_
        if left_out is not UNSET:
            field_dict["left_out"] = left_out

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.recorded_file import RecordedFile  # noqa: PLC0415
        from ..models.recorded_spend import RecordedSpend  # noqa: PLC0415
        from ..models.recorded_team import RecordedTeam  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        title = d.pop("title")

        text = d.pop("text")

        given_by = d.pop("given_by")

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

        state = d.pop("state")

        answer = d.pop("answer")

        failure = d.pop("failure")

        verification = d.pop("verification")

        teams = []
        _teams = d.pop("teams")
        for teams_item_data in _teams:
            teams_item = RecordedTeam.from_dict(teams_item_data)

            teams.append(teams_item)

        def _parse_files(data: object) -> list[RecordedFile] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                files_type_0 = []
                _files_type_0 = data
                for files_type_0_item_data in _files_type_0:
                    files_type_0_item = RecordedFile.from_dict(files_type_0_item_data)

                    files_type_0.append(files_type_0_item)

                return files_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[RecordedFile] | None, data)

        files = _parse_files(d.pop("files"))

        def _parse_spend(data: object) -> None | RecordedSpend:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                spend_type_0 = RecordedSpend.from_dict(data)

                return spend_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RecordedSpend, data)

        spend = _parse_spend(d.pop("spend"))

        format_ = cast(Literal["ioa-goal/1"] | Unset, d.pop("format", UNSET))
        if format_ != "ioa-goal/1" and not isinstance(format_, Unset):
            raise ValueError(f"format must match const 'ioa-goal/1', got '{format_}'")

        _left_out = d.pop("left_out", UNSET)
        left_out: list[Concealable] | Unset = UNSET
        if _left_out is not UNSET:
            left_out = []
            for left_out_item_data in _left_out:
                left_out_item = Concealable(left_out_item_data)

                left_out.append(left_out_item)

        goal_record = cls(
            id=id,
            title=title,
            text=text,
            given_by=given_by,
            created_at=created_at,
            ended_at=ended_at,
            state=state,
            answer=answer,
            failure=failure,
            verification=verification,
            teams=teams,
            files=files,
            spend=spend,
            format_=format_,
            left_out=left_out,
        )

        return goal_record
