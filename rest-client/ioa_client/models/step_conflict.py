from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.field_problem import FieldProblem
    from ..models.step_out import StepOut


T = TypeVar("T", bound="StepConflict")


@_attrs_define
class StepConflict:
    """The step can't be changed so; `step` is how it is now where somebody else changed it meanwhile."""

    type_: str
    """ A stable name: /problems/refused, /problems/not-found, ... """
    title: str
    status: int
    detail: str
    """ A sentence for people that says what to do. """
    errors: list[FieldProblem] | Unset = UNSET
    """ Named fields, where there are any. """
    step: None | StepOut | Unset = UNSET
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.field_problem import FieldProblem  # noqa: PLC0415
        from ..models.step_out import StepOut  # noqa: PLC0415

        type_ = self.type_

        title = self.title

        status = self.status

        detail = self.detail

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)

        step: dict[str, Any] | None | Unset
        if isinstance(self.step, Unset):
            step = UNSET
        elif isinstance(self.step, StepOut):
            step = self.step.to_dict()
        else:
            step = self.step

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "type": type_,
                "title": title,
                "status": status,
                "detail": detail,
            }
        )
        if errors is not UNSET:
            field_dict["errors"] = errors
        if step is not UNSET:
            field_dict["step"] = step

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.field_problem import FieldProblem  # noqa: PLC0415
        from ..models.step_out import StepOut  # noqa: PLC0415

        d = dict(src_dict)
        type_ = d.pop("type")

        title = d.pop("title")

        status = d.pop("status")

        detail = d.pop("detail")

        _errors = d.pop("errors", UNSET)
        errors: list[FieldProblem] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = FieldProblem.from_dict(errors_item_data)

                errors.append(errors_item)

        def _parse_step(data: object) -> None | StepOut | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                step_type_0 = StepOut.from_dict(data)

                return step_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | StepOut | Unset, data)

        step = _parse_step(d.pop("step", UNSET))

        step_conflict = cls(
            type_=type_,
            title=title,
            status=status,
            detail=detail,
            errors=errors,
            step=step,
        )

        step_conflict.additional_properties = d
        return step_conflict

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
