from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.budget_in import BudgetIn


T = TypeVar("T", bound="BudgetsIn")


@_attrs_define
class BudgetsIn:
    """What an owner allows; whom it does not name keeps what they have."""

    workspace: BudgetIn | None | Unset = UNSET
    person: BudgetIn | None | Unset = UNSET
    """ Each person alike. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.budget_in import BudgetIn  # noqa: PLC0415

        workspace: dict[str, Any] | None | Unset
        if isinstance(self.workspace, Unset):
            workspace = UNSET
        elif isinstance(self.workspace, BudgetIn):
            workspace = self.workspace.to_dict()
        else:
            workspace = self.workspace

        person: dict[str, Any] | None | Unset
        if isinstance(self.person, Unset):
            person = UNSET
        elif isinstance(self.person, BudgetIn):
            person = self.person.to_dict()
        else:
            person = self.person

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if workspace is not UNSET:
            field_dict["workspace"] = workspace
        if person is not UNSET:
            field_dict["person"] = person

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.budget_in import BudgetIn  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_workspace(data: object) -> BudgetIn | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                workspace_type_0 = BudgetIn.from_dict(data)

                return workspace_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BudgetIn | None | Unset, data)

        workspace = _parse_workspace(d.pop("workspace", UNSET))

        def _parse_person(data: object) -> BudgetIn | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                person_type_0 = BudgetIn.from_dict(data)

                return person_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(BudgetIn | None | Unset, data)

        person = _parse_person(d.pop("person", UNSET))

        budgets_in = cls(
            workspace=workspace,
            person=person,
        )

        return budgets_in
