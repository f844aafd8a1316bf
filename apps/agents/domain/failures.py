"""The ways in which a call of an agent fails, and what each says of the work: the one table. Pure.

Whether a call may be made again hangs on it: work that surely was not begun is begun by the next call, work that may
have been done is done twice by it. What nobody is sure of counts as work that may have begun.
"""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus


class Failure(StrEnum):
    """How a call came to nothing. Connectors say which it was; `WORK` says what follows."""

    UNSENT = "unsent"  # the work was not sent: no such host, nobody listens, TLS, settings that are not complete
    REFUSED = "refused"  # turned away at the door: by a status, or by the protocol's word for that
    BUSY = "busy"  # turned away at the door until later
    CUT = "cut"  # the connection broke, or stayed silent, after the work was sent
    OVERDUE = "overdue"  # it took longer than it may, and was given up
    BROKEN = "broken"  # the server broke down, or one before it, in the middle of the work
    UNREADABLE = "unreadable"  # the answer is cut off, too large, empty, or none of this protocol
    UNEXPLAINED = "unexplained"  # something broke on our side, or nobody said what it was
    SAID = "said"  # the agent itself says that it ended without a result


class WorkFate(StrEnum):
    """What became of the work that a failed call was for."""

    NOT_BEGUN = "not begun"  # surely
    UNKNOWN = "unknown"  # it may have been done, in part or in full
    ENDED = "ended"  # the agent says how: without a result


WORK: Mapping[Failure, WorkFate] = {
    Failure.UNSENT: WorkFate.NOT_BEGUN,
    Failure.REFUSED: WorkFate.NOT_BEGUN,
    Failure.BUSY: WorkFate.NOT_BEGUN,
    Failure.CUT: WorkFate.UNKNOWN,
    Failure.OVERDUE: WorkFate.UNKNOWN,
    Failure.BROKEN: WorkFate.UNKNOWN,
    Failure.UNREADABLE: WorkFate.UNKNOWN,
    Failure.UNEXPLAINED: WorkFate.UNKNOWN,
    Failure.SAID: WorkFate.ENDED,
}

_REFUSING = frozenset(
    {
        *(HTTPStatus.MOVED_PERMANENTLY, HTTPStatus.TEMPORARY_REDIRECT, HTTPStatus.PERMANENT_REDIRECT),
        *(HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED, HTTPStatus.PAYMENT_REQUIRED, HTTPStatus.FORBIDDEN),
        *(HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED, HTTPStatus.NOT_ACCEPTABLE, HTTPStatus.GONE),
        *(HTTPStatus.PROXY_AUTHENTICATION_REQUIRED, HTTPStatus.LENGTH_REQUIRED, HTTPStatus.PRECONDITION_FAILED),
        *(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, HTTPStatus.REQUEST_URI_TOO_LONG, HTTPStatus.UNSUPPORTED_MEDIA_TYPE),
        *(HTTPStatus.EXPECTATION_FAILED, HTTPStatus.MISDIRECTED_REQUEST, HTTPStatus.UNPROCESSABLE_ENTITY),
        *(HTTPStatus.TOO_EARLY, HTTPStatus.UPGRADE_REQUIRED, HTTPStatus.PRECONDITION_REQUIRED),
        *(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, HTTPStatus.UNAVAILABLE_FOR_LEGAL_REASONS),
        *(HTTPStatus.NOT_IMPLEMENTED, HTTPStatus.HTTP_VERSION_NOT_SUPPORTED),
    }
)
"""Statuses of servers that did not take the request up. Not among them: 302 and 303, with which forms answer that they
took one; 408 and 409, of which nobody knows; 500, 502 and 504; and 503, which proxies say when a server broke off."""

_REFUSING_CODES = frozenset({-32700, -32600, -32601, -32602, -32003, -32004, -32005, -32007, -32008, -32009, -32022})
"""Codes of JSON-RPC, of A2A and of MCP for a request that is wrong or asks for what the server does not do. Not among
them: -32603 and -32000, which break down in the middle, and what is not known here."""


def failure_of_status(status: int, *, asks_to_wait: bool) -> Failure:
    """What the status of an answer says. `asks_to_wait`: it comes with a time after which to ask again."""
    if status == HTTPStatus.TOO_MANY_REQUESTS or (status == HTTPStatus.SERVICE_UNAVAILABLE and asks_to_wait):
        return Failure.BUSY
    return Failure.REFUSED if status in _REFUSING else Failure.BROKEN


def failure_of_code(code: int) -> Failure:
    """What a code of JSON-RPC says; over plain HTTP it is the status."""
    if code > 0:
        return failure_of_status(code, asks_to_wait=False)
    return Failure.REFUSED if code in _REFUSING_CODES else Failure.BROKEN


def failure_at_work(failure: Failure) -> Failure:
    """What a failure says while an agent is at work: that it can't be asked about the work does not undo it."""
    return Failure.CUT if WORK[failure] is WorkFate.NOT_BEGUN else failure
