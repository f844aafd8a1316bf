"""How many bytes of a request's body each address reads."""

from django.conf import settings
from django.urls import Resolver404, resolve

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
        ("POST", "agents-import"): MOST_BYTES + AROUND,
    }
