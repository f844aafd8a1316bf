"""What the hub pushes: how far each stream is, and when that was told, which is once it has committed."""

import contextlib
import threading
import time
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

STREAMS = "ioa:stream:"
PATIENCE = 10.0  # seconds that Redis may take


class Pushes:
    """The numbers of streams as they were told while the block of `heard` runs."""

    def __init__(self) -> None:
        self._told: dict[str, list[tuple[float, int]]] = defaultdict(list)

    def told_at(self, stream: uuid.UUID, number: int) -> float:
        """When it was first told that a stream is at this number, or beyond. Raises ValueError where it never was."""
        return min(at for at, told in self._told[str(stream)] if told >= number)

    @contextlib.contextmanager
    def heard(self) -> "Iterator[Pushes]":
        """A block in which everything that is told is heard."""
        import redis
        from django.conf import settings

        with redis.Redis.from_url(settings.REDIS_URL) as client, client.pubsub() as pubsub:
            pubsub.psubscribe(f"{STREAMS}*")
            pubsub.get_message(timeout=PATIENCE)  # that it is so
            thread = threading.Thread(target=self._hear, args=(pubsub.listen(),))
            thread.start()
            try:
                yield self
            finally:
                client.publish(STREAMS, "all that was told before has come")
                thread.join()

    def _hear(self, messages: Iterable[dict[str, Any]]) -> None:
        for message in messages:
            stream = message["channel"].decode().removeprefix(STREAMS)
            if not stream:
                return
            if message["data"].isdigit():
                self._told[stream].append((time.time(), int(message["data"])))
