"""What the row of a plan sends."""

from django.http import HttpRequest

from apps.accounts.domain.errors import Refused
from apps.teams.domain.plans import StepChange


def version_of(request: HttpRequest) -> int:
    """The version of the row that was changed. Raises Refused (version)."""
    sent = request.POST.get("version", "")
    if not (sent.isascii() and sent.isdigit() and len(sent) < 9):
        raise Refused(version="Load the page again: the row did not say which version it is of.")
    return int(sent)


def step_change(request: HttpRequest) -> StepChange:
    """The row as it was sent; a field that is not in it stays as it is."""
    sent = request.POST
    return StepChange(
        title=sent.get("title"),
        brief=sent.get("brief"),
        owner=sent.get("owner"),
        after=_numbers(request) if "has_after" in sent else None,
        check=sent.get("check"),
        needs_ok="needs_ok" in sent if "check" in sent else None,
    )


def _numbers(request: HttpRequest) -> tuple[int, ...]:
    sent = request.POST.getlist("after")
    return tuple(int(number) for number in sent if number.isascii() and number.isdigit() and len(number) < 9)
