"""The people of a workspace by what is typed after @ to name them."""

import uuid
from collections.abc import Collection

from django.utils.text import slugify

from apps.accounts.queries import members_of
from apps.accounts.queries.people import MemberView
from apps.agents.queries.agents import handles_among
from apps.chat.domain.mentions import mentioned_in
from apps.teams.queries.members import free_handle


def people_by_handle(workspace_id: uuid.UUID) -> dict[str, MemberView]:
    """Those who may be here, by handle: of their user name; an agent of that handle goes first."""
    people = [one for one in members_of(workspace_id) if one.enabled]
    wished = [slugify(one.username) or "person" for one in people]
    taken = set(handles_among(workspace_id, wished))
    found: dict[str, MemberView] = {}
    for person, handle in zip(people, wished, strict=True):
        free = free_handle(handle, taken)
        taken.add(free)
        found[free] = person
    return found


def people_named(workspace_id: uuid.UUID, text: str, without: Collection[str] = ()) -> dict[str, MemberView]:
    """Those whom a text names, but for those with a handle in `without`."""
    named = [handle for handle in mentioned_in(text) if handle not in without]
    if not named:
        return {}
    people = people_by_handle(workspace_id)
    return {handle: people[handle] for handle in named if handle in people}
