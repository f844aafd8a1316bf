"""What a turn of a workspace usually takes: what its last one took, as far as this process knows.

The tables are asked once. To ask them each time was to go through the turns of all its goals, more of them every day.
"""

import threading
import uuid
from collections import OrderedDict
from typing import Any

from django.db import transaction

from apps.agents.domain.calls import Usage
from apps.chat.domain.states import TurnOutcome
from apps.chat.models import Turn
from apps.journal.queries.compiled import CompiledQuery

MOST_WORKSPACES = 10_000

_LAST: CompiledQuery[Any] = CompiledQuery(
    lambda workspace: (
        Turn.objects.filter(conversation__team__goal__workspace=workspace, outcome=TurnOutcome.SPOKEN)
        .order_by("-id")
        .values_list("prompt_tokens", "completion_tokens")[:1]
    )
)


class UsualTokens:
    """By workspace the tokens of its last turn, of those that had one last."""

    def __init__(self, most: int = MOST_WORKSPACES) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._known: OrderedDict[uuid.UUID, int] = OrderedDict()

    def of(self, workspace_id: uuid.UUID) -> int:
        """What its next turn will take, as it seems; where rules spoke, nothing."""
        known = self._known.get(workspace_id)
        return self._learn(workspace_id) if known is None else known

    def note(self, workspace_id: uuid.UUID, used: Usage) -> None:
        """A turn of it was spoken, once this transaction has committed."""
        tokens = used.prompt_tokens + used.completion_tokens
        transaction.on_commit(lambda: self._keep(workspace_id, tokens), robust=True)

    def _learn(self, workspace_id: uuid.UUID) -> int:
        """What the tables say, unless a turn was spoken meanwhile."""
        tokens = sum(map(sum, _LAST.values(workspace_id)))
        with self._lock:
            tokens = self._known.setdefault(workspace_id, tokens)
            self._forget()
        return tokens

    def _keep(self, workspace_id: uuid.UUID, tokens: int) -> None:
        with self._lock:
            self._known[workspace_id] = tokens
            self._known.move_to_end(workspace_id)
            self._forget()

    def _forget(self) -> None:
        while len(self._known) > self._most:
            self._known.popitem(last=False)


usual_tokens = UsualTokens()
"""Those that this process knows."""
