"""What a socket is sent: who may look, what a newcomer lacks, what happens live, and when it is closed."""

from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone

from apps.accounts.domain.access import Actor, Role
from apps.accounts.models import Member
from apps.agents.actions import set_availability, set_enabled
from apps.agents.actions.agent_tokens import create_agent_token
from apps.agents.actions.mailbox import open_socket
from apps.agents.actions.probes import note_check
from apps.agents.actions.registry import register_agent, remove_agent
from apps.agents.domain.calls import ProbeResult as Answered
from apps.agents.domain.profile import Availability
from apps.agents.domain.registration import AgentProfile
from apps.agents.domain.socket_protocol.frames import Hello
from apps.agents.events import agents_of
from apps.agents.models import Agent
from apps.agents.queries.agent_tokens import dialer_of
from apps.journal.actions import publish_topic
from apps.teams.models import Attempt, Task
from apps.web.consumers import audience
from apps.web.routing import websocket_urlpatterns
from ioa_web.sessions import SessionStore
from tests import factories

pytestmark = pytest.mark.usefixtures("transactional_db")
application = URLRouter(websocket_urlpatterns)

PATIENCE = 30  # seconds; many processes may share the machine


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(audience, "BATCH_SECONDS", 0.01)
    monkeypatch.setattr(audience, "CHECK_SECONDS", 0.05)
    monkeypatch.setattr(audience, "LOOK_SECONDS", 0.3)


def stored_session(user=None):
    session = SessionStore()
    if user is not None:
        session[SESSION_KEY], session[BACKEND_SESSION_KEY] = str(user.pk), settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session


async def connected(path, user, session=None):
    session = session or await database_sync_to_async(stored_session)(user)
    socket = WebsocketCommunicator(application, path)
    socket.scope["session"] = session
    accepted, _ = await socket.connect(timeout=PATIENCE)
    assert accepted
    return socket


async def until(socket, words):
    """The frames with markup up to the one that holds `words`."""
    frames = []
    while not frames or words not in frames[-1]:
        frame = await socket.receive_from(timeout=PATIENCE)
        frames += [] if frame.startswith("~") else [frame]
    return frames


@pytest.fixture
def made(transactional_db):
    return factories.world()


def path_of(world, room=None, after=0):
    team = (room or world.root).team.pk
    return f"/ws/goals/{world.goal.pk}/?team={team}&after={after}"


async def test_a_newcomer_gets_what_its_page_lacks(made):
    last = await database_sync_to_async(lambda: list(made.root.conversation.messages.order_by("number")))()
    socket = await connected(path_of(made, after=last[-2].event_seq), made.owner)
    frame = await socket.receive_from(timeout=PATIENCE)
    new = frame.split("<hx-upsert")[1].split("</hx-upsert>")[0]
    assert f'data-seq="{last[-1].event_seq}"' in new
    assert f'data-seq="{last[-2].event_seq}"' not in new
    assert 'hx-target="#topbar"' in frame
    await socket.disconnect()


async def test_what_is_said_arrives_once(made):
    socket = await connected(path_of(made, after=10**9), made.owner)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(made.root.say)(made.root.seat, "Here is something new.")
    frame = (await until(socket, "Here is something new."))[-1]
    assert frame.count("data-decision") == 0
    assert frame.count("Here is something new.") == 1
    await socket.disconnect()


async def test_a_task_that_settles_changes_the_card_that_gave_it(made):
    socket = await connected(path_of(made, after=10**9), made.owner)
    await socket.receive_from(timeout=PATIENCE)

    def settle():
        made.root.team.tasks.filter(number=3).update(state="cancelled")
        made.story.tell("task.changed", made.root)

    await database_sync_to_async(settle)()
    frame = (await until(socket, "Cancelled"))[-1]
    assert "#e" in frame
    assert 'hx-target="#tab-tasks"' in frame
    await socket.disconnect()


async def test_all_sockets_of_a_room_get_the_same_text(made):
    one = await connected(path_of(made, after=10**9), made.owner)
    other = await connected(path_of(made, after=10**9), made.viewer)
    await one.receive_from(timeout=PATIENCE)
    await other.receive_from(timeout=PATIENCE)
    await database_sync_to_async(made.root.say)(made.root.seat, "To everybody.")
    assert (await until(one, "To everybody."))[-1] == (await until(other, "To everybody."))[-1]
    await one.disconnect()
    await other.disconnect()


async def test_a_stranger_is_told_that_there_is_no_access(made):
    def stranger():
        return factories.person(factories.workspace("Elsewhere"))

    socket = await connected(path_of(made), await database_sync_to_async(stranger)())
    assert await socket.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": 4403}


async def test_somebody_signed_out_is_told_so(made):
    socket = await connected(path_of(made), None)
    assert await socket.receive_output(timeout=PATIENCE) == {"type": "websocket.close", "code": 4401}


async def test_a_team_of_another_goal_is_no_access(made):
    other = await database_sync_to_async(factories.small_goal)(made.workspace, made.owner)
    socket = await connected(f"/ws/goals/{made.goal.pk}/?team={other.root.team.pk}", made.owner)
    assert (await socket.receive_output(timeout=PATIENCE))["code"] == 4403


async def closing_code(socket):
    while True:
        message = await socket.receive_output(timeout=PATIENCE)
        if message["type"] == "websocket.close":
            return message["code"]


async def test_a_removed_member_loses_the_socket(made):
    socket = await connected(path_of(made), made.operator)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(Member.objects.filter(user=made.operator).delete)()
    assert await closing_code(socket) == 4403
    await socket.disconnect()


async def test_signing_out_closes_the_socket(made):
    session = await database_sync_to_async(stored_session)(made.owner)
    socket = await connected(path_of(made), made.owner, session)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(session.delete)()
    assert await closing_code(socket) == 4401
    await socket.disconnect()


async def test_another_role_closes_the_socket_so_that_the_page_is_read_again(made):
    socket = await connected(path_of(made), made.operator)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(Member.objects.filter(user=made.operator).update)(role="viewer")
    assert await closing_code(socket) == 4409
    await socket.disconnect()


async def test_one_person_has_ten_sockets_at_most(made):
    sockets = [await connected(path_of(made), made.owner) for _ in range(10)]
    one_too_many = await connected(path_of(made), made.owner)
    assert await closing_code(one_too_many) == 4429
    others = await connected(path_of(made), made.viewer)
    await sockets.pop().disconnect()
    again = await connected(path_of(made), made.owner)
    for socket in (others, again):
        assert await socket.receive_from(timeout=PATIENCE)
    for socket in (*sockets, others, again):
        await socket.disconnect()


async def test_the_home_page_hears_of_a_new_goal(made):
    socket = await connected("/ws/home/?state=&page=1", made.owner)
    await socket.receive_from(timeout=PATIENCE)
    await database_sync_to_async(factories.small_goal)(made.workspace, made.owner, "Count the windows")
    await until(socket, "Count the windows")
    await socket.disconnect()


async def test_the_directory_hears_of_an_agent_that_goes_and_of_nobody_else(made, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 60)  # only being told may bring the news
    socket = await connected("/ws/directory/?presence=", made.owner)
    assert 'hx-target="#agents-found"' in await socket.receive_from(timeout=PATIENCE)
    scout = await database_sync_to_async(Agent.objects.get)(handle="scout")
    card = Answered("The server is down.", reachable=False)
    await database_sync_to_async(note_check)(scout.connection_id, card, tested=True)

    frame = (await until(socket, "Left out of teams"))[-1]
    assert frame.count("<hx-partial") == 1
    assert f'hx-target="#agent-{scout.pk}"' in frame
    assert "The server is down." in frame
    await socket.disconnect()


async def test_the_directory_is_sent_anew_where_others_are_on_it(made, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 60)
    socket = await connected("/ws/directory/?on=yes", made.owner)
    await socket.receive_from(timeout=PATIENCE)
    scout = await database_sync_to_async(Agent.objects.get)(handle="scout")
    await database_sync_to_async(set_enabled)([scout.pk], False)

    frame = (await until(socket, 'hx-target="#agents-found"'))[-1]
    assert f'id="agent-{scout.pk}"' not in frame
    await socket.disconnect()


async def test_a_profile_hears_that_its_agent_is_at_work_and_that_it_was_removed(made, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 60)
    socket = await connected("/ws/directory/scribe/", made.owner)
    await socket.receive_from(timeout=PATIENCE)

    def begin():
        task = Task.objects.filter(owner__agent__handle="scribe").first()
        number = task.attempts.count() + 1
        task.attempts.filter(state__in=["ready", "running"]).update(state="lost", lease_until=None)
        now = timezone.now()
        Attempt.objects.create(
            task=task,
            number=number,
            agent=task.owner.agent,
            connection=task.owner.agent.connection,
            state="running",
            not_before=now,
            started_at=now,
            lease_until=now + timedelta(minutes=1),
        )
        publish_topic(agents_of(made.workspace.pk))

    await database_sync_to_async(begin)()
    assert 'hx-target="#agent-standing"' in (await until(socket, "Working"))[-1]
    actor = Actor(made.owner.pk, made.workspace.pk, Role.OWNER, "Owner")
    scribe = await database_sync_to_async(Agent.objects.get)(handle="scribe")
    await database_sync_to_async(remove_agent)(actor, scribe.pk)
    assert (await until(socket, "It was removed meanwhile"))[-1].count("<hx-partial") == 1
    await socket.disconnect()


async def test_a_profile_hears_what_an_agent_that_dials_in_says_of_itself_and_that_it_left(made, monkeypatch):
    monkeypatch.setattr(audience, "LOOK_SECONDS", 60)
    profile = AgentProfile(handle="laptop", name="Laptop", connector="socket")
    laptop = await database_sync_to_async(register_agent)(made.workspace.pk, profile)
    socket = await connected("/ws/directory/laptop/", made.owner)
    assert "Waiting for it to say hello" in await socket.receive_from(timeout=PATIENCE)

    def greet():
        owner = Actor(made.owner.pk, made.workspace.pk, Role.OWNER, "Owner")
        dialer = dialer_of(create_agent_token(owner, laptop, "desk"))
        card = {"name": "Harbour scout", "description": "Counts ships.", "skills": [{"id": "s", "name": "ships"}]}
        open_socket(dialer, Hello.model_validate({"client": "a-laptop", "card": card}))
        return dialer.connection_id

    connection = await database_sync_to_async(greet)()
    news = "".join(await until(socket, "It said hello and is online"))
    for part, words in (("called", "Harbour scout"), ("about", "Counts ships."), ("skills", ">ships</h3>")):
        assert f'hx-target="#agent-{part}"' in news
        assert words in news
    await database_sync_to_async(set_availability)(connection, Availability.OFFLINE)
    assert 'hx-target="#hello"' in (await until(socket, "Waiting for it to say hello"))[-1]
    await socket.disconnect()
