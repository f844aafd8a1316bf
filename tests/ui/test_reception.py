"""Who comes at one moment is looked up together, and each is told what they are, whatever became of the others."""

import asyncio
import threading
from types import SimpleNamespace

import pytest
from channels.db import database_sync_to_async

from apps.accounts.domain.errors import NotFound
from apps.web.consumers import reception
from apps.web.consumers.reception import NobodyError, Reception
from tests import factories
from tests.ui.test_sockets import stored_session

pytestmark = pytest.mark.usefixtures("transactional_db")


@pytest.fixture
def looks(monkeypatch):
    """How many came to each look at the database."""
    counts, was = [], reception.look_up

    def counted(guests):
        counts.append(len(guests))
        return was(guests)

    monkeypatch.setattr(reception, "look_up", counted)
    return counts


@pytest.fixture
def office(transactional_db):
    workspace = factories.workspace()
    people = {role: factories.person(workspace, role) for role in ("owner", "operator", "viewer")}
    return SimpleNamespace(workspace=workspace, **people)


async def sessions_of(*users):
    return [await database_sync_to_async(stored_session)(user) for user in users]


async def test_those_who_come_meanwhile_are_looked_up_together(office, looks):
    begun, go_on = threading.Event(), threading.Event()

    def found(actor):
        begun.set()
        assert go_on.wait(30)
        return actor.user_id

    desk = Reception()
    one, other = await sessions_of(office.owner, office.viewer)
    first = asyncio.create_task(desk.admit(one, "here", found))
    await asyncio.to_thread(begun.wait, 30)
    others = [asyncio.create_task(desk.admit(session, "there", found)) for session in (one, other, one, other)]
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(first, *others)
    assert looks == [1, 4]


async def test_each_is_told_who_they_are_and_one_place_is_found_once(office, looks):
    asked = []

    def found(actor):
        asked.append(actor.user_id)
        return "a room"

    desk = Reception()
    one, other = await sessions_of(office.owner, office.viewer)
    answers = await asyncio.gather(*(desk.admit(session, "a room", found) for session in (one, other, one)))
    assert [actor.user_id for actor, _ in answers] == [office.owner.pk, office.viewer.pk, office.owner.pk]
    assert [actor.role for actor, _ in answers] == ["owner", "viewer", "owner"]
    assert {place for _, place in answers} == {"a room"}
    assert asked == [office.owner.pk]


async def test_a_place_in_one_workspace_is_not_given_to_another(office):
    stranger = await database_sync_to_async(lambda: factories.person(factories.workspace()))()
    own, theirs = await sessions_of(office.owner, stranger)
    desk = Reception()

    def found(actor):
        if actor.workspace_id != office.workspace.pk:
            raise NotFound("There is no such goal.")
        return "our room"

    welcome, turned_away = await asyncio.gather(
        desk.admit(own, "a room", found), desk.admit(theirs, "a room", found), return_exceptions=True
    )
    assert welcome[1] == "our room"
    assert isinstance(turned_away, NotFound)


async def test_who_is_not_signed_in_keeps_nobody_else_out(office):
    nobody, changed, one = await sessions_of(None, office.operator, office.owner)
    office.operator.set_password("another one")
    await database_sync_to_async(office.operator.save)()
    desk = Reception()
    answers = await asyncio.gather(
        *(desk.admit(session, "a room", lambda actor: actor.role) for session in (nobody, changed, one)),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [NobodyError, NobodyError, tuple]


async def test_who_goes_before_the_look_is_over_keeps_nobody_else_out(office):
    (one,) = await sessions_of(office.owner)
    begun, go_on = threading.Event(), threading.Event()

    def found(actor):
        begun.set()
        return go_on.wait(30)

    desk = Reception()
    leaving = asyncio.create_task(desk.admit(one, "here", found))
    staying = asyncio.create_task(desk.admit(one, "here", found))
    await asyncio.to_thread(begun.wait, 30)
    leaving.cancel()
    go_on.set()
    assert (await staying)[1] is True
    assert (await asyncio.gather(leaving, return_exceptions=True))[0].__class__ is asyncio.CancelledError
