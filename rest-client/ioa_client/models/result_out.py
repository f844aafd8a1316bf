from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.display import Display
from ..models.goal_outcome import GoalOutcome
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.file_out import FileOut


T = TypeVar("T", bound="ResultOut")


@_attrs_define
class ResultOut:
    """What came of a goal so far; while it runs, `answer` and `verdict` are null."""

    status: Display
    """ What a team or a goal is shown as; also a goal's status in the REST API. """
    answer: None | str
    """ Markdown. """
    verdict: GoalOutcome | None
    """ done, partial, failed or stopped. """
    missing: list[str]
    """ What could not be done, in words. """
    failure: str
    files: list[FileOut]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.file_out import FileOut  # noqa: PLC0415

        status = self.status.value

        answer: None | str
        answer = self.answer

        verdict: None | str
        if isinstance(self.verdict, GoalOutcome):
            verdict = self.verdict.value
        else:
            verdict = self.verdict

        missing = self.missing

        failure = self.failure

        files = []
        for files_item_data in self.files:
            files_item = files_item_data.to_dict()
            files.append(files_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "status": status,
                "answer": answer,
                "verdict": verdict,
                "missing": missing,
                "failure": failure,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.file_out import FileOut  # noqa: PLC0415

        d = dict(src_dict)
        status = Display(d.pop("status"))

        def _parse_answer(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        answer = _parse_answer(d.pop("answer"))

        def _parse_verdict(data: object) -> GoalOutcome | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                verdict_type_0 = GoalOutcome(data)

                return verdict_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(GoalOutcome | None, data)

        verdict = _parse_verdict(d.pop("verdict"))

        missing = cast(list[str], d.pop("missing"))

        failure = d.pop("failure")

        files = []
        _files = d.pop("files")
        for files_item_data in _files:
            files_item = FileOut.from_dict(files_item_data)

            files.append(files_item)

        result_out = cls(
            status=status,
            answer=answer,
            verdict=verdict,
            missing=missing,
            failure=failure,
            files=files,
        )

        result_out.additional_properties = d
        return result_out

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
