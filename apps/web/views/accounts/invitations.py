"""What somebody with an account is invited to, which workspace of theirs is open here, and leaving one."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views import View
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from apps.accounts import actions, queries
from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Conflict, NotFound
from apps.core.languages import say
from apps.web.views.accounts.sign_in import BACKEND
from apps.web.views.door import member_page, own_address, seat_of


@method_decorator([never_cache, login_required], name="dispatch")
class OwnInvitation(View):
    """The link that an owner handed to whom they invited. Only its button accepts, and only in that account."""

    def get(self, request: HttpRequest, secret: str) -> HttpResponse:
        """Who invites to what, or why this leads nowhere."""
        try:
            shown = queries.invitation_by_link(UUID(str(request.user.pk)), secret)
        except NotFound as error:
            return _nowhere(request, say(error))
        return render(request, "accounts/invitation.html", {"invitation": shown})

    def post(self, request: HttpRequest, secret: str) -> HttpResponse:
        """Join; the session begins anew, since one of before might have been shut out of the workspace."""
        user = request.user
        assert user.is_authenticated  # noqa: S101  the decorator lets nobody else in
        try:
            joined = actions.accept_invitation(user.pk, secret)
        except NotFound as error:
            return _nowhere(request, say(error))
        except Conflict as error:
            messages.error(request, say(error))
            return redirect("home")
        request.session.flush()
        login(request, user, backend=BACKEND)
        request.session[queries.OPENED] = str(joined.workspace_id)
        return redirect("home")


@require_POST
@never_cache
@login_required
def decline(request: HttpRequest, invitation_id: UUID) -> HttpResponse:
    """Say no."""
    try:
        actions.decline_invitation(UUID(str(request.user.pk)), invitation_id)
    except NotFound as error:
        raise Http404(say(error)) from error
    messages.success(request, gettext("The invitation is declined."))
    return redirect("settings")


@require_POST
@member_page
def open_workspace(request: HttpRequest, actor: Actor, workspace_id: UUID) -> HttpResponse:
    """Open another workspace of one's own in this browser, at `next` if that is an address of this site."""
    if workspace_id not in {entry.id for entry in seat_of(request).workspaces}:
        raise NotFound("You belong to no such workspace, or have to sign in again for it.")
    request.session[queries.OPENED] = str(workspace_id)
    return redirect(own_address(request, request.POST.get("next", "")) or "home")


@require_POST
@member_page
def leave(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Take oneself out of the workspace that is open."""
    left = queries.workspace_view(actor.workspace_id).name
    actions.leave_workspace(actor)
    messages.success(request, gettext("You have left {workspace}.").format(workspace=left))
    return redirect("home")


def _nowhere(request: HttpRequest, sentence: str) -> HttpResponse:
    return render(request, "accounts/invitation.html", {"problem": sentence}, status=404)
