"""What every page's frame shows: who is signed in, what waits for a person, which section this is."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import NotFound
from apps.accounts.queries.people import OpenTo, seat_in
from apps.agents.queries.people_work import work_waiting
from apps.chat.queries.inbox import counts_of_frame
from apps.teams.queries.members import Face

SECTIONS = {
    "": "home",
    "goals": "home",
    "agents": "agents",
    "settings": "settings",
    "search": "search",
    "needs-you": "queue",
    "work": "work",
    "templates": "templates",
    "gallery": "templates",
    "wall": "wall",
}


@dataclass(frozen=True)
class Shell:
    """The frame's data. `actor` is None where nobody is signed in, or somebody without a workspace."""

    actor: Actor | None = None
    me: Face | None = None
    waiting: int = 0
    work: int | None = None  # tasks that teams gave this person, or they took over; None: none, and they offer nothing
    here: str = ""
    staff: bool = False  # runs the installation
    workspaces: Sequence[OpenTo] = ()  # that this browser may open, the one that is open among them

    @property
    def workspace(self) -> OpenTo | None:
        """The one that is open."""
        opened = self.actor.workspace_id if self.actor else None
        return next((one for one in self.workspaces if one.id == opened), None)

    @property
    def body_class(self) -> str:
        """A class that hides the controls a role may not use; the server refuses them too."""
        return f"role-{self.actor.role}" if self.actor else ""


def shell(request: HttpRequest) -> dict[str, object]:
    """A context processor. It looks when a template shows the frame: the admin's many parts have none."""
    return {"shell": SimpleLazyObject(lambda: _shell(request))}


def _shell(request: HttpRequest) -> Shell:
    here = SECTIONS.get(request.path_info.strip("/").split("/")[0], "")
    if not getattr(request, "user", None) or not request.user.is_authenticated:
        return Shell(here=here)
    try:
        seat = getattr(request, "seat", None) or seat_in(request.user, request.session)
    except NotFound:
        return Shell(here=here)
    actor = seat.actor
    waiting, taken = counts_of_frame(actor.workspace_id, actor.user_id)
    work, me = _work(work_waiting(actor), taken), Face("person", actor.name)
    return Shell(actor, me, waiting, work, here, request.user.is_staff, seat.workspaces)


def _work(given: int | None, taken: int) -> int | None:
    """How many tasks wait for a person; None: there are none, and they offer nothing."""
    return (given or 0) + taken if taken or given is not None else None
