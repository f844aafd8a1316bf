"""Which versions of A2A are spoken here, and which one a request is in."""

from django.http import HttpRequest

from apps.api.a2a.errors import A2AProblem, A2ARefusal

HEADER = "A2A-Version"
V10, V03 = "1.0", "0.3"
LONGEST = 20


def require_version(request: HttpRequest) -> str:
    """The version that the header names, without its patch; empty: none. Raises A2ARefusal for one not spoken here."""
    named = (request.headers.get(HEADER) or request.GET.get(HEADER) or "").strip()
    version = ".".join(named.split(".")[:2])
    if version not in ("", V10, V03):
        raise A2ARefusal(
            A2AProblem.VERSION_NOT_SUPPORTED, f"A2A {V10} and {V03} are spoken here, not {named[:LONGEST]!r}."
        )
    return version
