"""Files that go along with what is said in a room."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from apps.agents.actions.library import add_document
from apps.agents.models import Document
from apps.chat.models import Message
from apps.chat.queries import rooms
from apps.teams.models import GoalFile, Team
from tests import factories
from tests.markup import shown


@pytest.fixture
def room(db, client):
    of = factories.workspace()
    owner = factories.person(of, "owner", "Olga")
    story = factories.small_goal(of, owner)
    client.force_login(owner)
    story.browser = client
    story.say = lambda text, *files, **more: client.post(
        f"/teams/{story.root.team.pk}/say/", {"text": text, "delivery": "next_turn", "files": files} | more
    )
    return story


def table(name="figures.csv", content=b"year,sum\n2020,4\n"):
    return SimpleUploadedFile(name, content, "text/csv")


def said():
    return list(Message.objects.exclude(kind="goal").order_by("number").values_list("text", flat=True))


def kept(room):
    return sorted(GoalFile.objects.filter(goal=room.goal).values_list("name", flat=True))


def test_a_file_becomes_the_goals_and_the_message_names_it(room):
    assert room.say("Use these.", table(), table("notes.txt", b"Nothing.")).status_code == 302
    assert kept(room) == ["figures.csv", "notes.txt"]
    assert said() == ["Use these.\n\nAttached: figures.csv, notes.txt"]


def test_the_room_leads_from_the_message_to_its_file(room):
    room.say("Use these.", table())
    row = Document.objects.get(goal_id=room.goal.pk)
    html = room.browser.get(f"/goals/{room.goal.pk}/").content.decode()
    after = html.split("Attached: figures.csv")[1].split("</ul>")[0]
    assert f'href="{reverse("document-page", args=[row.pk])}"' in after


def test_a_room_lists_the_newest_of_a_large_library_and_leads_to_all_of_it(room, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_OF_LIBRARY", 2)
    for number in range(3):
        assert not re.search(r"All \d+ of the library", shown(room.browser.get(f"/goals/{room.goal.pk}/?tab=files")))
        add_document(room.goal.workspace_id, None, f"book {number}.txt", b"words")
    room.say("Use these.", table())
    html = shown(room.browser.get(f"/goals/{room.goal.pk}/?tab=files"))
    assert [name for name in ("book 0.txt", "book 1.txt", "book 2.txt") if f">{name}</a>" in html] == [
        "book 1.txt",
        "book 2.txt",
    ]
    assert "All 3 of the library" in html
    assert re.search(r'id="filecount">(\d*)<', html)[1] == "1"


def test_the_goal_leads_to_the_files_that_came_with_it_and_to_no_later_one(room):
    given = {"text": "Sum it up.", "key": "1", "files": [table()]}
    page = room.browser.post("/goals/", given)["Location"]
    team = Team.objects.exclude(pk=room.root.team.pk).get()
    room.browser.post(f"/teams/{team.pk}/say/", {"text": "This too.", "files": [table("later.csv")]})
    html = room.browser.get(page).content.decode()
    goal = html.split("Sum it up.</p>")[1].split("</li>")[0]
    row = Document.objects.get(name="figures.csv")
    assert f'href="{reverse("document-page", args=[row.pk])}"' in goal
    assert "later.csv" not in html.split("This too.")[0].rpartition("Sum it up.</p>")[2]


def test_a_name_that_is_taken_gets_a_number_and_the_message_says_which(room):
    room.say("Use this.", table())
    room.say("No, this.", table(content=b"year,sum\n2021,5\n"))
    names = kept(room)
    assert len(names) == 2
    assert said()[1].endswith(f"Attached: {next(name for name in names if name != 'figures.csv')}")


def test_what_comes_again_with_its_key_is_neither_said_nor_kept_twice(room):
    for _ in range(2):
        room.say("Use this.", table(), key="1")
    assert kept(room) == ["figures.csv"]
    assert len(said()) == 1


def test_a_file_that_can_not_be_read_is_refused_with_its_words_and_nothing_is_said(room):
    answer = room.say("Use this.", SimpleUploadedFile("empty.md", b"-", "text/markdown"))
    assert answer.status_code == 422
    assert b"empty.md" in answer.content
    assert b"Use this." in answer.content
    assert said() == kept(room) == []


def test_a_picture_goes_along_for_agents_that_can_see(room):
    answer = room.say("Use this.", SimpleUploadedFile("hall.png", b"\x89PNG\r\n\x1a\n\x00", "text/html"))
    assert answer.status_code == 302
    (row,) = Document.objects.filter(goal_id=room.goal.pk)
    assert (row.name, row.media_type, kept(room)) == ("hall.png", "image/png", ["hall.png"])


@pytest.mark.parametrize(("delivery", "more"), [("next_turn", SimpleUploadedFile("empty.md", b"-")), ("steer", None)])
def test_where_a_file_or_the_message_is_refused_no_file_is_kept_that_would_be_kept_twice_then(room, delivery, more):
    answer = room.say("Use these.", table(), *filter(None, [more]), delivery=delivery)
    assert answer.status_code == 422
    assert said() == kept(room) == []
    room.say("Use these.", table())
    assert kept(room) == ["figures.csv"]


@pytest.mark.parametrize(
    ("text", "delivery", "why"),
    [
        ("For later.", "note", b"A note is for people only"),
        ("/pause", "next_turn", b"Files go with a message, not with a command."),
        ("", "next_turn", b"Write something to send."),
    ],
)
def test_files_go_with_words_to_agents_alone(room, text, delivery, why):
    answer = room.say(text, table(), delivery=delivery)
    assert answer.status_code == 422
    assert why in answer.content
    assert said() == kept(room) == []


def test_too_many_files_are_refused(room):
    answer = room.say("Use these.", *(table(f"{number}.csv") for number in range(21)))
    assert answer.status_code == 413
    assert "at most 20 files" in answer.content.decode()
    assert said() == kept(room) == []
