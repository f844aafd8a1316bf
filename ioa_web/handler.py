"""Django behind ASGI with one change of threads to all of a request, on threads that are kept.

All views are synchronous, and so is the middleware that asks the database. Django's own handler would go to the event
loop and back for each piece of middleware, once more before them and after them, and make two threads for each request:
more work than most requests are.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.http import FileResponse
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

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

    async def handle(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer a request; as Django's own, whose client may leave meanwhile."""
        with suppress(RequestAborted), await self.read_body(receive) as body:
            set_script_prefix(get_script_prefix(scope))
            request, refusal = self.create_request(scope, body)
            if refusal is not None:
                await self.send_response(refusal, send)
            elif request is not None:
                await self._until_left(asyncio.create_task(self._answer(request, send)), receive)

    async def _until_left(self, answering: "asyncio.Task[None]", receive: Any) -> None:
        """Wait for an answer, which is given up once the client has left."""
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        await asyncio.wait([leaving, answering], return_when=asyncio.FIRST_COMPLETED)
        for task in (leaving, answering):
            task.cancel()  # nothing to one that has ended
            with suppress(asyncio.CancelledError, RequestAborted):
                await task

    async def _answer(self, request: ASGIRequest, send: Any) -> None:
        """Have it answered in the request's thread, and send what came of it."""
        try:
            response = await sync_to_async(self._respond)(request)
        except asyncio.CancelledError:  # whatever the thread comes to, nobody will close
            await signals.request_finished.asend(sender=self.__class__)
            raise
        try:
            await self.send_response(response, send)
        finally:
            if response.streaming:
                await sync_to_async(response.close)()

    def _respond(self, request: ASGIRequest) -> HttpResponseBase:
        """The answer of the whole chain, from where a request begins for Django to its end: a stream goes on."""
        signals.request_started.send(sender=self.__class__, scope=request.scope)
        response: HttpResponseBase = self.get_response(request)
        response._handler_class = self.__class__  # type: ignore[attr-defined]  # noqa: SLF001 - as Django's own does
        if isinstance(response, FileResponse):
            response.block_size = self.chunk_size
        if not response.streaming:
            response.close()
        return response
