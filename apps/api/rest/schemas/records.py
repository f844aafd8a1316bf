"""What agents have done, as the REST API shows it."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self
from uuid import UUID

from pydantic import BaseModel, Field

from apps.teams.domain.percentiles import percentile
from apps.teams.domain.states import TaskState
from apps.teams.queries.records import DAYS, PastWork, Try


class WorkOut(BaseModel):
    """A task that an agent tried."""

    goal_id: UUID
    goal: str
    team_id: UUID
    team: str
    number: int = Field(description="Of the task, in its team.")
    title: str
    state: TaskState
    at: datetime
    seconds: float | None = Field(description="What its last try took; null while that runs.")

    @classmethod
    def of(cls, work: PastWork) -> Self:
        """From what the query gives."""
        return cls(**vars(work))


class RecordOut(BaseModel):
    """What an agent did in the last days."""

    waiting: int = Field(description="Tasks that wait for it now.")
    days: int = Field(description="How many days are looked at.")
    done: int = Field(description="Tries that went well.")
    failed: int
    p50_seconds: float | None = Field(description="Half of the tries took no longer; null without any.")
    p95_seconds: float | None
    tokens: int
    money: float | None = Field(description="US dollars; null where nobody said a price.")
    work: list[WorkOut] = Field(description="The last tasks that it tried, newest first.")

    @classmethod
    def of(cls, tries: Sequence[Try], works: Sequence[PastWork], waiting: int) -> Self:
        """From an agent's tries, its past work and how much waits for it."""
        spans = sorted(each.seconds for each in tries)
        said = [each.money for each in tries if each.money is not None]
        done = sum(each.good for each in tries)
        return cls(
            waiting=waiting,
            days=DAYS,
            done=done,
            failed=len(tries) - done,
            p50_seconds=percentile(spans, 50),
            p95_seconds=percentile(spans, 95),
            tokens=sum(each.tokens for each in tries),
            money=sum(said) if said else None,
            work=[WorkOut.of(work) for work in works],
        )
