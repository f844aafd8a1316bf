"""What messages mean is made some seconds after they were written, of those that a search gives."""

import psycopg
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.agents.gateway import pool
from apps.agents.gateway.lanes import EVERYBODY
from apps.chat.actions import meanings
from apps.chat.actions.messages import NewMessage, save
from apps.chat.actions.scene import open_scene
from apps.chat.domain.states import MessageKind
from apps.chat.jobs import make_meanings
from apps.chat.models import Message, MessageMeaning
from tests.engine.conftest import task

pytestmark = pytest.mark.django_db


@pytest.fixture
def goal(stage):
    """One that is done, in whose room there is a notice too."""
    stage.agent("worker", {"result": "Done."})
    stage.voices([{"do": "assign", "tasks": [task("work", "worker")], "answer": "work"}])
    goal = stage.until_ended(stage.launch("Write the brief"))
    with open_scene(stage.room(goal).id) as scene:
        save(scene, NewMessage(MessageKind.NOTICE, "A file was left out."))
    return goal


def to_be_made():
    return MessageMeaning.objects.filter(vector=None)


def test_it_is_made_of_all_but_notices(goal):
    said = Message.objects.exclude(kind="notice").exclude(text="")
    assert to_be_made().count() == said.count() > 2
    make_meanings()
    assert to_be_made().count() == 0
    assert set(said) == set(Message.objects.filter(meaning__isnull=False))


def test_however_many_wait_all_are_made(goal, monkeypatch):
    monkeypatch.setattr(meanings, "TOGETHER", 2)
    waiting = to_be_made().count()
    make_meanings()
    assert MessageMeaning.objects.exclude(vector=None).count() == waiting > 2


def test_what_has_no_words_is_looked_for_once(stage, goal):
    with open_scene(stage.room(goal).id) as scene:
        said = save(scene, NewMessage(MessageKind.SAY, "🎉"))
    assert to_be_made().filter(message=said).exists()
    make_meanings()
    assert not MessageMeaning.objects.filter(message=said).exists()


@pytest.mark.django_db(transaction=True)
def test_a_second_look_leaves_what_another_is_at(goal):
    waiting = to_be_made().count()
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("SELECT message_id FROM chat_messagemeaning ORDER BY 1 LIMIT 1 FOR UPDATE")
        make_meanings()
        assert to_be_made().count() == 1
    make_meanings()
    assert MessageMeaning.objects.exclude(vector=None).count() == waiting


def test_before_each_statement_it_gives_way_to_who_has_little(goal, monkeypatch):
    gave_way = []
    monkeypatch.setattr(pool.lanes, "give_way", lambda whom, most: gave_way.append(whom))
    with CaptureQueriesContext(connection) as asked:
        make_meanings()
    own = [one for one in asked if one["sql"] not in ("BEGIN", "COMMIT")]
    assert gave_way == [EVERYBODY] * len(own) != []


def test_words_that_can_not_be_embedded_keep_no_others_waiting(stage, goal, monkeypatch, caplog):
    monkeypatch.setattr(meanings, "TOGETHER", 2)
    waiting, bad = to_be_made().count(), Message.objects.filter(meaning__isnull=False).earliest("id")
    embed = meanings.agents.embed

    def fail(texts):
        if bad.text in texts:
            raise ValueError("no tokens")
        return embed(texts)

    monkeypatch.setattr(meanings.agents, "embed", fail)
    alike = to_be_made().filter(message__text=bad.text).count()
    make_meanings()
    assert to_be_made().count() == 0
    assert MessageMeaning.objects.count() == waiting - alike
    assert f"nothing could be made of message {bad.id}" in caplog.messages
    caplog.clear()
