from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="ModelIn")


@_attrs_define
class ModelIn:
    """The model that speaks. An empty key keeps the stored one while the server stays the same."""

    base_url: str
    model: str
    api_key: str | Unset = ""
    prompt_price: float | None | Unset = UNSET
    """ US dollars per million tokens. """
    completion_price: float | None | Unset = UNSET
    """ US dollars per million tokens. """

    def to_dict(self) -> dict[str, Any]:
        base_url = self.base_url

        model = self.model

        api_key = self.api_key

        prompt_price: float | None | Unset
        if isinstance(self.prompt_price, Unset):
            prompt_price = UNSET
        else:
            prompt_price = self.prompt_price

        completion_price: float | None | Unset
        if isinstance(self.completion_price, Unset):
            completion_price = UNSET
        else:
            completion_price = self.completion_price

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "base_url": base_url,
                "model": model,
            }
        )
        if api_key is not UNSET:
            field_dict["api_key"] = api_key
        if prompt_price is not UNSET:
            field_dict["prompt_price"] = prompt_price
        if completion_price is not UNSET:
            field_dict["completion_price"] = completion_price

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        base_url = d.pop("base_url")

        model = d.pop("model")

        api_key = d.pop("api_key", UNSET)

        def _parse_prompt_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        prompt_price = _parse_prompt_price(d.pop("prompt_price", UNSET))

        def _parse_completion_price(data: object) -> float | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | None | Unset, data)

        completion_price = _parse_completion_price(d.pop("completion_price", UNSET))

        model_in = cls(
            base_url=base_url,
            model=model,
            api_key=api_key,
            prompt_price=prompt_price,
            completion_price=completion_price,
        )

        return model_in
