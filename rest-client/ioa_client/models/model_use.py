from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.when_silent import WhenSilent
from ..types import UNSET, Unset

T = TypeVar("T", bound="ModelUse")


@_attrs_define
class ModelUse:
    """How the model is used; what is left out or null is as the installation has it."""

    prompt_tokens: float | int | None | Unset = UNSET
    """ Of a prompt at most. """
    answer_tokens: float | int | None | Unset = UNSET
    """ Of an answer at most. """
    temperature: float | int | None | Unset = UNSET
    """ From 0 to 2. """
    timeout_seconds: float | int | None | Unset = UNSET
    """ For one turn, retries included. """
    concurrency: float | int | None | Unset = UNSET
    """ Calls at one time of each worker process. """
    other_model: str | Unset = ""
    """ Of the same server; asked where the first gives no answer. """
    when_silent: None | Unset | WhenSilent = UNSET
    """ What becomes of a goal whose model gives no answer; null: ask. """

    def to_dict(self) -> dict[str, Any]:
        prompt_tokens: float | int | None | Unset
        if isinstance(self.prompt_tokens, Unset):
            prompt_tokens = UNSET
        else:
            prompt_tokens = self.prompt_tokens

        answer_tokens: float | int | None | Unset
        if isinstance(self.answer_tokens, Unset):
            answer_tokens = UNSET
        else:
            answer_tokens = self.answer_tokens

        temperature: float | int | None | Unset
        if isinstance(self.temperature, Unset):
            temperature = UNSET
        else:
            temperature = self.temperature

        timeout_seconds: float | int | None | Unset
        if isinstance(self.timeout_seconds, Unset):
            timeout_seconds = UNSET
        else:
            timeout_seconds = self.timeout_seconds

        concurrency: float | int | None | Unset
        if isinstance(self.concurrency, Unset):
            concurrency = UNSET
        else:
            concurrency = self.concurrency

        other_model = self.other_model

        when_silent: None | str | Unset
        if isinstance(self.when_silent, Unset):
            when_silent = UNSET
        elif isinstance(self.when_silent, WhenSilent):
            when_silent = self.when_silent.value
        else:
            when_silent = self.when_silent

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if prompt_tokens is not UNSET:
            field_dict["prompt_tokens"] = prompt_tokens
        if answer_tokens is not UNSET:
            field_dict["answer_tokens"] = answer_tokens
        if temperature is not UNSET:
            field_dict["temperature"] = temperature
        if timeout_seconds is not UNSET:
            field_dict["timeout_seconds"] = timeout_seconds
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if other_model is not UNSET:
            field_dict["other_model"] = other_model
        if when_silent is not UNSET:
            field_dict["when_silent"] = when_silent

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)

        def _parse_prompt_tokens(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        prompt_tokens = _parse_prompt_tokens(d.pop("prompt_tokens", UNSET))

        def _parse_answer_tokens(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        answer_tokens = _parse_answer_tokens(d.pop("answer_tokens", UNSET))

        def _parse_temperature(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        temperature = _parse_temperature(d.pop("temperature", UNSET))

        def _parse_timeout_seconds(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        timeout_seconds = _parse_timeout_seconds(d.pop("timeout_seconds", UNSET))

        def _parse_concurrency(data: object) -> float | int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(float | int | None | Unset, data)

        concurrency = _parse_concurrency(d.pop("concurrency", UNSET))

        other_model = d.pop("other_model", UNSET)

        def _parse_when_silent(data: object) -> None | Unset | WhenSilent:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                when_silent_type_0 = WhenSilent(data)

                return when_silent_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | WhenSilent, data)

        when_silent = _parse_when_silent(d.pop("when_silent", UNSET))

        model_use = cls(
            prompt_tokens=prompt_tokens,
            answer_tokens=answer_tokens,
            temperature=temperature,
            timeout_seconds=timeout_seconds,
            concurrency=concurrency,
            other_model=other_model,
            when_silent=when_silent,
        )

        return model_use
