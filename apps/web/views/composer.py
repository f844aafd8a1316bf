"""What people send from a room's composer, and whom it would wake."""

import re
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat import actions
from apps.chat.actions.attachments import post_with_files
from apps.chat.actions.people import MOST_TEXT
from apps.chat.domain.states import Delivery
from apps.chat.queries.hearing import who_hears
from apps.chat.queries.mentionable import mentionable as mentionable_in
from apps.core import languages
from apps.teams.queries.access import team_operable_by, team_visible_to
from apps.teams.queries.rows import Team
from apps.web.forms.commands import Instruction, instruction_in
from apps.web.forms.goals import sent_files
from apps.web.rendering.composer import hearers, mention_rows, outsiders
from apps.web.rendering.feeds import row_of
from apps.web.views.door import door, is_htmx
from apps.web.views.rooms import SEQ, room_answer, room_page, team_url

MENTION = re.compile(r"@([\w-]+)")
ORDERS = {"pause": actions.pause, "resume": actions.resume, "stop": actions.stop}


@require_POST
@door
def say(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """A message to a team, once for each `key`, or a command; what is refused comes back with the reason beside it."""
    team = team_visible_to(actor, team_id)
    text = request.POST.get("text", "")
    try:
        said = instruction_in(text, request.POST.get("delivery") or Delivery.NEXT_TURN)
        return _carry_out(request, actor, team, said)
    except Refused as refused:
        return _refused(request, actor, team, text, refused)


@require_POST
@door
def talk(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """Members talk about the words under a protocol: those named with @, else all."""
    team = team_visible_to(actor, team_id)
    text = request.POST.get("text", "")
    try:
        return _begin_talk(request, actor, team, Instruction(text, protocol=request.POST.get("protocol", "")))
    except Refused as refused:
        return _refused(request, actor, team, text, refused)


@require_POST
@door
def preview(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """Whom the text would wake, each with a box to untick; of one that is too long to be sent nothing is said."""
    team, text = team_operable_by(actor, team_id), request.POST.get("text", "")
    if len(text) > MOST_TEXT:
        return HttpResponse("")
    try:
        said = instruction_in(text, "")
    except Refused:
        return HttpResponse("")
    if said.delivery == Delivery.NOTE or said.protocol or said.order:
        return HttpResponse("")
    found = who_hears(actor, team, said.text, said.delivery)
    shown = hearers(team, found, _not_waking(request))
    adds, offered = (frozenset(request.POST.getlist(name)) for name in ("adds", "offered"))
    woken = {one.face.handle for one in shown}
    outside = outsiders(team, said.text, actor, _not_waking(request), offered - adds, adds)
    outside = [one for one in outside if one.field == "adds" or one.face.handle not in woken]  # a box for each
    return render(request, "room/hearing.html", {"hearers": shown, "outside": outside, "note": found.note})


@require_GET
@door
def mentionable(request: HttpRequest, actor: Actor, team_id: UUID) -> HttpResponse:
    """Who fits what is typed behind an @ (`q`), as options."""
    found = mentionable_in(team_visible_to(actor, team_id), request.GET.get("q", "")[:60], timezone.now())
    return render(request, "room/mention_options.html", {"rows": mention_rows(found.all), "found": found})


@require_POST
@door
def cancel(request: HttpRequest, actor: Actor, team_id: UUID, message_id: UUID) -> HttpResponse:
    """Take a message back; its words go into the composer again, where that is empty."""
    team = team_visible_to(actor, team_id)
    words = actions.cancel_message(actor, team_id, message_id)
    if is_htmx(request):
        return render(request, "room/taken_back.html", {"words": words})
    return redirect(team_url(team.goal_id, team.id))


def _carry_out(request: HttpRequest, actor: Actor, team: Team, said: Instruction) -> HttpResponse:
    if request.FILES and (said.order or said.protocol):
        raise Refused(files="Files go with a message, not with a command.")
    if said.order:
        ORDERS[said.order](actor, team.id)
        return room_answer(request, team.goal_id, team.id)
    if said.protocol:
        return _begin_talk(request, actor, team, said)
    adds = request.POST.getlist("adds")
    key, files = request.POST.get("key", ""), sent_files(request.FILES.getlist("files"))
    message = post_with_files(
        actor, team.id, said.text, said.delivery, files, key=key, not_waking=_not_waking(request), adding=adds
    )
    if is_htmx(request):
        row = row_of(actor.workspace_id, team.goal_id, team.id, message.event_seq)
        return HttpResponse(row, headers={SEQ: str(message.event_seq)})
    return redirect(team_url(team.goal_id, team.id))


def _begin_talk(request: HttpRequest, actor: Actor, team: Team, said: Instruction) -> HttpResponse:
    asked = {"protocol": said.protocol, "question": said.text, "members": MENTION.findall(said.text)}
    actions.begin_talk(actor, team.id, asked)
    return room_answer(request, team.goal_id, team.id)


def _not_waking(request: HttpRequest) -> frozenset[str]:
    """Who was shown with a box that is not ticked any more."""
    return frozenset(request.POST.getlist("shown")) - frozenset(request.POST.getlist("wakes"))


def _refused(request: HttpRequest, actor: Actor, team: Team, text: str, refused: Refused) -> HttpResponse:
    reason = " ".join(map(languages.say, refused.fields.values()))
    if is_htmx(request):
        place = "#err-files" if refused.fields.keys() <= {"file", "files"} else "#say-error"
        return HttpResponse(reason, status=422, headers={"HX-Retarget": place, "HX-Reswap": "textContent"})
    return room_page(request, actor, team.goal_id, team.id, said=text, error=reason, status=422)
