from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connect_in_connector_config import ConnectInConnectorConfig


T = TypeVar("T", bound="ConnectIn")


@_attrs_define
class ConnectIn:
    """A connection of one's own."""

    connector: str
    """ How the agent is reached: a connector's kind. """
    concurrency: int | Unset = 4
    """ Most calls at one time. """
    calls_per_minute: int | Unset = 0
    """ Most calls that begin within one minute; 0: as many as there are. """
    timeout_seconds: int | Unset = 300
    """ A call that takes longer fails. """
    test_seconds: int | Unset = 60
    """ How long a test message is waited for, in seconds; never longer than for a call. """
    connector_config: ConnectInConnectorConfig | Unset = UNSET
    """ Its settings; what they are is told by /connectors. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.connect_in_connector_config import ConnectInConnectorConfig  # noqa: PLC0415

        connector = self.connector

        concurrency = self.concurrency

        calls_per_minute = self.calls_per_minute

        timeout_seconds = self.timeout_seconds

        test_seconds = self.test_seconds

        connector_config: dict[str, Any] | Unset = UNSET
        if not isinstance(self.connector_config, Unset):
            connector_config = self.connector_config.to_dict()

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "connector": connector,
            }
        )
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if calls_per_minute is not UNSET:
            field_dict["calls_per_minute"] = calls_per_minute
        if timeout_seconds is not UNSET:
            field_dict["timeout_seconds"] = timeout_seconds
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds
        if connector_config is not UNSET:
            field_dict["connector_config"] = connector_config

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connect_in_connector_config import ConnectInConnectorConfig  # noqa: PLC0415

        d = dict(src_dict)
        connector = d.pop("connector")

        concurrency = d.pop("concurrency", UNSET)

        calls_per_minute = d.pop("calls_per_minute", UNSET)

        timeout_seconds = d.pop("timeout_seconds", UNSET)

        test_seconds = d.pop("test_seconds", UNSET)

        _connector_config = d.pop("connector_config", UNSET)
        connector_config: ConnectInConnectorConfig | Unset
        if isinstance(_connector_config, Unset):
            connector_config = UNSET
        else:
            connector_config = ConnectInConnectorConfig.from_dict(_connector_config)

        connect_in = cls(
            connector=connector,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
            connector_config=connector_config,
        )

        return connect_in
