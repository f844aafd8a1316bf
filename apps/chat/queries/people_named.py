"""The people of a workspace by what is typed after @ to name them."""

import uuid

from django.utils.text import slugify

from apps.accounts.queries import members_of
from apps.accounts.queries.people import MemberView
from apps.agents.queries.handles import handles_among
from apps.agents.queries.people_work import handles_of_people
from apps.chat.domain.mentions import LONGEST
from apps.teams.queries.members import COORDINATOR_HANDLE, free_handle


def people_by_handle(workspace_id: uuid.UUID) -> dict[str, MemberView]:
    """Those who may be here, by handle: that under which they do tasks for teams, else that of their user name.

    An agent of that handle, and the coordinator, go first.
    """
    people = [one for one in members_of(workspace_id) if one.enabled]
    working = handles_of_people(workspace_id)
    wished = [_wished(one.username) for one in people]
    taken = {COORDINATOR_HANDLE, *handles_among(workspace_id, wished)}
    found: dict[str, MemberView] = {}
    for person, handle in zip(people, wished, strict=True):
        free = working.get(str(person.user_id)) or free_handle(handle, taken)
        taken.add(free)
        found[free] = person
    return found


def _wished(username: str) -> str:
    """A user name as far as it can stand behind an @."""
    return slugify(username).replace("_", "-")[: LONGEST - 5].strip("-") or "person"
