from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.payer import Payer
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.budget import Budget
    from ..models.spent_today import SpentToday


T = TypeVar("T", bound="BudgetOut")


@_attrs_define
class BudgetOut:
    """What a payer may spend, and what it has spent since 00:00 UTC."""

    payer: Payer
    """ For whom a budget counts. """
    budget: Budget
    """ What is allowed: `tokens`, `money` (US dollars) and `goals` (given) a day, and goals that run at one time.
    """
    spent: SpentToday
    """ What was booked since the day began. `claimed`: the tokens, of `tokens`, that agents said of themselves. """
    running: int
    """ Goals that have begun and not ended. """
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.budget import Budget  # noqa: PLC0415
        from ..models.spent_today import SpentToday  # noqa: PLC0415

        payer = self.payer.value

        budget = self.budget.to_dict()

        spent = self.spent.to_dict()

        running = self.running

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "payer": payer,
                "budget": budget,
                "spent": spent,
                "running": running,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.budget import Budget  # noqa: PLC0415
        from ..models.spent_today import SpentToday  # noqa: PLC0415

        d = dict(src_dict)
        payer = Payer(d.pop("payer"))

        budget = Budget.from_dict(d.pop("budget"))

        spent = SpentToday.from_dict(d.pop("spent"))

        running = d.pop("running")

        budget_out = cls(
            payer=payer,
            budget=budget,
            spent=spent,
            running=running,
        )

        budget_out.additional_properties = d
        return budget_out

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
