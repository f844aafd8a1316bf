"""What is sent from a room's composer: whom it would wake, who is left alone, and commands."""

import pytest

from apps.chat.models import Conversation, Message
from apps.teams.models import Team
from tests.markup import shown

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def say(signed_in, world):
    def send(text, place="say", **more):
        return signed_in.post(f"/teams/{world.root.team.pk}/{place}/", {"text": text, **more}, **HTMX)

    return send


def newest(world):
    return Message.objects.filter(conversation__team=world.root.team).order_by("number").last()


def test_who_would_wake_stands_below_the_text_with_a_box_each(say):
    html = shown(say("In euros.", "preview"))
    assert "Will wake" in html
    assert 'name="wakes" value="coordinator" checked' in html
    assert "speaks" in html


def test_a_command_for_work_that_goes_on_wakes_nobody_else(say):
    html = shown(say("/steer In euros.", "preview"))
    assert "coordinator" not in html
    assert "is told now" in html or "No agent is at work" in html


def test_a_box_that_was_unticked_stays_so(say):
    html = shown(say("In euros.", "preview", shown=["coordinator"]))
    assert 'name="wakes" value="coordinator"' in html
    assert 'value="coordinator" checked' not in html


@pytest.mark.parametrize("text", ["/note for us", "/stop", "/debate Why?", "/nonsense"])
def test_what_wakes_nobody_by_itself_shows_nobody(say, text):
    assert say(text, "preview").content == b""


def test_of_a_text_that_is_too_long_to_be_sent_nobody_is_looked_for(say):
    assert say("@scout " * 3_000, "preview").content == b""


def test_who_is_unticked_is_left_alone(say, world):
    room = Conversation.objects.get(team=world.root.team)
    say("In euros.", shown=["coordinator"])
    assert newest(world).text == "In euros."
    after = Conversation.objects.get(team=world.root.team)
    assert (after.turn, after.turn_state, after.memory) == (room.turn, room.turn_state, room.memory)


@pytest.mark.parametrize("command", ["/note", "/Note", "/NOTE", "/note:"])
def test_a_note_by_command_is_a_note_however_it_is_typed(say, world, command):
    assert say(f"{command} Only for us.").status_code == 200
    assert (newest(world).text, newest(world).delivery) == ("Only for us.", "note")


def test_two_slashes_send_a_text_with_one(say, world):
    say("//etc is a folder")
    assert Message.objects.filter(conversation__team=world.root.team, text="/etc is a folder").exists()


def test_a_path_is_no_command(say, world):
    say("/etc/passwd is missing")
    assert Message.objects.filter(conversation__team=world.root.team, text="/etc/passwd is missing").exists()


def test_pause_and_resume_by_command(say, world):
    assert say("/pause").status_code == 204
    assert Team.objects.get(pk=world.root.team.pk).frozen_at is not None
    assert say("/resume").status_code == 204
    assert Team.objects.get(pk=world.root.team.pk).frozen_at is None


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("/nonsense please", "There is no command /nonsense"),
        ("/note! Only for us.", "There is no command /note!"),
        ("/9", "There is no command /9"),
        ("/pause now", "takes no words"),
        ("/note", "Write something"),
        ("/debate", "Write what the members should talk about"),
        ("/", "There is no command /."),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why(say, world, text, words):
    before = newest(world).number
    answer = say(text)
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert newest(world).number == before


def test_the_commands_of_a_room_are_listed_for_its_composer(signed_in, world):
    html = shown(signed_in.get(f"/goals/{world.goal.pk}/"))
    for name in ("/note", "/steer", "/interrupt", "/debate", "/pause", "/stop"):
        assert f"<b>{name}</b>" in html
