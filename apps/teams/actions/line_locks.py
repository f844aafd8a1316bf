"""In which order a transaction holds connections of agents, which many goals share."""

from collections.abc import Callable
from functools import partial

from apps.agents import actions as agents
from apps.journal.actions import Log
from apps.teams.models import Attempt


def hold_line_last(log: Log, attempt: Attempt, work: Callable[[], None]) -> None:
    """At the end of the transaction, do what holds the connection that an attempt goes over, or its agent's row.

    Attempts of one agent in different names may go over different connections: where a transaction has two such, it
    takes all of the agent's connections first, in their order, as every other that has two does.
    """
    beginning = f"{attempt.agent_id} 1 "
    key = f"{beginning}{attempt.origin_id}"
    if log.keys_of_last(beginning) - {key}:
        log.last(f"{attempt.agent_id} 0", partial(agents.lock_lines, attempt.agent_id))
    log.last(key, work)
