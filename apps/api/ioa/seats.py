"""Who may speak on IoA's wire as which agent: an agent's own token, an owner's, or a program of this very machine."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from django.conf import settings

from apps.accounts.actions import use_token
from apps.accounts.domain.access import Actor, Role, Scope, bearer_in
from apps.accounts.domain.errors import Forbidden, NotFound
from apps.accounts.domain.proxies import is_this_machine
from apps.accounts.queries import require, require_scope
from apps.accounts.queries.people import demo_owner
from apps.accounts.queries.permissions import may_still
from apps.agents.domain.connectors import SOCKET
from apps.agents.queries.agent_tokens import Dialer, dialer_of
from apps.agents.queries.agents import agent_by_handle, line_of_workspace
from apps.agents.queries.handles import handles_of
from apps.api.local_door import is_from_this_host
from apps.core.sentences import sentence
from apps.core.texts import drop_unstorable

Scoped = dict[str, Any]


@dataclass(frozen=True)
class WireSeat:
    """An agent on the wire. `actor`: in whose name it opens goals; None: an agent's own token lets it in, for work."""

    dialer: Dialer
    handle: str
    name: str
    actor: Actor | None

    def holds(self) -> bool:
        """Whether who let it in may still speak as agents; agents' own tokens are looked at with their sockets."""
        return self.actor is None or may_still(self.actor, Scope.AGENTS)


def seat_for(scope: Scoped, name: str) -> WireSeat | None:
    """Give the seat of the agent of a name; None: who asks is nobody who may have it.

    Raises NotFound where there is no such agent that dials in, Forbidden for a person who may not register agents.
    """
    token = bearer_in(scope["headers"])
    own = dialer_of(token) if token else None
    if own is not None:
        return _own_seat(own, name)
    actor = actor_of(scope, token)
    if actor is None:
        return None
    require(actor, Role.OWNER)
    require_scope(actor, Scope.AGENTS)
    handle = _handle(actor.workspace_id, name)
    agent = agent_by_handle(actor.workspace_id, handle)
    dialer = Dialer(line_of_workspace(agent.pk, SOCKET), agent.pk, actor.workspace_id, None)
    return WireSeat(dialer, agent.handle, agent.name, actor)


def _own_seat(dialer: Dialer, name: str) -> WireSeat:
    agent = agent_by_handle(dialer.workspace_id, _handle(dialer.workspace_id, name))
    if agent.pk != dialer.agent_id:
        raise Forbidden(sentence("This token is another agent's than {name}.", name=repr(name[:60])))
    return WireSeat(dialer, agent.handle, agent.name, None)


def _handle(workspace_id: Any, name: str) -> str:
    plain = drop_unstorable(unquote(name))
    known = handles_of(workspace_id, [plain])
    if plain not in known:
        raise NotFound(sentence("There is no agent {plain} here: register it first.", plain=repr(plain[:60])))
    return known[plain]


def actor_of(scope: Scoped, token: str) -> Actor | None:
    """The person whose token this is, or for whom a program of this machine acts without one."""
    if token:
        return use_token(token)
    host, _ = scope.get("client") or ("", 0)
    return _local_owner() if is_this_machine(host) and _asks_this_host(scope["headers"]) else None


def _asks_this_host(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    told = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in headers}
    return "authorization" not in told and is_from_this_host(told.get("host", ""), told)


def _local_owner() -> Actor | None:
    return demo_owner() if settings.IOA_LOCAL_LAUNCH else None
