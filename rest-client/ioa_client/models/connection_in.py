from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_in_connector_config import ConnectionInConnectorConfig


T = TypeVar("T", bound="ConnectionIn")


@_attrs_define
class ConnectionIn:
    """A connection to test."""

    connector: str
    """ A kind of `GET /connectors`. """
    connector_config: ConnectionInConnectorConfig | Unset = UNSET
    test_seconds: int | Unset = 60
    """ How long a test message is waited for, in seconds; never longer than for a call. """

    def to_dict(self) -> dict[str, Any]:
        from ..models.connection_in_connector_config import ConnectionInConnectorConfig  # noqa: PLC0415

        connector = self.connector

        connector_config: dict[str, Any] | Unset = UNSET
        if not isinstance(self.connector_config, Unset):
            connector_config = self.connector_config.to_dict()

        test_seconds = self.test_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update(
            {
                "connector": connector,
            }
        )
        if connector_config is not UNSET:
            field_dict["connector_config"] = connector_config
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_in_connector_config import ConnectionInConnectorConfig  # noqa: PLC0415

        d = dict(src_dict)
        connector = d.pop("connector")

        _connector_config = d.pop("connector_config", UNSET)
        connector_config: ConnectionInConnectorConfig | Unset
        if isinstance(_connector_config, Unset):
            connector_config = UNSET
        else:
            connector_config = ConnectionInConnectorConfig.from_dict(_connector_config)

        test_seconds = d.pop("test_seconds", UNSET)

        connection_in = cls(
            connector=connector,
            connector_config=connector_config,
            test_seconds=test_seconds,
        )

        return connection_in
