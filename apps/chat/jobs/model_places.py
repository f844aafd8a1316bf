"""How many turns this process may have at a model at one time.

Where a model takes so many calls of a process (`ModelSettings.concurrency`), a process that took up all that is due
would have most of it wait for that model, while others stand idle. So it takes up twice as many as the model takes, the
next ones ready as soon as it answers, and leaves the rest due: for other processes, or until it has places again.
"""

import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from apps.accounts.domain.workspace_settings import ModelSettings
from apps.accounts.queries import model_settings
from apps.agents.gateway import calls
from apps.agents.gateway.lanes import current_lane
from apps.chat.queries import due_work

AHEAD = 2
KNOWN_SECONDS = 10.0  # for which a workspace's settings are not read again

Model = tuple[str, str, int]
"""Address, name, and how many calls it takes at one time."""


@dataclass(frozen=True)
class ModelTurn:
    """A turn that a model is to be asked for, and whose it is."""

    workspace_id: uuid.UUID
    model: Model


class ModelPlaces:
    """The turns that are claimed or at a model here, and the workspaces of which a turn was left."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: dict[uuid.UUID, tuple[float, Model | None]] = {}
        self._taken: dict[uuid.UUID | str, Model] = {}  # by conversation, once claimed by the name of its call
        self._left: dict[uuid.UUID, Model] = {}

    def model_turn(self, conversation_id: uuid.UUID) -> ModelTurn | None:
        """The turn of a conversation; None: no model is asked for it, or one that takes any number of calls."""
        whose = current_lane()
        if not isinstance(whose, uuid.UUID) or (model := self._of_workspace(whose)) is None:
            return None
        return ModelTurn(whose, model) if due_work.is_led_by_model(conversation_id) else None

    @contextmanager
    def claiming(self, conversation_id: uuid.UUID, asked: ModelTurn | None) -> Iterator[bool]:
        """A block in which a turn is claimed; False: there is no place for it, and it is left."""
        if asked is None:
            yield True
            return
        with self._lock:
            may = self._has_place(asked.model)
            if may:
                self._taken[conversation_id] = asked.model
            else:
                self._left[asked.workspace_id] = asked.model
        try:
            yield may
        finally:
            with self._lock:
                self._taken.pop(conversation_id, None)

    def note(self, conversation_id: uuid.UUID, call: str) -> None:
        """The turn is claimed: it has its place as long as a call of this name is held, or until `end`."""
        with self._lock:
            if (model := self._taken.pop(conversation_id, None)) is not None:
                self._taken[call] = model

    def end(self, call: str) -> None:
        """Its model has answered."""
        with self._lock:
            self._taken.pop(call, None)

    def has_left(self) -> bool:
        """Whether a turn was left that may be taken up once there is a place."""
        return bool(self._left)

    def full(self) -> list[uuid.UUID]:
        """The workspaces of which turns are left for now, since their models have no place here."""
        with self._lock:
            self._left = {whose: model for whose, model in self._left.items() if not self._has_place(model)}
            return list(self._left)

    def _has_place(self, model: Model) -> bool:
        held = set(calls.in_flight())
        self._taken = {key: of for key, of in self._taken.items() if isinstance(key, uuid.UUID) or key in held}
        return sum(of == model for of in self._taken.values()) < AHEAD * model[2]

    def _of_workspace(self, whose: uuid.UUID) -> Model | None:
        known_at, model = self._known.get(whose, (-KNOWN_SECONDS, None))
        if time.monotonic() - known_at >= KNOWN_SECONDS:
            model = _bounded(model_settings(whose))
            self._known[whose] = time.monotonic(), model
        return model


def _bounded(settings: ModelSettings) -> Model | None:
    if not settings.configured or settings.concurrency is None:
        return None
    return settings.base_url, settings.model, settings.concurrency


places = ModelPlaces()
"""Those of this process."""
