from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.review import Review
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.workspace_out_default_limits import WorkspaceOutDefaultLimits
    from ..models.workspace_out_model_prices import WorkspaceOutModelPrices
    from ..models.workspace_out_model_use import WorkspaceOutModelUse


T = TypeVar("T", bound="WorkspaceOut")


@_attrs_define
class WorkspaceOut:
    """The workspace and its settings."""

    id: UUID
    name: str
    default_limits: WorkspaceOutDefaultLimits
    default_review: Review
    """ Whether the answer of a goal is looked at by its coordinator before the goal ends. """
    default_shows_plan: bool
    """ Of goals that don't say whether their plan waits for a person. """
    model_base_url: str
    model_name: str
    model_prices: WorkspaceOutModelPrices
    model_use: WorkspaceOutModelUse
    has_model_key: bool
    observation_url: str
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.workspace_out_default_limits import WorkspaceOutDefaultLimits  # noqa: PLC0415
        from ..models.workspace_out_model_prices import WorkspaceOutModelPrices  # noqa: PLC0415
        from ..models.workspace_out_model_use import WorkspaceOutModelUse  # noqa: PLC0415

        id = str(self.id)

        name = self.name

        default_limits = self.default_limits.to_dict()

        default_review = self.default_review.value

        default_shows_plan = self.default_shows_plan

        model_base_url = self.model_base_url

        model_name = self.model_name

        model_prices = self.model_prices.to_dict()

        model_use = self.model_use.to_dict()

        has_model_key = self.has_model_key

        observation_url = self.observation_url

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "name": name,
                "default_limits": default_limits,
                "default_review": default_review,
                "default_shows_plan": default_shows_plan,
                "model_base_url": model_base_url,
                "model_name": model_name,
                "model_prices": model_prices,
                "model_use": model_use,
                "has_model_key": has_model_key,
                "observation_url": observation_url,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workspace_out_default_limits import WorkspaceOutDefaultLimits  # noqa: PLC0415
        from ..models.workspace_out_model_prices import WorkspaceOutModelPrices  # noqa: PLC0415
        from ..models.workspace_out_model_use import WorkspaceOutModelUse  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        name = d.pop("name")

        default_limits = WorkspaceOutDefaultLimits.from_dict(d.pop("default_limits"))

        default_review = Review(d.pop("default_review"))

        default_shows_plan = d.pop("default_shows_plan")

        model_base_url = d.pop("model_base_url")

        model_name = d.pop("model_name")

        model_prices = WorkspaceOutModelPrices.from_dict(d.pop("model_prices"))

        model_use = WorkspaceOutModelUse.from_dict(d.pop("model_use"))

        has_model_key = d.pop("has_model_key")

        observation_url = d.pop("observation_url")

        workspace_out = cls(
            id=id,
            name=name,
            default_limits=default_limits,
            default_review=default_review,
            default_shows_plan=default_shows_plan,
            model_base_url=model_base_url,
            model_name=model_name,
            model_prices=model_prices,
            model_use=model_use,
            has_model_key=has_model_key,
            observation_url=observation_url,
        )

        workspace_out.additional_properties = d
        return workspace_out

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
