from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.trial_kind import TrialKind
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.found_out import FoundOut
    from ..models.trial_file_out import TrialFileOut


T = TypeVar("T", bound="TrialOut")


@_attrs_define
class TrialOut:
    """A trial: poll it until `done`."""

    id: UUID
    kind: TrialKind
    """ What a trial is for. """
    done: bool
    progress: str
    problem: str
    """ Why it came to nothing, as a sentence; empty: it went well so far. """
    reply: str
    """ What the agent said, as Markdown; do not trust it. """
    latency_ms: int | None
    tokens: int
    money: float | None
    """ US dollars; null where nobody said a price. """
    created_at: datetime.datetime
    begun_at: datetime.datetime
    """ When its present step began, the test message say. """
    test_seconds: int
    """ How long a test message is waited for. """
    found: FoundOut | None
    files: list[TrialFileOut]
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.found_out import FoundOut  # noqa: PLC0415
        from ..models.trial_file_out import TrialFileOut  # noqa: PLC0415

        id = str(self.id)

        kind = self.kind.value

        done = self.done

        progress = self.progress

        problem = self.problem

        reply = self.reply

        latency_ms: int | None
        latency_ms = self.latency_ms

        tokens = self.tokens

        money: float | None
        money = self.money

        created_at = self.created_at.isoformat()

        begun_at = self.begun_at.isoformat()

        test_seconds = self.test_seconds

        found: dict[str, Any] | None
        if isinstance(self.found, FoundOut):
            found = self.found.to_dict()
        else:
            found = self.found

        files = []
        for files_item_data in self.files:
            files_item = files_item_data.to_dict()
            files.append(files_item)

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "kind": kind,
                "done": done,
                "progress": progress,
                "problem": problem,
                "reply": reply,
                "latency_ms": latency_ms,
                "tokens": tokens,
                "money": money,
                "created_at": created_at,
                "begun_at": begun_at,
                "test_seconds": test_seconds,
                "found": found,
                "files": files,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.found_out import FoundOut  # noqa: PLC0415
        from ..models.trial_file_out import TrialFileOut  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        kind = TrialKind(d.pop("kind"))

        done = d.pop("done")

        progress = d.pop("progress")

        problem = d.pop("problem")

        reply = d.pop("reply")

        def _parse_latency_ms(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        latency_ms = _parse_latency_ms(d.pop("latency_ms"))

        tokens = d.pop("tokens")

        def _parse_money(data: object) -> float | None:
            if data is None:
                return data
            return cast(float | None, data)

        money = _parse_money(d.pop("money"))

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        begun_at = datetime.datetime.fromisoformat(d.pop("begun_at"))

        test_seconds = d.pop("test_seconds")

        def _parse_found(data: object) -> FoundOut | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                found_type_0 = FoundOut.from_dict(data)

                return found_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(FoundOut | None, data)

        found = _parse_found(d.pop("found"))

        files = []
        _files = d.pop("files")
        for files_item_data in _files:
            files_item = TrialFileOut.from_dict(files_item_data)

            files.append(files_item)

        trial_out = cls(
            id=id,
            kind=kind,
            done=done,
            progress=progress,
            problem=problem,
            reply=reply,
            latency_ms=latency_ms,
            tokens=tokens,
            money=money,
            created_at=created_at,
            begun_at=begun_at,
            test_seconds=test_seconds,
            found=found,
            files=files,
        )

        trial_out.additional_properties = d
        return trial_out

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
