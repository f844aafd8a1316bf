"""What people are called in a workspace, and what the workspace is called."""

from django.db import transaction

from apps.accounts.domain.access import Actor, Role
from apps.accounts.domain.errors import Refused
from apps.accounts.events import AccountsDeed
from apps.accounts.models import User, Workspace, WorkspaceName
from apps.accounts.queries import require
from apps.accounts.queries.names import is_taken
from apps.core.names import HUB, check_name
from apps.core.sentences import sentence, sentence_of
from apps.journal.actions import audit

MOST_NAME = 80  # characters


def check_shown_name(name: str) -> str:
    """A name as it is kept. Raises Refused (name) for one that is too long, shows nothing, or imitates."""
    if len(name) > MOST_NAME:
        raise Refused(name=sentence("A name has at most {most} characters.", most=MOST_NAME))
    try:
        return check_name(name, HUB)
    except ValueError as error:
        raise Refused(name=sentence_of(error)) from None


@transaction.atomic
def choose_name(actor: Actor, name: str) -> str:
    """Be called so in this workspace from now on, empty: as the account is; returns what that is.

    Raises Refused (name) for a name that another member has, or that imitates. What stands in somebody's name in
    teams is told by `teams.actions.names`, which doors call.
    """
    Workspace.objects.select_for_update(no_key=True).get(
        pk=actor.workspace_id
    )  # two people do not take one name at one moment
    wished = check_shown_name(name) if name.strip() else ""
    if wished and is_taken(wished, actor.user_id, actor.workspace_id):
        raise Refused(name=sentence("Somebody else here is called “{name}”. Choose another name.", name=wished))
    now = wished or str(User.objects.get(pk=actor.user_id))
    if now != actor.name:
        row, _ = WorkspaceName.objects.get_or_create(user_id=actor.user_id, workspace_id=actor.workspace_id)
        row.name, row.earlier = wished, list(dict.fromkeys([*row.earlier, actor.name]))
        row.save(update_fields=["name", "earlier"])
        audit(AccountsDeed.NAME_CHOSEN, actor, now, actor.user_id, name=now, before=actor.name)
    return now


@transaction.atomic
def rename_workspace(actor: Actor, name: str) -> None:
    """Call the workspace something else. Owners only. Raises Refused (name)."""
    require(actor, Role.OWNER)
    workspace = Workspace.objects.select_for_update(no_key=True).get(pk=actor.workspace_id)
    before, workspace.name = workspace.name, check_shown_name(name)
    workspace.save(update_fields=["name"])
    audit(AccountsDeed.WORKSPACE_RENAMED, actor, workspace.name, workspace.pk, before=before)
