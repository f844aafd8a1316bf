from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.quota_in import QuotaIn


T = TypeVar("T", bound="QuotasIn")


@_attrs_define
class QuotasIn:
    """What the workspace is to allow, at most what the installation does."""

    call: QuotaIn | Unset = UNSET
    """ At most so many files, and bytes together; null: as many as the installation allows. """
    goal: QuotaIn | Unset = UNSET
    """ At most so many files, and bytes together; null: as many as the installation allows. """
    agent: QuotaIn | Unset = UNSET
    """ At most so many files, and bytes together; null: as many as the installation allows. """
    workspace: QuotaIn | Unset = UNSET
    """ At most so many files, and bytes together; null: as many as the installation allows. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.quota_in import QuotaIn  # noqa: PLC0415

        call: dict[str, Any] | Unset = UNSET
        if not isinstance(self.call, Unset):
            call = self.call.to_dict()

        goal: dict[str, Any] | Unset = UNSET
        if not isinstance(self.goal, Unset):
            goal = self.goal.to_dict()

        agent: dict[str, Any] | Unset = UNSET
        if not isinstance(self.agent, Unset):
            agent = self.agent.to_dict()

        workspace: dict[str, Any] | Unset = UNSET
        if not isinstance(self.workspace, Unset):
            workspace = self.workspace.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if call is not UNSET:
            field_dict["call"] = call
        if goal is not UNSET:
            field_dict["goal"] = goal
        if agent is not UNSET:
            field_dict["agent"] = agent
        if workspace is not UNSET:
            field_dict["workspace"] = workspace

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.quota_in import QuotaIn  # noqa: PLC0415

        d = dict(src_dict)
        _call = d.pop("call", UNSET)
        call: QuotaIn | Unset
        if isinstance(_call, Unset):
            call = UNSET
        else:
            call = QuotaIn.from_dict(_call)

        _goal = d.pop("goal", UNSET)
        goal: QuotaIn | Unset
        if isinstance(_goal, Unset):
            goal = UNSET
        else:
            goal = QuotaIn.from_dict(_goal)

        _agent = d.pop("agent", UNSET)
        agent: QuotaIn | Unset
        if isinstance(_agent, Unset):
            agent = UNSET
        else:
            agent = QuotaIn.from_dict(_agent)

        _workspace = d.pop("workspace", UNSET)
        workspace: QuotaIn | Unset
        if isinstance(_workspace, Unset):
            workspace = UNSET
        else:
            workspace = QuotaIn.from_dict(_workspace)

        quotas_in = cls(
            call=call,
            goal=goal,
            agent=agent,
            workspace=workspace,
        )

        return quotas_in
