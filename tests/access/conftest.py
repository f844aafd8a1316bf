"""Everybody who may come, and a workspace to come to."""

import json
import re

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from apps.accounts.actions import invite, issue_token
from apps.accounts.domain.access import Role, open_to
from apps.accounts.models import ApiToken, Invitation, User
from apps.accounts.queries import actor_for
from apps.accounts.queries.addresses import confirming_words, stopping_words
from apps.accounts.queries.sessions import id_of_session
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.domain.ard_entries import HubNames
from apps.agents.models import AgentSource, AgentToken, Connection, Grant, SocketCall, SocketFile, TrialFile
from apps.attention.models import PushBrowser
from apps.chat.actions.goal_templates import NewTemplate, save_template
from apps.chat.actions.shares import share_goal
from apps.chat.queries.due_work import SWEEPER
from apps.chat.queries.vitals import WORKER
from apps.journal.actions import beat
from apps.teams.queries.kept_files import current_files
from apps.webhooks.actions.pushes import add_push
from apps.webhooks.actions.webhooks import add_webhook, send_test
from apps.webhooks.domain.pushes import PushTarget
from ioa_web import health
from tests import factories, snapshot
from tests.access.rules import BODIES, FILES, QUERIES

OF_AGENTS = ("agents/", "/agents/", "/trials/")  # where tokens, files and trials are agents'
ROUTE_OF_WITHDRAWING = "settings/invitations/<uuid:invitation_id>/withdraw/"
ACCEPTING = "POST /invitations/mine/accept"
ROLES = ("viewer", "operator", "owner")


@pytest.fixture(autouse=True)
def no_hurry(settings):
    """Requests of a test are not counted; IoA's request takes a token, from this machine too."""
    settings.IOA_RATES = dict.fromkeys(settings.IOA_RATES, 0)
    settings.IOA_LOCAL_LAUNCH = False


@pytest.fixture
def world(db):
    """A workspace in the middle of its day, with a document in its library and tokens of everybody."""
    of = snapshot.world()
    beat(WORKER)
    beat(SWEEPER)
    health.readiness_kept.forget()
    people = {role: getattr(of, role) for role in ROLES}
    people["stranger"] = factories.person(factories.workspace("Elsewhere"))
    factories.agent(actor_workspace(people["stranger"]), "lodger")
    User.objects.create(username="guest")
    of.people = people
    of.tokens = {
        name: issue_token(actor_for(user), "nightly", open_to(actor_for(user).role)) for name, user in people.items()
    }
    of.grant = Grant.objects.create(agent=of.agents["scout"], given_by="Ann", given_at=timezone.now())
    of.tokens["agent"] = create_agent_token(actor_for(of.owner), of.agents["scout"].pk, "laptop")
    of.document = factories.document(of.workspace)
    of.asked = {name: _asked(of, user) for name, user in people.items()}
    of.found = {name: trial.files.get() for name, trial in of.asked.items()}
    of.invited = {name: _invited(of, user) for name, user in people.items()}
    of.browsers = {name: Client() for name in people}
    for name, browser in of.browsers.items():
        browser.force_login(people[name])
    of.pending = Invitation.objects.get(user=people["stranger"])
    of.own = {name: ApiToken.objects.get(user=user, name="nightly") for name, user in people.items()}
    of.agent_token = AgentToken.objects.get()
    of.lines = {name: _connected(of, user) for name, user in people.items()}
    of.work = {name: _given(of, user) for name, user in people.items() if name != "stranger"}
    of.pushed = {name: _pushed(of, user) for name, user in people.items()}
    of.share, path = share_goal(actor_for(of.owner), of.goal.pk, [], None)
    of.share_key = path.strip("/").split("/")[-1]
    of.template = save_template(actor_for(of.owner), NewTemplate("Figures", "Find {what=the revenue}."))
    of.source = AgentSource.objects.create(
        workspace=of.workspace, name="Elsewhere", url="http://127.0.0.1:1/ard", searches=True, made_by="Ann"
    )
    of.webhook_id, _ = add_webhook(actor_for(of.owner), "https://receiver.example/events", ["goal.ended"])
    of.delivery = send_test(actor_for(of.owner), of.webhook_id)
    for user in people.values():
        target = PushTarget("mine", "https://receiver.example/tasks", "1.0")
        add_push(actor_for(user), of.goal.pk, str(of.goal.pk), target, "working")
    of.ids = ids_of(of)
    return of


def _invited(of, user):
    """An invitation of somebody to a third workspace, a stranger's to this one, and the secret of its link."""
    there = of.workspace if user == of.people["stranger"] else factories.workspace("A third")
    inviting = actor_for(of.owner if there == of.workspace else factories.person(there))
    link = invite(inviting, user.username, Role.VIEWER)
    return Invitation.objects.get(user=user), link.strip("/").split("/")[-1]


def _connected(of, user):
    """Somebody's own connection to an agent, with a token of it; a stranger's is the owner's."""
    line, _ = Connection.objects.get_or_create(
        agent=of.agents["tally"], owner=user if user != of.people["stranger"] else of.owner, connector="socket"
    )
    token, _ = AgentToken.objects.get_or_create(connection=line, name="own", digest=f"own{line.pk}")
    return line, token


def _given(of, user):
    """A task that lies in somebody's list, with a file."""
    agent = factories.agent(of.workspace, f"person-{user.username}")
    config = {"person": str(user.pk), "minutes": 60}
    Connection.objects.filter(agent=agent).update(connector="person", connector_config=config)
    file = {"index": 0, "name": "a.txt", "mediaType": "text/plain", "size": 1, "result": None}
    told = {"goal": "Find it.", "brief": "Look.", "results": [], "files": [file], "chain": {}}
    call = SocketCall.objects.create(
        connection=agent.connection, key="k", leg=0, request=told, state="waiting", created_at=timezone.now()
    )
    SocketFile.objects.create(call=call, position=0, blob_id=factories.blob(of.workspace, b"a"))
    return call


def _pushed(of, user):
    """A browser of somebody that is told while no page is open."""
    key = of.browsers[next(name for name, one in of.people.items() if one == user)].session.session_key
    return PushBrowser.objects.create(
        user=user,
        workspace=of.workspace,
        session_id=key,
        endpoint="https://push.example/1",
        public="none",
        auth="none",
        created_at=timezone.now(),
    )


def _asked(of, user):
    """A message that somebody sent to an agent, with a file in its answer."""
    trial = factories.trial(of.workspace, user, kind="ask", agent=of.agents["scout"])
    TrialFile.objects.create(
        trial=trial, name="found.csv", media_type="text/csv", size=2, blob_id=factories.blob(of.workspace, b"a\n")
    )
    return trial


def actor_workspace(user):
    return user.memberships.get().workspace


def known(world, who, route):
    """The ids of what there is; tokens and trials are those of whoever asks, a stranger's those of the owner."""
    mine = who if who in ROLES else "owner"
    values = world.ids | {"token_id": world.own[who].pk if who in world.own else world.own["owner"].pk}
    own, secret = world.invited[mine]
    withdrawn = route in ("/invitations/{invitation_id}", ROUTE_OF_WITHDRAWING)
    values |= {"session_id": id_of_session(world.browsers[mine].session.session_key)}
    values |= {"invitation_id": world.pending.pk if withdrawn else own.pk, "secret": secret}
    line, token = world.lines[mine]
    person = world.people[mine]
    stops = route.endswith("notices/stop/<str:words>/")
    claimed = stopping_words(person.pk, world.workspace.pk) if stops else confirming_words(person.pk, "a@b.example")
    values |= {"words": claimed, "browser_id": world.pushed[mine].pk}
    values |= {"connection_id": line.pk, "work_id": world.work[mine].pk, "index": 0}
    if "/connections/" in route:
        return values | {"token_id": token.pk, "handle": "tally"}
    if route.startswith(OF_AGENTS):
        trial = world.asked[mine] if "/asked/" in route or route == "/trials/{trial_id}" else world.looked
        values |= {"token_id": world.agent_token.pk, "trial_id": trial.pk, "file_id": world.found[mine].pk}
    return values


def ids_of(world):
    """The ids that are the same whoever asks."""
    return {
        "goal_id": world.goal.pk,
        "comm_id": world.goal.pk,
        "response_id": f"resp_{world.goal.pk.hex}",
        "model": "agent/scout",
        "whom": world.root.team.pk,
        "a2a_task": world.goal.pk,
        "a2a_push": "mine",
        "identifier": HubNames(settings.IOA_PUBLIC_URL, str(world.workspace.pk)).of_agent("scout"),
        "team_id": world.root.team.pk,
        "message_id": world.root.conversation.messages.exclude(member__kind="person").first().pk,
        "task_id": world.root.team.tasks.get(number=2).pk,
        "approval_id": world.root.team.approvals.get(state="pending").pk,
        "question_id": factories.Question.objects.get(room__goal=world.goal).pk,
        "file_id": current_files(world.goal.pk)[0].pk,
        "artifact_id": factories.FileVersion.objects.first().pk,
        "document_id": world.document.pk,
        "user_id": world.viewer.pk,
        "workspace_id": world.workspace.pk,
        "handle": "scout",
        "share_id": world.share.id,
        "skill": "ioa-hub",
        "webhook_id": world.webhook_id,
        "source_id": world.source.pk,
        "delivery_id": world.delivery.pk,
        "key": world.share_key,
        "template_key": world.template.key,
        "grant_id": world.grant.pk,
        "name": "a.txt",
        "token": "none",
        "seq": 1,
    }


PLACE = re.compile(r"<(?:\w+:)?(\w+)>|{(\w+)}")


def filled(route, world, who="owner"):
    """A route with what exists; KeyError for a parameter that `known` has nothing for."""
    values = known(world, who, route)
    return "/" + PLACE.sub(lambda match: str(values[match[1] or match[2]]), route).removeprefix("/")


def addresses(patterns=None, prefix=""):
    """Every address: its name and its route."""
    for pattern in patterns if patterns is not None else get_resolver().url_patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLPattern):
            yield pattern.name, route
        elif isinstance(pattern, URLResolver):
            yield from addresses(pattern.url_patterns, route)


def undone(send):
    """What a request is answered; what it changed is taken back."""
    with transaction.atomic():
        answer = send()
        transaction.set_rollback(True)
    return answer


def session_of(world, who):
    """A browser in which somebody is signed in, or nobody."""
    client = Client()
    if who in world.people:
        client.force_login(world.people[who])
    return client


def asked(world, who, operation, base="/api/v1"):
    """What a program with somebody's token is answered."""
    method, route = operation.split()
    token = world.tokens.get(who)
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    path = base + filled(route + QUERIES.get(operation, ""), world, who)
    client = Client()
    if operation in FILES:
        file = {"file": SimpleUploadedFile("notes.txt", b"words")}
        return undone(lambda: client.post(path, file, headers=headers))
    body = {"secret": world.invited[who][1]} if operation == ACCEPTING and who in ROLES else BODIES.get(operation)
    return undone(lambda: client.generic(method, path, dumped(body), "application/json", headers=headers))


def dumped(body):
    return b"" if body is None else json.dumps(body)
