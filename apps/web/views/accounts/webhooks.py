"""The pages of webhooks: who receives events, what became of each, and what is done about them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from apps.accounts.domain.access import Actor
from apps.teams.queries.goals import titles_of
from apps.web.forms.webhooks import WebhookForm
from apps.web.rendering.settings import SettingsPart
from apps.web.views.accounts.settings import READ_OR_SAVE
from apps.web.views.accounts.settings_parts import page_with_note, settings_page, shown_on_get
from apps.web.views.door import attempt, member_page
from apps.webhooks.actions.webhooks import add_webhook, change_webhook, remove_webhook, retry_delivery, send_test
from apps.webhooks.queries.webhooks import deliveries_after, webhook_view

SHOWN = 50  # deliveries on the page; programs read on


@READ_OR_SAVE
@member_page
@shown_on_get(SettingsPart.WEBHOOKS)
def save_webhook(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Add a receiver, and show its secret, once."""
    form = WebhookForm(request.POST)
    shown: dict[str, Any] = {}

    def add(data: Mapping[str, Any]) -> None:
        _, shown["secret"] = add_webhook(actor, data["url"], data["kinds"])

    if attempt(form, add):
        return settings_page(request, actor, SettingsPart.WEBHOOKS, **shown)
    return settings_page(request, actor, SettingsPart.WEBHOOKS, webhook_form=form)


@require_safe
@member_page
def webhook_page(request: HttpRequest, actor: Actor, webhook_id: UUID) -> HttpResponse:
    """One receiver with what was and is to be sent there."""
    hook = webhook_view(actor, webhook_id)
    found = deliveries_after(actor, webhook_id, None, SHOWN)
    titles = titles_of({one.goal_id for one in found if one.goal_id})
    rest = hook.rests_until
    deliveries = [
        (one, titles.get(one.goal_id) if one.goal_id else None, max(one.due_at, rest or one.due_at)) for one in found
    ]
    return settings_page(request, actor, SettingsPart.WEBHOOKS, hook=hook, deliveries=deliveries)


@require_POST
@member_page
def switch_webhook(request: HttpRequest, actor: Actor, webhook_id: UUID) -> HttpResponse:
    """Stop sending, or go on."""
    change_webhook(actor, webhook_id, enabled=request.POST.get("enabled") == "true")
    return redirect("settings-webhook", webhook_id)


@require_POST
@member_page
def drop_webhook(request: HttpRequest, actor: Actor, webhook_id: UUID) -> HttpResponse:
    """Take a receiver away."""
    remove_webhook(actor, webhook_id)
    return page_with_note(request, SettingsPart.WEBHOOKS, gettext("The webhook is removed."))


@require_POST
@member_page
def try_webhook(request: HttpRequest, actor: Actor, webhook_id: UUID) -> HttpResponse:
    """Send something that tells of no goal."""
    send_test(actor, webhook_id)
    messages.success(request, gettext("A test is on its way: load this page again in a moment."))
    return redirect("settings-webhook", webhook_id)


@require_POST
@member_page
def resend_delivery(request: HttpRequest, actor: Actor, webhook_id: UUID, delivery_id: UUID) -> HttpResponse:
    """Have a delivery tried again now."""
    retry_delivery(actor, webhook_id, delivery_id)
    messages.success(request, gettext("It is sent again: load this page again in a moment."))
    return redirect("settings-webhook", webhook_id)
