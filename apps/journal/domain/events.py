"""An event as pure code reads it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Protocol
from uuid import UUID


class RecordedEvent(Protocol):
    """An event of the journal. `seq`: its number in its stream; `team_id`: in whose room it happened, if in one."""

    @property
    def seq(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def kind(self) -> str: ...
    @property
    def team_id(self) -> UUID | None: ...
    @property
    def payload(self) -> Mapping[str, Any]: ...
