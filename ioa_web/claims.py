"""Who somebody says they are before the body of their request is read, and whether that is so."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

from django.conf import settings
from django.http import parse_cookie
from django.urls import Resolver404, resolve
from twisted.web.http_headers import Headers

from apps.agents.domain.listings import MOST_BYTES

AROUND = 1024 * 1024  # bytes that a form may have around its files


def most_at(method: str, path: str) -> int:
    """Bytes that a body may have there, sent by somebody who is known.

    The largest honest JSON or form has 2 MB (a list of agents, a card as text), which Django holds to as well.
    """
    try:
        name = resolve(path).view_name
    except Resolver404:
        return 0
    usual: int = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return with_files().get((method, name), usual)


def with_files() -> dict[tuple[str, str], int]:
    """The doors through which files come, by method and name of the address."""
    request: int = settings.IOA_REQUEST_LIMIT
    return {
        ("POST", "launch"): request + AROUND,
        ("POST", "api:create_goal"): request + AROUND,
        ("POST", "api:list_documents"): settings.IOA_FILE_LIMIT + AROUND,
        ("POST", "api:list_files"): settings.IOA_FILE_LIMIT + AROUND,
        ("POST", "template-use"): request + AROUND,
        ("POST", "say"): request + AROUND,
        ("POST", "work-answer"): request + AROUND,
        ("POST", "task-do"): request + AROUND,
        ("POST", "api:use_a_template"): request + AROUND,
        ("POST", "template-import"): settings.IOA_FILE_LIMIT + AROUND,
        ("POST", "api:import_folder"): settings.IOA_FILE_LIMIT + AROUND,
        ("POST", "settings-documents"): settings.IOA_FILE_LIMIT + AROUND,
        ("POST", "agents-import"): MOST_BYTES + AROUND,
    }


AT_ONE_TIME = 2  # look-ups in the database; a flood of forged ones holds up nothing else
MOST_WAITING = 64  # who comes then is told to come again
SESSION_KEY = re.compile(r"[a-z0-9]{32}")  # as Django makes them
TOKEN = re.compile(r"ioa_[\w:-]{20,200}")  # of a person, or of a task that is worked on
LOCAL_DOOR = "/launch_goal"


class TooBusyError(Exception):
    """Too many claims wait to be looked up."""


@dataclass(frozen=True)
class RequestClaim:
    """What a request brings along to show who sends it. It may be forged."""

    token: str
    session_key: str
    local: bool

    @classmethod
    def of(cls, headers: Headers, path: str, address: str) -> Self | None:
        """What these headers claim; None where that is nothing, or can't be right by its form."""
        scheme, _, token = _header(headers, "Authorization").partition(" ")
        key = parse_cookie(_header(headers, "Cookie")).get(settings.SESSION_COOKIE_NAME, "")
        claim = cls(
            token=token.strip() if scheme.lower() == "bearer" and TOKEN.fullmatch(token.strip()) else "",
            session_key=key if SESSION_KEY.fullmatch(key) else "",
            local=not scheme and path == LOCAL_DOOR and _needs_no_token(address, headers),
        )
        return claim if claim.token or claim.session_key or claim.local else None


class LookUps:
    """Looks claims up, a few at one time, in threads of their own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONE_TIME, "claims")
        self._waiting = 0

    async def most(self, claim: RequestClaim, method: str, path: str) -> int:
        """Bytes that the one who makes this claim may send there; 0: the claim is false.

        Raises TooBusyError, and the database's own errors while it is away.
        """
        if self._waiting >= MOST_WAITING:
            raise TooBusyError
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, _most, claim, method, path)
        finally:
            self._waiting -= 1


def _most(claim: RequestClaim, method: str, path: str) -> int:
    from django.db import close_old_connections  # the apps are loaded when the first request comes, not before

    close_old_connections()
    try:
        return most_at(method, path) if _is_true(claim) else 0
    finally:
        close_old_connections()


def _is_true(claim: RequestClaim) -> bool:
    from apps.accounts.queries.sessions import is_signed_in
    from apps.accounts.queries.tokens import actor_for_token
    from apps.teams.queries.task_tokens import PREFIX, caller_of

    if claim.local:
        return True
    if claim.token.startswith(PREFIX):
        return caller_of(claim.token) is not None
    if claim.token:
        return actor_for_token(claim.token) is not None
    return is_signed_in(claim.session_key)


def _needs_no_token(address: str, headers: Headers) -> bool:
    from apps.accounts.domain.proxies import is_this_machine
    from ioa_web.proxies import client_of

    raw = [(name.lower(), value) for name, values in headers.getAllRawHeaders() for value in values]
    return settings.IOA_LOCAL_LAUNCH and is_this_machine(client_of(address, raw))


def _header(headers: Headers, name: str) -> str:
    return (headers.getRawHeaders(name) or [""])[0]
