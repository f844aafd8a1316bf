from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, BinaryIO, Generator, TextIO, TypeVar, cast
from uuid import UUID

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..models.availability import Availability
from ..types import UNSET, Unset

if TYPE_CHECKING:
    from ..models.connection_out_connector_config_type_0 import ConnectionOutConnectorConfigType0


T = TypeVar("T", bound="ConnectionOut")


@_attrs_define
class ConnectionOut:
    """One way to an agent."""

    id: UUID
    owner: str
    """ The user name of whose it is; empty: the workspace's, for everybody's work. """
    mine: bool
    """ Whether it is the caller's own. """
    connector: str
    connector_config: ConnectionOutConnectorConfigType0 | None
    """ Its settings, without secrets; null: another person's. """
    secrets: list[str] | None
    """ Names of the secrets that it holds; null: another person's. """
    enabled: bool
    """ False: nothing goes over it. """
    availability: Availability
    """ Whether an agent can be reached. """
    last_seen_at: datetime.datetime | None
    problem: str
    """ What its last check found wrong; empty: nothing, or another person's. """
    concurrency: int
    calls_per_minute: int
    timeout_seconds: int
    test_seconds: int
    created_at: datetime.datetime
    additional_properties: dict[str, Any] = _attrs_field(init=False, factory=dict)

    def to_dict(self) -> dict[str, Any]:
        from ..models.connection_out_connector_config_type_0 import ConnectionOutConnectorConfigType0  # noqa: PLC0415

        id = str(self.id)

        owner = self.owner

        mine = self.mine

        connector = self.connector

        connector_config: dict[str, Any] | None
        if isinstance(self.connector_config, ConnectionOutConnectorConfigType0):
            connector_config = self.connector_config.to_dict()
        else:
            connector_config = self.connector_config

        secrets: list[str] | None
        if isinstance(self.secrets, list):
            secrets = self.secrets

        else:
            secrets = self.secrets

        enabled = self.enabled

        availability = self.availability.value

        last_seen_at: None | str
        if isinstance(self.last_seen_at, datetime.datetime):
            last_seen_at = self.last_seen_at.isoformat()
        else:
            last_seen_at = self.last_seen_at

        problem = self.problem

        concurrency = self.concurrency

        calls_per_minute = self.calls_per_minute

        timeout_seconds = self.timeout_seconds

        test_seconds = self.test_seconds

        created_at = self.created_at.isoformat()

        field_dict: dict[str, Any] = {}
        field_dict.update(self.additional_properties)
        field_dict.update(
            {
                "id": id,
                "owner": owner,
                "mine": mine,
                "connector": connector,
                "connector_config": connector_config,
                "secrets": secrets,
                "enabled": enabled,
                "availability": availability,
                "last_seen_at": last_seen_at,
                "problem": problem,
                "concurrency": concurrency,
                "calls_per_minute": calls_per_minute,
                "timeout_seconds": timeout_seconds,
                "test_seconds": test_seconds,
                "created_at": created_at,
            }
        )

        return field_dict

    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.connection_out_connector_config_type_0 import ConnectionOutConnectorConfigType0  # noqa: PLC0415

        d = dict(src_dict)
        id = UUID(d.pop("id"))

        owner = d.pop("owner")

        mine = d.pop("mine")

        connector = d.pop("connector")

        def _parse_connector_config(data: object) -> ConnectionOutConnectorConfigType0 | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                connector_config_type_0 = ConnectionOutConnectorConfigType0.from_dict(data)

                return connector_config_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(ConnectionOutConnectorConfigType0 | None, data)

        connector_config = _parse_connector_config(d.pop("connector_config"))

        def _parse_secrets(data: object) -> list[str] | None:
            if data is None:
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                secrets_type_0 = cast(list[str], data)

                return secrets_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[str] | None, data)

        secrets = _parse_secrets(d.pop("secrets"))

        enabled = d.pop("enabled")

        availability = Availability(d.pop("availability"))

        def _parse_last_seen_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_seen_at_type_0 = datetime.datetime.fromisoformat(data)

                return last_seen_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_seen_at = _parse_last_seen_at(d.pop("last_seen_at"))

        problem = d.pop("problem")

        concurrency = d.pop("concurrency")

        calls_per_minute = d.pop("calls_per_minute")

        timeout_seconds = d.pop("timeout_seconds")

        test_seconds = d.pop("test_seconds")

        created_at = datetime.datetime.fromisoformat(d.pop("created_at"))

        connection_out = cls(
            id=id,
            owner=owner,
            mine=mine,
            connector=connector,
            connector_config=connector_config,
            secrets=secrets,
            enabled=enabled,
            availability=availability,
            last_seen_at=last_seen_at,
            problem=problem,
            concurrency=concurrency,
            calls_per_minute=calls_per_minute,
            timeout_seconds=timeout_seconds,
            test_seconds=test_seconds,
            created_at=created_at,
        )

        connection_out.additional_properties = d
        return connection_out

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
