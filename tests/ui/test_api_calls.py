"""A form as an API call: every form has one, whose operation takes these fields and does what the form does."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.http import QueryDict
from django.urls import reverse

from apps.accounts.models import ApiToken, Member, Workspace
from apps.accounts.queries import actor_for
from apps.agents.queries import embed
from apps.chat.models import GoalTemplate, Message, SharedLink
from apps.teams.models import Goal
from apps.web.forms.api_calls import CALLS, api_call
from apps.web.forms.api_calls.operations import FormSent
from apps.webhooks.models import Webhook
from tests.api.conftest import program_of
from tests.factories import agent_over

ID = "01a20cf5-d707-73a2-982b-98992714937d"
TEMPLATES = Path(__file__).parents[2] / "templates"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
ADDRESS = re.compile(r"action=\"{% url '([\w-]+)'")
GIVEN, GIVES = 'action="{{ action }}"', re.compile(r"{% url '([\w-]+)' as action %}")

WITHOUT_CALL = {
    "settings-password": "a password is said to the page that asks for it and to nobody else",
    "sign-in": "a session is a browser's",
    "sign-out": "a session is a browser's",
    "settings-leave": "it ends the token that would ask for it",
    "settings-workspace-open": "which workspace is open is a browser's; a token has one",
    "settings-browser-remove": "a browser that is told is a browser's",
    "settings-address": "an address counts once its reader pressed the button in the letter",
    "settings-letter-try": "a letter to oneself is tried on the page",
    "share": "the choices are on the page before, whose form has it",
}
"""Forms that no operation replaces, by the name of their address, each with why."""
OTHER_TEMPLATES = {
    "accounts/address.html": "the button behind the link of a letter",
    "accounts/stop_letters.html": "the button behind the link of a letter",
    "accounts/link.html": "a link that signs a browser in",
    "accounts/invitation.html": "the page that a link leads to; whoever sees it need not belong to a workspace",
    "parts/languages.html": "for who is not signed in",
}
"""Templates whose forms are sent to their own address, or by nobody that a token could stand for, each with why."""
NAMED_BY_PAGE = {"replay/fork.html": "fork", "gallery/saving.html": "template-new"}

FIELDS = {
    "text": "Plot it.",
    "agent": "scout",
    "member": "tally",
    "turns": "30",
    "priority": "high",
    "review": "always",
    "plan": "first",
    "delivery": "steer",
    "shown": "scout",
    "answer": "Approve",
    "scope": "goal",
    "brief": "Less.",
    "reason": "No.",
    "note": "More.",
    "name": "nightly",
    "handle": "courier",
    "description": "Brings things.",
    "skills": "Bring: brings things",
    "username": "newcomer",
    "role": "viewer",
    "base_url": "https://models.example/v1",
    "model": "m",
    "api_key": "typed",
    "prompt_price": "2.5",
    "prompt_tokens": "9000",
    "tokens": "9000",
    "money": "1.5",
    "call_files": "5",
    "call_bytes": "2",
    "kinds": "decision",
    "pace": "daily",
    "hour": "7",
    "zone": "Europe/Berlin",
    "minutes": "60",
    "at_once": "2",
    "days": "30",
    "scopes": "read",
    "address": "agents.example",
    "use": "offer",
    "url": "https://receiver.example/events",
    "enabled": "true",
    "source": "https://agent.example",
    "key": "typed",
    "test_seconds": "20",
    "connector": "http",
    "config-url": "https://agent.example/run",
    "concurrency": "2",
    "calls_per_minute": "0",
    "timeout_seconds": "60",
    "version": "1",
    "has_after": "1",
    "after": "2",
    "check": "",
    "wait": "5",
    "asker": "tally",
    "leave_out": "people",
    "blanks.subject": "the revenue",
    "language": "de",
}


def forms_that_change_something():
    """Each with its template and the name of its address, "" where it is sent to the page's own."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        for markup in FORM.findall(path.read_text()):
            if not re.search(r'method="(get|dialog)"', markup):
                template = str(path.relative_to(TEMPLATES))
                named = list(given_addresses(template)) if GIVEN in markup else ADDRESS.findall(markup)[:1]
                yield from ((template, name, markup) for name in named or [""])


def given_addresses(template):
    """The names of the addresses that other templates give to one that they include."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        if f'include "{template}"' in (source := path.read_text()):
            yield from GIVES.findall(source) or [""]


def copied(client, action, fields):
    """The call that a form of the pages gives: method, path, body."""
    answer = client.post("/api-call/", {"of": action} | fields)
    assert answer.status_code == 200, answer.content
    words = shlex.split(answer.content.decode().replace("\\\n", " "))
    body = json.loads(words[words.index("-d") + 1]) if "-d" in words else None
    return words[2], re.sub(r"^https?://[^/]+/api/v1", "", words[3]), body


@pytest.fixture
def done(signed_in, world):
    """Sends the call that a form gives, and tells what the API answers."""
    program = program_of(world.owner)

    def send(action, fields):
        method, path, body = copied(signed_in, action, fields)
        answer = program.send(method, path, body)
        assert answer.status_code < 300, answer.content
        return answer.json() if answer.content else None

    return send


@pytest.fixture
def description():
    from ioa_web.api import api

    return api.get_openapi_schema()


def test_every_form_that_changes_something_can_be_copied_as_a_call_or_says_why_not():
    found = list(forms_that_change_something())
    assert len(found) > 100
    lacking = []
    for template, named, markup in found:
        name = named or NAMED_BY_PAGE.get(template, "")
        asks_first = "data-confirm=" in markup or "hx-confirm=" in markup  # the dialog that asks has the button
        has_button = "parts/api_call.html" in markup or asks_first or name == "settings-model-test"
        if template not in OTHER_TEMPLATES and name not in WITHOUT_CALL and not (has_button and name in CALLS):
            lacking.append((template, name))
    assert not lacking, "give these forms parts/api_call.html and their operation, or a reason here"


def test_every_exception_still_has_its_form():
    found = list(forms_that_change_something())
    assert {name for _, name, _ in found} >= set(WITHOUT_CALL)
    assert {template for template, _, _ in found} >= {*OTHER_TEMPLATES, *NAMED_BY_PAGE}
    assert not set(WITHOUT_CALL) - {"share"} & set(CALLS)


def test_every_page_that_asks_first_has_the_dialog_that_asks():
    dialog = (TEMPLATES / "parts" / "confirm.html").read_text()
    assert "parts/api_call.html" in dialog


def test_each_operation_is_there_and_takes_every_field(description, world):
    at = {re.sub(r"{\w+}", "{}", path): value for path, value in description["paths"].items()}
    schemas, actor = description["components"]["schemas"], actor_for(world.owner)
    fields = QueryDict(mutable=True)
    fields.update(FIELDS)
    names = {"handle": "scribe", "trial_id": world.looked.pk, "seq": 1}
    for name, operation in CALLS.items():
        described = at[re.sub(r"{\w+}", "{}", f"/api/v1{operation.path}")][operation.method.lower()]
        taken = described.get("requestBody", {})
        if operation.upload:
            assert "multipart/form-data" in taken["content"], name
        elif operation.body is None:
            assert not taken.get("required", False), name
        else:
            schema = taken["content"]["application/json"]["schema"]
            named = [one["$ref"] for one in [schema, *schema.get("anyOf", ())] if "$ref" in one]
            known = schemas[named[0].rpartition("/")[2]] if named else schema
            body = operation.body(FormSent(actor, fields, names, QueryDict()))
            assert set(body) <= set(known["properties"]), name
            assert set(known.get("required", ())) <= set(body), name


def test_a_goal_that_is_copied_from_the_composer_is_the_same_goal(signed_in, world):
    fields = {"text": "Plot 'it' $(now)", "agent": ["scout", "tally"], "turns": "30", "minutes": "2.5", "plan": "first"}
    method, path, body = copied(signed_in, "/goals/", fields | {"priority": "high", "review": "", "protocol": ""})
    assert (method, path) == ("POST", "/goals")
    answer = program_of(world.owner).post(path, body)
    assert answer.status_code == 201, answer.content
    goal = Goal.objects.get(pk=answer.json()["id"])
    assert (goal.text, goal.priority, goal.shows_plan) == ("Plot 'it' $(now)", "high", True)
    assert answer.json()["limits"]["turns"] == 30
    assert answer.json()["limits"]["minutes"] == 2.5


def test_a_message_that_is_copied_from_a_room_is_said_there(signed_in, world):
    team = world.root.team.pk
    method, path, body = copied(signed_in, f"/teams/{team}/say/", {"text": "Use euros.", "delivery": "note"})
    assert (method, path) == ("POST", f"/teams/{team}/messages")
    assert program_of(world.owner).post(path, body).status_code in (200, 201)
    assert Message.objects.filter(text="Use euros.", delivery="note").exists()


def test_settings_that_are_copied_are_set(signed_in, world, done):
    done("/settings/limits/", {"turns": "30", "minutes": "2.5", "tokens": ""})
    done("/settings/review/", {"review": "always"})
    done("/settings/plan/", {"shown": "on"})
    done("/settings/approvals/", {"asks_for": ["acts"], "deciders": "owner", "hours": "4"})
    done("/settings/name/", {"name": "Captain Y"})
    done("/settings/budgets/", {"payer": "person", "goals": "9"})
    done("/settings/files/", {"goal_files": "9", "goal_bytes": "2"})
    kept = Workspace.objects.get(pk=world.workspace.pk)
    assert kept.default_limits == {"turns": 30, "minutes": 2.5}
    assert (kept.default_review, kept.default_shows_plan) == ("always", True)
    assert kept.approval_policy == {"asks_for": ["acts"], "deciders": "owner", "hours": 4}
    assert actor_for(world.owner).name == "Captain Y"


def test_people_tokens_webhooks_and_notices_too(signed_in, world, done):
    added = done("/settings/members/", {"username": "ines", "display_name": "Inès", "role": "viewer"})
    assert added["name"] == "Inès"
    done(f"/settings/members/{added['id']}/role/", {"role": "operator"})
    assert Member.objects.get(user=added["id"]).role == "operator"
    done("/settings/tokens/", {"name": "nightly", "scopes": ["read"], "days": "7"})
    token = ApiToken.objects.get(name="nightly")
    assert (token.scopes, round((token.expires_at - token.created_at).total_seconds() / 86400)) == (["read"], 7)
    done("/settings/webhooks/", {"url": "http://127.0.0.1:9/events", "kinds": ["goal.created"]})
    hook = Webhook.objects.get()
    done(f"/settings/webhooks/{hook.pk}/switch/", {"enabled": "false"})
    hook.refresh_from_db()
    assert not hook.enabled
    wishes = done("/settings/notices/", {"kinds": ["work"], "all_goals": "all", "pace": "off"})
    assert (wishes["kinds"], wishes["all_goals"], wishes["pace"]) == (["work"], True, "off")


def test_an_agent_that_is_edited_is_changed_as_the_form_would(signed_in, world, done):
    line = {"connector": "http", "connector_config": {"url": "http://127.0.0.1:9/run"}, "availability": "online"}
    agent = agent_over(line, workspace=world.workspace, handle="courier", name="Courier", vector=embed(["Courier"])[0])
    told = {
        "config-url": "http://127.0.0.1:9/other",
        "name": "Scrivener",
        "description": "Writes.",
        "skills": "Write: writes",
        "concurrency": "2",
    }
    told |= {"calls_per_minute": "0", "timeout_seconds": "60", "test_seconds": "20", "trust": "", "askers": ""}
    done("/agents/courier/save/", told)
    agent.refresh_from_db()
    assert (agent.name, [skill["name"] for skill in agent.skills]) == ("Scrivener", ["Write"])
    assert agent.connection.connector_config["url"] == "http://127.0.0.1:9/other"
    wrong = signed_in.post("/api-call/", {"of": "/agents/courier/save/", **told, "concurrency": "many"})
    assert wrong.status_code in (302, 422)


def test_templates_and_shares_too(signed_in, world, done):
    fields = {"name": "Weekly", "text": "Find {what}.", "team": ["scout"], "needs_files": "on"}
    made = done(f"/gallery/new/?goal={world.goal.pk}", fields)
    template = GoalTemplate.objects.get(pk=made["key"])
    assert (template.settings["team"], template.settings["needs_files"]) == (["scout"], True)
    assert template.settings["limits"]
    done(f"/goals/{world.goal.pk}/shares/", {"leave_out": ["people"], "days": "7"})
    assert SharedLink.objects.get().left_out == ["people"]


def test_nothing_is_done_by_copying(signed_in, world):
    before = Goal.objects.count(), Message.objects.count()
    copied(signed_in, "/goals/", {"text": "Plot it."})
    copied(signed_in, f"/teams/{world.root.team.pk}/stop/", {})
    assert (Goal.objects.count(), Message.objects.count()) == before


@pytest.mark.parametrize("action", ["", "/nowhere/", "/sign-out/", "https://elsewhere.example/goals/", f"/goals/{ID}/"])
def test_what_has_no_operation_says_so(signed_in, action):
    assert signed_in.post("/api-call/", {"of": action}).status_code == 404


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        ("/settings/model/", {"base_url": "https://m.example", "model": "m", "api_key": "hush-hush"}),
        ("/agents/-/look/", {"source": "https://a.example", "key": "hush-hush", "headers": "X-Key: hush-hush"}),
        ("/agents/-/connect/", {"connector": "openai", "config-url": "https://a.example/v1", "config-model": "m"}),
        ("/settings/registries/", {"address": "agents.example", "token": "hush-hush", "use": "offer"}),
    ],
)
def test_what_is_secret_is_never_written_out(signed_in, action, fields):
    secret = {"config-api_key": "hush-hush"} if "connector" in fields else {}
    answer = signed_in.post("/api-call/", {"of": action, **fields, **secret})
    assert answer.status_code == 200, answer.content
    assert "hush" not in answer.content.decode()
    assert "<" in answer.content.decode()


def test_a_viewer_learns_nothing_of_an_agent_by_copying(as_viewer, world):
    answer = as_viewer.post("/api-call/", {"of": reverse("agent-save", args=["scribe"]), **FIELDS})
    assert answer.status_code == 403


def test_a_call_names_the_token_and_never_holds_one(world):
    sent = QueryDict("text=x&csrfmiddlewaretoken=secret&key=k")
    command = api_call(actor_for(world.owner), "/goals/", sent).as_curl("https://hub.example")
    assert "$IOA_TOKEN" in command
    assert "secret" not in command


def test_a_name_in_a_path_stays_in_its_place(world):
    sent = QueryDict(mutable=True)
    sent.update({"member": "../../members", "agent": "scout"})
    command = api_call(actor_for(world.owner), f"/teams/{ID}/members/swap/", sent).as_curl("https://hub.example")
    assert f"/teams/{ID}/members/..%2F..%2Fmembers/swap" in command
