"""Those who look at the same room at once are each told in their own language, by one rendering for each of them."""

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter

from apps.accounts.domain.access import Actor, Role
from apps.chat.actions import pause
from apps.web.consumers import audience
from apps.web.consumers.audience import audiences
from apps.web.routing import websocket_urlpatterns
from tests import factories
from tests.ui.test_sockets import connected, path_of, until

pytestmark = pytest.mark.usefixtures("transactional_db")
application = URLRouter(websocket_urlpatterns)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(audience, "BATCH_SECONDS", 0.01)
    monkeypatch.setattr(audience, "LOOK_SECONDS", 0.3)


@pytest.fixture
def made(transactional_db):
    return factories.world()


async def test_two_people_with_two_languages_are_each_told_in_theirs(made):
    german = await connected(path_of(made) + "&lang=de", made.owner)
    english = await connected(path_of(made) + "&lang=en", made.owner)
    assert "Needs you" not in "".join(await until(german, "Mitglieder"))
    assert "Mitglieder" not in "".join(await until(english, "Members"))
    assert len(audiences._by_key) == 2
    owner = Actor(made.owner.pk, made.workspace.pk, Role.OWNER, "Olga")
    await database_sync_to_async(pause)(owner, made.root.team.pk)
    assert "Fortsetzen" in (await until(german, "Fortsetzen"))[-1]
    assert "Resume" in (await until(english, "Resume"))[-1]
    await german.disconnect()
    await english.disconnect()


async def test_a_page_in_a_language_that_there_is_not_is_told_in_english(made):
    socket = await connected(path_of(made) + "&lang=xx", made.owner)
    assert "Members" in (await until(socket, "Members"))[-1]
    await socket.disconnect()
