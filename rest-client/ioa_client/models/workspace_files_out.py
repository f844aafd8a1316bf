from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.files_used_out import FilesUsedOut
    from ..models.quota_out import QuotaOut


T = TypeVar("T", bound="WorkspaceFilesOut")


@_attrs_define
class WorkspaceFilesOut:
    """The workspace's files, and what one call, goal and agent may have of them."""

    used: FilesUsedOut
    """ What counts of files, and what may. """
    call: QuotaOut
    """ At most so many files, and bytes together. """
    goal: QuotaOut
    """ At most so many files, and bytes together. """
    agent: QuotaOut
    """ At most so many files, and bytes together. """
    workspace: QuotaOut
    """ At most so many files, and bytes together. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.files_used_out import FilesUsedOut  # noqa: PLC0415
        from ..models.quota_out import QuotaOut  # noqa: PLC0415

        used = self.used.to_dict()

        call = self.call.to_dict()

        goal = self.goal.to_dict()

        agent = self.agent.to_dict()

        workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "used": used,
                "call": call,
                "goal": goal,
                "agent": agent,
                "workspace": workspace,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.files_used_out import FilesUsedOut  # noqa: PLC0415
        from ..models.quota_out import QuotaOut  # noqa: PLC0415

        d = dict(src_dict)
        used = FilesUsedOut.from_dict(d.pop("used"))

        call = QuotaOut.from_dict(d.pop("call"))

        goal = QuotaOut.from_dict(d.pop("goal"))

        agent = QuotaOut.from_dict(d.pop("agent"))

        workspace = QuotaOut.from_dict(d.pop("workspace"))

        workspace_files_out = cls(
            used=used,
            call=call,
            goal=goal,
            agent=agent,
            workspace=workspace,
        )

        workspace_files_out.additional_properties = d
        return workspace_files_out

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
