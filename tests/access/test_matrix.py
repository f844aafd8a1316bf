"""Every address against everybody who may come: nobody, each role, an owner elsewhere, an agent's token."""

import re

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from apps.accounts.actions import issue_token
from apps.accounts.domain.access import Role, Scope, may
from apps.accounts.models import ApiToken
from apps.accounts.queries import actor_for
from apps.agents.models import Connection
from apps.agents.routing import websocket_urlpatterns as dials
from apps.api.ioa.routing import websocket_urlpatterns as talks
from apps.web.routing import websocket_urlpatterns as pages
from ioa_web.api import api
from ioa_web.asgi import application
from ioa_web.sessions import SessionStore
from tests.access.conftest import ROLES, addresses, asked, filled, session_of, undone
from tests.access.rules import (
    ANYBODY,
    COLLEAGUES,
    DESCRIPTIONS,
    DIALS,
    FORM,
    LAUNCHES,
    MODELS,
    OPERATIONS,
    PAGES,
    PEERS,
    REGISTRIES,
    RUNS,
    SOCKETS,
    STAFF,
    TALKS,
    TOOLS,
    WIRE,
)

pytestmark = pytest.mark.thorough

REST, LAUNCH, MODEL, TOOL, PEER, RUN, LISTING = "api/v1/", "launch_goal", "v1/", "mcp", "a2a/", "ag-ui/", "ard/"
ADMIN = settings.ADMIN_PATH
CLIENTS = tuple(operation.split()[1].removeprefix("/") for operation in WIRE)
OF_OTHERS = (*CLIENTS, REST, LAUNCH, MODEL, TOOL, PEER, RUN, LISTING, ADMIN)
ROUTES = {name: route for name, route in addresses() if not route.startswith(OF_OTHERS) and name not in DESCRIPTIONS}
BY_SECRET = {"sign-in-link", "shared", "shared-file", "notices-stop"}  # open to whoever has the link
TO_ANYBODY = {"agent-skill"}  # of what is told to everybody there is one with a name
DOORS = {f"{ADMIN}login/", f"{ADMIN}logout/"}
MANAGED = sorted({route for _, route in addresses() if route.startswith(ADMIN)} - DOORS)
REFUSED = (401, 403)


def described():
    """Every operation in the API's own description."""
    schema = api.get_openapi_schema(path_prefix="")
    return {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}


def served(prefix):
    """The paths that the resolver leads to under a prefix, as the description writes them, without its own pages."""
    found = {route for name, route in addresses() if route.startswith(prefix) and name not in DESCRIPTIONS}
    return {"/" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route.removeprefix(REST)) for route in found}


def test_every_address_has_its_rule():
    assert set(ROUTES) == set(PAGES), "name the page in tests/access/rules.py"
    assert described() == set(OPERATIONS), "name the operation in tests/access/rules.py"
    of_people = {path for path in served(REST) if not path.startswith(COLLEAGUES)}
    assert of_people == {operation.split()[1] for operation in OPERATIONS}
    assert served(LAUNCH) == {operation.split()[1] for operation in LAUNCHES}
    assert served(CLIENTS) == {operation.split()[1] for operation in WIRE}
    assert served(TOOL) == {operation.split()[1] for operation in TOOLS}
    assert served(PEER) == {operation.split()[1] for operation in PEERS}
    assert served(RUN) == {operation.split()[1] for operation in RUNS}
    assert served(LISTING) == {operation.split()[1] for operation in REGISTRIES}
    assert served(MODEL) == {operation.split()[1] for operation in MODELS}
    assert {str(pattern.pattern) for pattern in pages} == SOCKETS
    assert {str(pattern.pattern) for pattern in dials} == DIALS
    assert {str(pattern.pattern) for pattern in talks} == TALKS


def right(least, who, answer):
    """Whether an answer is what somebody gets where `least` is what it takes."""
    if least is None:
        return answer.status_code == 405
    if least == ANYBODY or (least != STAFF and who in ROLES and may(Role(who), least)):
        return answer.status_code < 500 and answer.status_code not in (*REFUSED, 404, 405)
    return answer.status_code == 403  # whoever is no staff, too


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("who", ROLES)
def test_a_page_opens_and_changes_by_role(world, who):
    client, wrong = session_of(world, who), []
    for name, (read, change) in PAGES.items():
        if change is ANYBODY:
            continue  # it would sign out
        path = filled(ROUTES[name], world, who)
        for least, send in ((read, client.get), (change, client.post)):
            answer = undone(lambda send=send, path=path: send(path, FORM))
            if not right(least, who, answer):
                wrong.append((name, send.__name__, answer.status_code))
    assert wrong == []


@pytest.mark.django_db
def test_nobody_gets_beyond_the_sign_in_page(world):
    client = Client()
    for name, rules in PAGES.items():
        path = filled(ROUTES[name], world)
        for least, answer in zip(rules, (client.get(path), client.post(path, FORM)), strict=True):
            turned_away = answer.status_code in (*REFUSED, 405) or "/sign-in/" in answer.headers.get("Location", "")
            assert turned_away or least == ANYBODY, (name, answer.status_code)


@pytest.mark.django_db
def test_somebody_of_another_workspace_finds_nothing(world):
    client = session_of(world, "stranger")
    of_this_workspace = [
        (name, route) for name, route in ROUTES.items() if "<" in route and name not in BY_SECRET | TO_ANYBODY
    ]
    assert len(of_this_workspace) >= 15
    for name, route in of_this_workspace:
        path = filled(route, world)
        assert {client.get(path).status_code, client.post(path, FORM).status_code} <= {404, 405}, name


@pytest.mark.django_db
def test_an_agents_token_opens_no_page(world):
    client = Client(headers={"Authorization": f"Bearer {world.tokens['agent']}"})
    for name, (read, _) in PAGES.items():
        if read not in (None, ANYBODY, STAFF):
            assert "/sign-in/" in client.get(filled(ROUTES[name], world)).headers.get("Location", ""), name


@pytest.mark.django_db
def test_every_page_refuses_a_change_without_its_csrf_token(world):
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    for method in ("post", "put", "patch", "delete"):
        for name, route in ROUTES.items():
            answer = getattr(client, method)(filled(route, world))
            signed = (method, name) == ("post", "notices-stop")  # what mail programs send has none (RFC 8058)
            assert answer.status_code in (403, 405) or signed, (method, name, answer.status_code)


# --- programs -------------------------------------------------------------------------------------------------------

EVERYTHING = [(operation, "/api/v1", least) for operation, least in OPERATIONS.items()]
EVERYTHING += [
    (operation, "", least)
    for operation, least in (LAUNCHES | WIRE | MODELS | TOOLS | PEERS | RUNS | REGISTRIES).items()
]


@pytest.mark.django_db
@pytest.mark.parametrize("who", ROLES)
def test_a_program_may_do_what_its_person_may(world, who):
    heard = [(operation, least, asked(world, who, operation, base)) for operation, base, least in EVERYTHING]
    assert [(name, answer.status_code) for name, least, answer in heard if not right(least, who, answer)] == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "agent"])
def test_without_a_persons_token_nothing_answers(world, who):
    for operation, base, _ in EVERYTHING:
        assert asked(world, who, operation, base).status_code == 401, operation


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "owner", "agent"])
def test_colleagues_are_asked_with_the_token_of_a_task_only(world, who):
    paths = [path for path in served(REST) if path.startswith(COLLEAGUES)]
    assert len(paths) >= 5
    headers = {"Authorization": f"Bearer {world.tokens[who]}"} if who in world.tokens else {}
    for path in paths:
        address = "/api/v1" + re.sub(r"{\w+}", str(world.goal.pk), path)
        for answer in (Client().get(address, headers=headers), Client().post(address, {}, headers=headers)):
            assert answer.status_code in (401, 405), (path, answer.status_code)


@pytest.mark.django_db
def test_a_program_of_another_workspace_finds_nothing(world):
    own = {"DELETE /tokens/{token_id}"}  # the stranger's own token
    for operation, base, _ in EVERYTHING:
        if "{" in operation and operation not in own:
            assert asked(world, "stranger", operation, base).status_code == 404, operation
    for operation in ("GET /agents", "GET /goals", "GET /documents", "GET /members", "GET /approvals"):
        answer = asked(world, "stranger", operation)
        assert len(answer.json()["items"]) <= 1, operation
        assert not any(word in answer.text for word in ("scout", "filings")), operation
        assert not re.search(rf"\b{world.owner.username}\b", answer.text), operation  # owner1 is not owner10


@pytest.mark.django_db
def test_the_apis_own_pages_are_for_members(world):
    for name, route in addresses():
        if name in DESCRIPTIONS and route.startswith(REST):
            answer = Client().get(f"/{route}")
            assert answer.status_code in (302, 401, 404), (name, answer.status_code)


@pytest.mark.django_db
def test_programs_bring_no_session_and_need_no_csrf_token(world):
    client = Client(enforce_csrf_checks=True, headers={"Authorization": f"Bearer {world.tokens['owner']}"})
    answer = client.post("/api/v1/goals", {"text": "Find it."}, content_type="application/json")
    assert answer.status_code == 201


# --- how far a token reaches ----------------------------------------------------------------------------------------


def scope_wanted(operation, least):
    """What an operation takes of a token, by a rule that is simpler than the product's own list."""
    method, path = operation.split()
    own = (
        "/since",
        "/mentions/{message_id}/seen",
        "/mcp",
        "/a2a/{whom}",
        "/ard/search",
        "/ard/explore",
    )  # having seen it is a part of reading it; of tools each has its own
    own += tuple(name.split()[1] for name, role in WIRE.items() if role == Role.VIEWER)  # reads by POST
    if method == "GET" or path in own or path.endswith(":subscribe"):
        return Scope.READ
    if (
        path.startswith(("/tokens", "/sessions", "/invitations", "/notices"))
        or path == "/me"
        or path.endswith(("/link", "/mute"))
        or "/shares" in path
    ):
        return Scope.ACCESS
    if least == Role.OPERATOR:
        return Scope.RUN
    decides = "/grants" in path  # who may set whom to work is no matter of who registers agents
    return Scope.AGENTS if path.startswith(("/agents", "/regist", "/trials")) and not decides else Scope.ADMINISTER


def is_of_its_own_tasks(operation):
    """Of A2A: what a token that may run and not read is let in for, as far as its person gave the task."""
    path = operation.split()[1]
    return path == "/a2a/{whom}" or bool(
        re.fullmatch(r"(GET|POST) /a2a/.*/tasks(/\{a2a_task\}(:subscribe)?)?", operation)
    )


def test_every_operation_says_which_scope_it_takes():
    paths = api.get_openapi_schema(path_prefix="")["paths"]
    told = {f"{method.upper()} {path}": each["x-scope"] for path, ops in paths.items() for method, each in ops.items()}
    assert told == {operation: scope_wanted(operation, least).value for operation, least in OPERATIONS.items()}


@pytest.mark.django_db
@pytest.mark.parametrize("scopes", [{scope} for scope in Scope] + [None], ids=lambda scopes: str(*scopes or ["old"]))
def test_a_token_does_what_its_scopes_name_and_no_more(world, scopes):
    world.tokens["owner"] = issue_token(actor_for(world.owner), "narrow", scopes or {Scope.READ})
    if scopes is None:  # made before there were scopes
        ApiToken.objects.filter(name="narrow").update(scopes=None, expires_at=None)
    reach, wrong = scopes or set(Scope) - {Scope.ACCESS}, []
    for operation, base, least in EVERYTHING:
        answer = asked(world, "owner", operation, base)
        may = scope_wanted(operation, least) in reach or (Scope.RUN in reach and is_of_its_own_tasks(operation))
        if (answer.status_code == 403) == may or answer.status_code == 401:
            wrong.append((operation, answer.status_code))
    assert wrong == []


@pytest.mark.django_db
def test_a_token_that_may_not_read_reads_no_agents_card(world):
    program = Client(headers={"Authorization": f"Bearer {issue_token(actor_for(world.owner), 'narrow', {Scope.RUN})}"})
    assert program.get("/agents/scout/.well-known/agent-card.json").status_code == 403


# --- the admin ------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", *ROLES, "agent"])
def test_the_admin_is_closed_to_all_but_those_who_run_the_installation(world, who):
    client = session_of(world, who)
    headers = {"Authorization": f"Bearer {world.tokens['agent']}"} if who == "agent" else {}
    assert len(MANAGED) > 50
    for route in MANAGED:
        path = "/" + re.sub(r"<[^>]+>|\(\?P<[^)]*\)\S*", "1", route).rstrip("$")
        for answer in (client.get(path, headers=headers), client.post(path, headers=headers)):
            there = f"/{ADMIN}login/" in answer.headers.get("Location", "")
            assert there or answer.status_code in (403, 404, 405), (route, answer.status_code)


# --- sockets --------------------------------------------------------------------------------------------------------

HERE = (b"origin", b"http://localhost")


async def closing_code(path, world, who, headers=(HERE,)):
    """The code with which a socket is closed at once; None: it stays open; False: it was never opened."""
    socket = WebsocketCommunicator(application, path, headers=[(b"host", b"localhost"), *headers])
    session = await database_sync_to_async(stored_session)()
    user = world.people.get(who, AnonymousUser())
    cookie = await database_sync_to_async(cookie_of)(user, session)
    socket.scope["headers"] += [(b"cookie", cookie)]
    accepted, _ = await socket.connect(timeout=5)
    if not accepted:
        return False
    message = await socket.receive_output(timeout=5)
    await socket.disconnect()
    return message.get("code")


def stored_session():
    session = SessionStore()
    session.create()
    return session


def cookie_of(user, session):
    client = Client()
    if user.is_authenticated:
        client.force_login(user)
    return "; ".join(f"{name}={value.value}" for name, value in client.cookies.items()).encode()


@pytest.mark.parametrize("route", sorted(SOCKETS))
async def test_a_socket_opens_for_members_of_the_workspace(route, transactional_db, request):
    world = await database_sync_to_async(request.getfixturevalue)("world")
    path = await database_sync_to_async(filled)(route, world) + f"?team={world.root.team.pk}"
    heard = {who: await closing_code(path, world, who) for who in ("nobody", *ROLES, "stranger")}
    stranger = 4403 if "<" in route else None  # a home of their own
    assert heard == {"nobody": 4401, "viewer": None, "operator": None, "owner": None, "stranger": stranger}
    for origin in ((), ((b"origin", b"https://elsewhere.example"),)):
        assert await closing_code(path, world, "owner", origin) is False


@pytest.mark.parametrize("who", ["nobody", "owner", "agent"])
async def test_only_an_agents_token_opens_the_socket_of_agents(who, transactional_db, request):
    world = await database_sync_to_async(request.getfixturevalue)("world")
    headers = [(b"authorization", f"Bearer {world.tokens.get(who, '')}".encode())]
    socket = WebsocketCommunicator(application, "/ws/agents/", headers=headers, subprotocols=["a2a.v1"])
    accepted, _ = await socket.connect(timeout=5)
    assert accepted
    if who == "agent":
        assert await socket.receive_nothing()
    else:
        assert await socket.receive_output(timeout=5) == {"type": "websocket.close", "code": 4401}
    await socket.disconnect()


@pytest.mark.parametrize(
    ("path", "open_to"), [("/ws/scout", {"owner", "agent"}), ("/chatlist_ws", {"viewer", "operator", "owner"})]
)
async def test_a_socket_of_ioas_wire_opens_by_a_token(path, open_to, transactional_db, request):
    world = await database_sync_to_async(request.getfixturevalue)("world")
    await database_sync_to_async(Connection.objects.filter(agent=world.agents["scout"]).update)(connector="socket")
    everybody = ("nobody", *ROLES, "agent", "stranger")
    heard = {who: await code_by_token(path, world.tokens.get(who, "")) for who in everybody}
    opened = {who for who, code in heard.items() if code is None}
    assert opened == open_to | ({"stranger"} if path == "/chatlist_ws" else set())  # a list of their own
    assert {code for code in heard.values() if code is not None} <= {4401, 4403, 4404}


async def code_by_token(path, token):
    """The code with which a socket is closed at once; None: it stays open."""
    headers = [(b"host", b"localhost"), *([(b"authorization", f"Bearer {token}".encode())] if token else [])]
    socket = WebsocketCommunicator(application, path, headers=headers)
    accepted, _ = await socket.connect(timeout=5)
    assert accepted
    message = {} if await socket.receive_nothing(timeout=0.5) else await socket.receive_output(timeout=5)
    await socket.disconnect()
    return message.get("code")
