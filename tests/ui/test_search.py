"""Searching the workspace: what is found, how it is narrowed, where it opens, and what others may not see."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from apps.agents.actions import add_document
from apps.chat.actions.meanings import make_meanings
from apps.chat.domain.search import HitKind, Sought
from apps.chat.models import Message, MessageMeaning
from apps.chat.queries.search import search
from apps.teams.models import Goal
from tests import factories
from tests.markup import shown


def found(world, text, **narrowed):
    hits = search(world.workspace.pk, Sought(text, **narrowed), timezone.now(), limit=100).hits
    return [(hit.kind, hit.title) for hit in hits]


def first(world, text, **narrowed):
    return search(world.workspace.pk, Sought(text, **narrowed), timezone.now()).hits[0]


def test_a_goal_is_found_by_a_word_of_its_text(world):
    assert first(world, "filings", kind=HitKind.GOAL).goal_id == world.goal.pk


def test_a_goal_is_found_by_the_beginning_of_a_word(world):
    assert first(world, "newslet", kind=HitKind.GOAL).title == "Draft the autumn newsletter"


def test_a_message_is_found_with_its_room_and_its_place(world):
    hit = first(world, "footnote 85.3", kind=HitKind.MESSAGE)
    row = Message.objects.get(text__startswith="Add a footnote")
    assert (hit.id, hit.team_id, hit.number, hit.seq) == (row.pk, world.root.team.pk, row.number, row.event_seq)
    assert hit.by.name == "Yara Okafor"


def test_a_message_is_found_by_its_meaning_alone(world):
    row = Message.objects.get(text__startswith="Ask legal")
    row.text = "The boats waited forty minutes at the port in August."
    row.save(update_fields=["text"])
    MessageMeaning.objects.create(message=row)
    assert found(world, "ships delayed by a harbour", kind=HitKind.MESSAGE) == []
    make_meanings()
    assert first(world, "ships delayed by a harbour", kind=HitKind.MESSAGE).id == row.pk


def test_a_file_is_found_by_its_name_and_a_document_by_what_stands_in_it(world):
    add_document(world.workspace.pk, None, "ferries.md", b"# Ferries\n\nThe harbour queue grew by a third in August.")
    assert (HitKind.FILE, "figures.csv") in found(world, "figures", kind=HitKind.FILE)
    assert found(world, "harbour queue in august", kind=HitKind.FILE)[0] == (HitKind.FILE, "ferries.md")


def test_an_agent_is_found_by_what_it_can_do(world):
    assert found(world, "draw a chart", kind=HitKind.AGENT)[0] == (HitKind.AGENT, "Contour")


def test_quotes_keep_words_together_and_a_minus_leaves_out(world):
    assert not found(world, '"report annual"', kind=HitKind.GOAL)
    with_, without = (found(world, text, kind=HitKind.GOAL) for text in ("autumn", "autumn -newsletter"))
    assert set(with_) - set(without) == {(HitKind.GOAL, "Draft the autumn newsletter")}


def test_filters_keep_what_they_name(world):
    assert found(world, "autumn", kind=HitKind.GOAL, state="stopped") == [(HitKind.GOAL, "Draft the autumn newsletter")]
    assert {kind for kind, _ in found(world, "", who="@contour")} == {HitKind.MESSAGE, HitKind.FILE, HitKind.AGENT}
    assert not found(world, "autumn", since=(timezone.now() + timedelta(days=2)).date())
    hits = search(world.workspace.pk, Sought("figures", goal_id=world.goal.pk), timezone.now()).hits
    assert {hit.goal_id for hit in hits} == {world.goal.pk}


def test_another_workspace_finds_nothing_of_this_one(world):
    elsewhere = factories.workspace("Elsewhere")
    for text in ("revenue", "figures", "draw a chart", "footnote"):
        assert search(elsewhere.pk, Sought(text), timezone.now()).total == 0


def test_a_page_marks_the_hit_and_leads_to_the_message(signed_in, world):
    html = shown(signed_in.get("/search/?q=footnote&kind=message"))
    row = Message.objects.get(text__startswith="Add a footnote")
    assert "<mark>footnote</mark>" in html
    link = f"/goals/{world.goal.pk}/?team={world.root.team.pk}&amp;before={row.number + 12}#e{row.event_seq}"
    assert link in html
    page = signed_in.get(link.replace("&amp;", "&").split("#")[0]).content.decode()
    assert f'id="e{row.event_seq}"' in page


def test_what_others_wrote_is_shown_as_text(signed_in, world):
    hostile = "<script>alert(1)</script> <i hx-get=/x hx-trigger=load> zyzzyva \x02mark\x03"
    Message.objects.filter(text__startswith="Add a footnote").update(text=hostile)
    html = signed_in.get("/search/?q=zyzzyva").content.decode()
    assert "<mark>zyzzyva</mark>" in html
    assert "<script>alert" not in html
    assert "<i hx-get" not in html


@pytest.mark.parametrize(
    "query",
    [
        "q=%00%22%27%5C&kind=nonsense&state=x&page=99999",
        "q=!%26|:*()",
        "q=%22",
        "q=-",
        "q=a:*",
        "q=the",
        "who=%00%22",
        "q=" + "a" * 300,
        "q=%F0%9F%92%A5",
    ],
)
def test_no_text_breaks_the_page(signed_in, query):
    assert signed_in.get(f"/search/?{query}").status_code == 200


@pytest.mark.parametrize(
    ("query", "words"),
    [("since=yesterday", "year-month-day"), ("goal=x", "not the id of a goal"), ("q=" + "a" * 301, "At most 300")],
)
def test_what_cannot_be_looked_for_is_said_beside_the_field(signed_in, query, words):
    answer = signed_in.get(f"/search/?{query}")
    assert answer.status_code == 422
    assert words in answer.content.decode()


def test_a_goal_of_others_is_none(signed_in, world):
    other = factories.workspace("Elsewhere")
    goal = factories.small_goal(other, factories.person(other)).goal
    assert signed_in.get(f"/search/?q=list&goal={goal.pk}").status_code == 404


def test_pages_go_through_all_that_was_found(signed_in, world):
    for number in range(25):
        factories.small_goal(world.workspace, world.owner, f"Zeppelin number {number}")
    one, two = (signed_in.get(f"/search/?q=zeppelin&kind=goal&page={page}").content.decode() for page in (1, 2))
    assert (one.count('class="hit"'), two.count('class="hit"')) == (20, 5)
    assert "1 of 2" in one


def test_words_are_found_by_the_index(world):
    """Under a planner that may not read a whole table, both searches name their index."""
    for model, vector in (
        (Goal, "COALESCE(title, '') || ' ' || COALESCE(text, '')"),
        (Message, "COALESCE(text, '')"),
    ):
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute(
                f"EXPLAIN SELECT id FROM {model._meta.db_table} "
                f"WHERE to_tsvector('english'::regconfig, {vector}) @@ plainto_tsquery('english', 'revenue')"
            )
            assert "_by_words" in "\n".join(row[0] for row in cursor.fetchall())


def library(world, name, text):
    add_document(world.workspace.pk, None, name, text.encode())


def test_a_document_of_the_library_is_found_by_its_name_too(world):
    library(world, "timetable-wharf.md", "# Ferries\n\nThe harbour queue grew by a third in August.")
    for text in ("timetable", "wharf ferr"):
        assert (HitKind.FILE, "timetable-wharf.md") in found(world, text, kind=HitKind.FILE)


def test_a_document_is_found_by_the_beginning_of_a_word(world):
    library(world, "a.md", "Die Überstundenregelung gilt ab März.")
    for text in ("Überstund", "überstunden"):
        assert found(world, text, kind=HitKind.FILE) == [(HitKind.FILE, "a.md")]


def test_a_minus_leaves_out_whatever_the_way_in_which_it_is_found(world):
    library(world, "ferries.md", "The harbour queue of ferries grew by a third in August.")
    library(world, "figures-draft.md", "Boats wait at the harbour in a queue.")
    assert {title for _, title in found(world, "harbour queue", kind=HitKind.FILE)} == {
        "ferries.md",
        "figures-draft.md",
    }
    assert found(world, "harbour queue -ferries", kind=HitKind.FILE) == [(HitKind.FILE, "figures-draft.md")]
    assert (HitKind.FILE, "figures-draft.md") not in found(world, "figures -draft", kind=HitKind.FILE)
    library(world, "roads-strassenbau.md", "Boats wait.")
    assert not found(world, "roads -Straßenbau", kind=HitKind.FILE)
    assert (HitKind.FILE, "figures.csv") not in found(world, "figures -csv", kind=HitKind.FILE)
    assert (HitKind.AGENT, "Contour") not in found(world, "draw a chart -chart", kind=HitKind.AGENT)


def test_what_is_quoted_stands_together_in_documents_and_messages_too(world):
    library(world, "ferries.md", "The harbour queue of ferries grew by a third in August.")
    assert found(world, '"harbour queue"', kind=HitKind.FILE) == [(HitKind.FILE, "ferries.md")]
    assert found(world, '"queue harbour"', kind=HitKind.FILE) == []
    row = Message.objects.get(text__startswith="Ask legal")
    row.text = "The boats waited forty minutes at the port in August."
    row.save(update_fields=["text"])
    MessageMeaning.objects.create(message=row)
    make_meanings()
    assert found(world, '"ships delayed" "by a harbour"', kind=HitKind.MESSAGE) == []
