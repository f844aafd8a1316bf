from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_patch_connector_config_type_0 import ConnectionPatchConnectorConfigType0


T = TypeVar("T", bound="ConnectionPatch")


@_attrs_define
class ConnectionPatch:
    """What of a connection becomes another."""

    connector_config: ConnectionPatchConnectorConfigType0 | None | Unset = UNSET
    """ All its settings; secrets that are left out stay. """
    enabled: bool | None | Unset = UNSET
    concurrency: int | None | Unset = UNSET
    calls_per_minute: int | None | Unset = UNSET
    timeout_seconds: int | None | Unset = UNSET
    test_seconds: int | None | Unset = UNSET

    def to_dict(self) -> dict[str, Any]:
        from ..models.connection_patch_connector_config_type_0 import ConnectionPatchConnectorConfigType0  # noqa: PLC0415

        connector_config: dict[str, Any] | None | Unset
        if isinstance(self.connector_config, Unset):
            connector_config = UNSET
        elif isinstance(self.connector_config, ConnectionPatchConnectorConfigType0):
            connector_config = self.connector_config.to_dict()
        else:
            connector_config = self.connector_config

        enabled: bool | None | Unset
        if isinstance(self.enabled, Unset):
            enabled = UNSET
        else:
            enabled = self.enabled

        concurrency: int | None | Unset
        if isinstance(self.concurrency, Unset):
            concurrency = UNSET
        else:
            concurrency = self.concurrency

        calls_per_minute: int | None | Unset
        if isinstance(self.calls_per_minute, Unset):
            calls_per_minute = UNSET
        else:
            calls_per_minute = self.calls_per_minute

        timeout_seconds: int | None | Unset
        if isinstance(self.timeout_seconds, Unset):
            timeout_seconds = UNSET
        else:
            timeout_seconds = self.timeout_seconds

        test_seconds: int | None | Unset
        if isinstance(self.test_seconds, Unset):
            test_seconds = UNSET
        else:
            test_seconds = self.test_seconds

        field_dict: dict[str, Any] = {}

        field_dict.update({})
        if connector_config is not UNSET:
            field_dict["connector_config"] = connector_config
        if enabled is not UNSET:
            field_dict["enabled"] = enabled
        if concurrency is not UNSET:
            field_dict["concurrency"] = concurrency
        if calls_per_minute is not UNSET:
            field_dict["calls_per_minute"] = calls_per_minute
        if timeout_seconds is not UNSET:
            field_dict["timeout_seconds"] = timeout_seconds
        if test_seconds is not UNSET:
            field_dict["test_seconds"] = test_seconds

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_patch_connector_config_type_0 import ConnectionPatchConnectorConfigType0  # noqa: PLC0415

        d = dict(src_dict)

        def _parse_connector_config(data: object) -> ConnectionPatchConnectorConfigType0 | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                connector_config_type_0 = ConnectionPatchConnectorConfigType0.from_dict(data)

                return connector_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConnectionPatchConnectorConfigType0 | None | Unset, data)

        connector_config = _parse_connector_config(d.pop("connector_config", UNSET))

        def _parse_enabled(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        enabled = _parse_enabled(d.pop("enabled", UNSET))

        def _parse_concurrency(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        concurrency = _parse_concurrency(d.pop("concurrency", UNSET))

        def _parse_calls_per_minute(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        calls_per_minute = _parse_calls_per_minute(d.pop("calls_per_minute", UNSET))

        def _parse_timeout_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        timeout_seconds = _parse_timeout_seconds(d.pop("timeout_seconds", UNSET))

        def _parse_test_seconds(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        test_seconds = _parse_test_seconds(d.pop("test_seconds", UNSET))

        connection_patch = cls(
            connector_config=connector_config,
            enabled=enabled,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
        )

        return connection_patch
