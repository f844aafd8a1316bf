"""Django behind ASGI with one change of threads to a request's view and its middleware, on threads that are kept.

All views are synchronous, and so is the middleware that asks the database. Django's own handler would go to the event
loop and back for each piece of middleware, and make two threads for each request: more work than most requests are.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

MOST_KEPT = 32  # threads that nobody uses now; a stream holds one for as long as it lasts


class OneThreadHandler(ASGIHandler):
    """Serves a request with all its middleware in one thread; streams are read on the event loop as before."""

    def __init__(self) -> None:
        super().__init__()
        self._kept: list[ThreadPoolExecutor] = []  # the last one given back is used next: it is warm

    def load_middleware(self, is_async: bool = False) -> None:
        """Load it as for a synchronous server, whatever is asked for."""
        super().load_middleware(is_async=False)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Serve a request in a thread of its own. One that may still be busy, since all was cancelled, is let go."""
        thread = self._kept.pop() if self._kept else ThreadPoolExecutor(1, "request")
        whole = False
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
            whole = True
        finally:
            if whole and len(self._kept) < MOST_KEPT:
                self._kept.append(thread)
            else:
                thread.shutdown(wait=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer of the whole chain."""
        response: HttpResponseBase = await sync_to_async(self.get_response)(request)
        return response
