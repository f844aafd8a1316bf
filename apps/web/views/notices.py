"""What a person is told of: the page of their choices, their address, letters and browsers, and what is new."""

import json
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from apps.accounts.actions.addresses import confirm_email
from apps.accounts.domain.access import Actor
from apps.accounts.domain.devices import device_name
from apps.accounts.domain.errors import NotFound, Refused
from apps.accounts.queries.addresses import claimed_address
from apps.attention.actions.choices import choose_notices, forget_address, stop_letters
from apps.attention.actions.letters import ask_for_address, send_trial
from apps.attention.actions.pushes import add_browser, remove_browser
from apps.attention.domain.notices import MailPace, NoticeWishes
from apps.attention.queries.choices import letters_ended_by, wishes_of
from apps.attention.queries.notices import newest_notice, notices_after
from apps.chat.queries.inbox import waiting_approvals_count
from apps.core.languages import retell, say
from apps.web.forms.notices import AddressForm, NoticeForm
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings import READ_OR_SAVE
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, door, member_page

WORKER = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text()
MOST_BYTES = 4000  # of what a browser sends of itself


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.NOTICES)
def save_notices(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Choose of what one is told, and how soon."""
    form = NoticeForm(request.POST)
    if attempt(form, lambda data: choose_notices(actor, NoticeWishes(**{**data, "kinds": frozenset(data["kinds"])}))):
        return page_with_note(request, SettingsPart.NOTICES, gettext("It is saved."))
    return settings_page(request, actor, SettingsPart.NOTICES, notice_form=form)


@require_POST
@member_page
def ask_address(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Send a letter to an address to confirm it; or forget the one there is."""
    if request.POST.get("forget"):
        forget_address(actor)
        return page_with_note(
            request, SettingsPart.NOTICES, gettext("Your address is forgotten. No more letters are sent.")
        )
    form = AddressForm(request.POST)
    if attempt(form, lambda data: ask_for_address(actor, data["address"])):
        note = gettext("A letter is on its way. Press the link in it, within a day.")
        return page_with_note(request, SettingsPart.NOTICES, note)
    return settings_page(request, actor, SettingsPart.NOTICES, address_form=form)


@require_http_methods(["GET", "POST"])
@member_page
def confirm_address(request: HttpRequest, actor: Actor, words: str) -> HttpResponse:
    """The link of that letter. Only its button confirms: programs that look at links in letters do not."""
    if request.method == "POST":
        return page_with_note(request, SettingsPart.NOTICES, _confirmed(actor, confirm_email(actor, words)))
    claimed = claimed_address(words)
    mine = claimed if claimed and claimed.user == actor.user_id else None
    context = {"address": mine.address if mine else ""}
    return render(request, "accounts/address.html", context, status=200 if mine else 404)


def _confirmed(actor: Actor, address: str) -> str:
    """An address alone brings no letters: who has not chosen how soon they come is told where to."""
    if wishes_of(actor).pace is MailPace.OFF:
        said = gettext("{address} is confirmed. Choose now under “By mail” how soon letters come, and save it.")
    else:
        said = gettext("{address} is confirmed.")
    return said.format(address=address)


@require_POST
@member_page
def try_letter(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Send a letter that shows whether letters arrive."""
    return page_with_note(
        request, SettingsPart.NOTICES, gettext("A letter to {address} is on its way.").format(address=send_trial(actor))
    )


@csrf_exempt  # what a mail program sends has no token (RFC 8058); the signed words say whose letters end
@never_cache
@require_http_methods(["GET", "POST"])
def stop(request: HttpRequest, words: str) -> HttpResponse:
    """The link at the end of each letter: a button, and what mail programs send by themselves."""
    try:
        if request.method == "POST":
            return render(request, "accounts/stop_letters.html", {"stopped": stop_letters(words)})
        return render(request, "accounts/stop_letters.html", {"sent_about": letters_ended_by(words).workspace})
    except NotFound as error:
        raise Http404(say(error)) from error


@require_GET
@door
def new(request: HttpRequest, actor: Actor) -> HttpResponse:
    """What came after a notice (`?after=`; without it nothing does), and how much waits: an open page shows it."""
    after = _uuid(request.GET.get("after", ""))
    found = notices_after(actor, after) if after else []
    # never back: a browser in which another workspace was open meanwhile would be told of the first one's anew
    newest = found[-1].id if found else max(filter(None, (newest_notice(actor), after)), default=UUID(int=0))
    told = [{"id": str(one.id), "text": retell(one.text), "title": one.title, "path": one.path} for one in found]
    waiting = waiting_approvals_count(actor.workspace_id)
    return JsonResponse({"newest": str(newest), "waiting": waiting, "notices": told})


@require_POST
@door
def browser(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Have this browser told while no page is open, or no more (`off`)."""
    told = _told(request)
    if told.get("off"):
        remove_browser(actor, endpoint=str(told.get("endpoint", "")))
        return HttpResponse(status=204)
    keys = told["keys"] if isinstance(told.get("keys"), dict) else {}
    device = device_name(request.headers.get("User-Agent", ""))
    key = request.session.session_key or ""
    endpoint, public, auth = (str(part) for part in (told.get("endpoint"), keys.get("p256dh"), keys.get("auth")))
    add_browser(actor, key, endpoint, public, auth, device)
    return HttpResponse(status=204)


@require_POST
@member_page
def drop_browser(request: HttpRequest, actor: Actor, browser_id: UUID) -> HttpResponse:
    """Tell one of one's browsers nothing more."""
    remove_browser(actor, browser_id=browser_id)
    return page_with_note(
        request, SettingsPart.NOTICES, gettext("That browser is told nothing more while no page is open.")
    )


def _told(request: HttpRequest) -> dict[str, Any]:
    try:
        told = json.loads(request.body[:MOST_BYTES])
    except ValueError:
        told = None
    if not isinstance(told, dict):
        raise Refused(body="Send what a PushSubscription says of itself, as JSON.")
    return told


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that shows what is pushed while no page is open. It stands at the root: it may act for all pages."""
    return HttpResponse(WORKER, "text/javascript", headers={"Cache-Control": "no-cache"})
