from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

T = TypeVar("T", bound="LookIn")


@_attrs_define
class LookIn:
    """Where an agent is, and what it asks for."""

    source: str
    """ Its address, or an A2A agent card as JSON in a string. """
    token: str | Unset = ""
    """ Sent as a bearer token; sealed. """
    headers: str | Unset = ""
    """ Lines like `X-Key: ...`; sealed. """
    test_seconds: int | Unset = 60
    """ How long a test message is waited for, in seconds; never longer than for a call. """

    def to_dict(self) -> dict[str, Any]:
        source = self.source

        token = self.token

        headers = self.headers

        test_seconds = self.test_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "source": source,
            }
        )
        if token is not UNSET:
            field_dict["token"] = token
        if headers is not UNSET:
            field_dict["headers"] = headers
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        source = d.pop("source")

        token = d.pop("token", UNSET)

        headers = d.pop("headers", UNSET)

        test_seconds = d.pop("test_seconds", UNSET)

        look_in = cls(
            source=source,
            token=token,
            headers=headers,
            test_seconds=test_seconds,
        )

        return look_in
