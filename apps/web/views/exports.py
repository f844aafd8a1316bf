"""Keeping a goal outside of the hub: as a document, as data, as a page, and with a proof."""

from collections.abc import Callable
from uuid import UUID

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext, gettext_noop
from django.views.decorators.http import require_GET

from apps.accounts.actions.signing import public_key
from apps.accounts.domain.access import Actor
from apps.chat.actions.proofs import prove_goal
from apps.chat.domain.goal_markdown import as_markdown
from apps.chat.domain.goal_record import Concealable, GoalRecord
from apps.chat.queries.forks import forks_of
from apps.chat.queries.goal_records import goal_record
from apps.chat.queries.shares import shares_of
from apps.core.languages import retell
from apps.teams.queries.access import goal_visible_to
from apps.web.forms.lasting import lasting_choices
from apps.web.rendering.records import standalone_page
from apps.web.views.door import Page, door

LEAVING_OUT = [  # what may be left out, in words, and whether that is proposed
    (Concealable.NOTES, gettext_noop("Notes that people wrote for people only"), True),
    (Concealable.PEOPLE, gettext_noop("Names of people"), False),
    (Concealable.FILES, gettext_noop("Files"), False),
    (Concealable.SPEND, gettext_noop("What it spent"), False),
]


@require_GET
@door
def page(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The ways to keep a goal, and the links by which it is shared."""
    return keeping_page(request, actor, goal_id)


def keeping_page(request: HttpRequest, actor: Actor, goal_id: UUID, *, link: str = "") -> HttpResponse:
    """The page; with a link that was just made, and is shown this once."""
    goal = goal_visible_to(actor, goal_id)
    context = {
        "goal": goal,
        "fingerprint": public_key().fingerprint,
        "shares": shares_of(goal, timezone.now()),
        "choices": [(name, gettext(words), proposed) for name, words, proposed in LEAVING_OUT],
        "lasting": lasting_choices(),
        "link": link,
        "forks": forks_of(goal.pk),
    }
    return render(request, "keeping/page.html", context)


def _export(write: Callable[[GoalRecord], str], ending: str, media_type: str) -> Page:
    @require_GET
    @door
    def view(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
        record = goal_record(goal_visible_to(actor, goal_id), timezone.now())
        return _file(write(record).encode(), f"goal-{goal_id}.{ending}", media_type)

    return view


markdown = _export(lambda record: as_markdown(record, retell), "md", "text/markdown")
as_json = _export(lambda record: record.model_dump_json(indent=2) + "\n", "json", "application/json")
as_html = _export(standalone_page, "html", "text/html")


@require_GET
@door
def proof(request: HttpRequest, actor: Actor, goal_id: UUID) -> HttpResponse:
    """The proof bundle."""
    return _file(prove_goal(actor, goal_id, timezone.now()), f"goal-{goal_id}.proof.json", "application/json")


def _file(content: bytes, name: str, media_type: str) -> HttpResponse:
    """A download; a browser does nothing with it, whatever others wrote into it."""
    disposition = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    return HttpResponse(content, content_type=f"{media_type}; charset=utf-8", headers=disposition)


@require_GET
def signing_key(request: HttpRequest) -> JsonResponse:
    """The public key of this installation, for anybody who checks what it signed."""
    key = public_key()
    return JsonResponse(
        {
            "algorithm": "Ed25519",
            "public_key": key.text,
            "fingerprint": key.fingerprint,
            "made_at": key.made_at.isoformat(),
        }
    )
