"""How far a call has come: what goes wrong before the work is sent says something else than what goes wrong amid it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from apps.agents.connectors.replies import Failed, as_failed
from apps.agents.domain.calls import AgentError
from apps.agents.domain.failures import Failure, failure_at_work
from apps.core.outbound import OutboundError


@contextmanager
def before_the_work() -> Iterator[None]:
    """A block of introductions, lists and cards: whatever goes wrong in it, the work was not sent."""
    with _count_events(lambda error: replace(error, failure=_unless_busy(error.failure))):
        yield


@contextmanager
def amid_the_work(*, resumable: bool = False) -> Iterator[None]:
    """A block in which the agent is at work. `resumable`: it has a name for the work, by which it is found again."""
    with _count_events(lambda error: amid(error, resumable=resumable)):
        yield


@contextmanager
def _count_events(judged: Callable[[AgentError], AgentError]) -> Iterator[None]:
    try:
        yield
    except (OutboundError, Failed) as error:
        failed = as_failed(error)
        failed.error = judged(failed.error)
        raise failed from None


def _unless_busy(failure: Failure) -> Failure:
    return failure if failure is Failure.BUSY else Failure.UNSENT


def amid(error: AgentError, *, resumable: bool) -> AgentError:
    """What an error is while the agent is at work. One that is pointless to make again leads back to no work."""
    going_on = resumable and not error.permanent
    return replace(error, failure=failure_at_work(error.failure), resumable=going_on or error.resumable)
