"""How the admin writes: by the same actions as every other door, as an owner of the row's workspace."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, Forbidden, NotFound, Refused
from apps.accounts.queries import runner_in

Row = TypeVar("Row")
MOST_MESSAGES = 5
PROBLEMS = (Refused, NotFound, Forbidden, Conflict)


def for_each(
    request: HttpRequest,
    rows: Iterable[Row],
    workspace_of: Callable[[Row], UUID],
    do: Callable[[Actor, Row], object],
    done: str,
) -> None:
    """Do it to each row and say how many were `done`, and why others were not."""
    count, refused = 0, []
    for row in rows:
        try:
            do(runner_in(request.user, workspace_of(row)), row)
        except PROBLEMS as problem:
            refused.append(f"{row}: {problem}")
        else:
            count += 1
    if count:
        messages.success(request, f"{count} {done}.")
    for sentence in refused[:MOST_MESSAGES]:
        messages.error(request, sentence)
    if len(refused) > MOST_MESSAGES:
        messages.error(request, f"And {len(refused) - MOST_MESSAGES} more.")


class SavesByAction:
    """For a page with a form: what an action refuses is said above the form, and nothing is saved."""

    def changeform_view(self, request: HttpRequest, *args: Any, **more: Any) -> HttpResponse:
        """The form, or why what was sent was refused."""
        try:
            answer: HttpResponse = super().changeform_view(request, *args, **more)  # type: ignore[misc]
        except PROBLEMS as problem:
            messages.error(request, str(problem))
            return HttpResponseRedirect(request.get_full_path())
        return answer
