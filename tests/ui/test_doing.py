"""What people do with plain forms, and what is said when it is refused."""

from urllib.parse import urlencode

import pytest

from apps.chat.models import Message
from apps.journal.queries import last_seq
from apps.teams.models import Approval, Goal, Question, Team
from tests.markup import shown

HTMX = {"HTTP_HX_REQUEST": "true"}


@pytest.fixture
def room_url(world):
    return f"/goals/{world.goal.pk}/?team={world.root.team.pk}"


def test_a_message_without_script_leads_back_to_the_room(signed_in, world, room_url):
    answer = signed_in.post(f"/teams/{world.root.team.pk}/say/", {"text": "Use euros.", "delivery": "next_turn"})
    assert answer.headers["Location"] == room_url
    assert Message.objects.filter(text="Use euros.", delivery="next_turn").exists()


def test_a_note_is_kept_from_agents(signed_in, world):
    signed_in.post(f"/teams/{world.root.team.pk}/say/", {"text": "For us only.", "delivery": "note"})
    assert Message.objects.get(text="For us only.").delivery == "note"


@pytest.mark.parametrize("delivery", ["next_turn", "note"])
def test_a_message_of_a_live_page_comes_back_as_its_row_so_that_it_is_seen_without_a_socket(signed_in, world, delivery):
    url = f"/teams/{world.root.team.pk}/say/"
    answer = signed_in.post(url, {"text": "Hello there.", "delivery": delivery}, **HTMX)
    said = Message.objects.get(text="Hello there.")
    row = shown(answer)
    assert row.startswith('<hx-upsert hx-target="#log"')
    assert (row.count(f'data-seq="{said.event_seq}"'), row.count("Hello there."), row.count("<li")) == (1, 1, 1)
    assert answer.headers["IoA-Seq"] == str(said.event_seq)


def test_a_live_page_is_told_how_far_the_goal_is_after_what_somebody_did(signed_in, world):
    answer = signed_in.post(f"/teams/{world.root.team.pk}/pause/", **HTMX)
    assert (answer.status_code, answer.content) == (204, b"")
    assert answer.headers["IoA-Seq"] == str(last_seq(world.goal.pk)) != "0"


def test_an_empty_message_is_refused_beside_the_field(signed_in, world):
    answer = signed_in.post(f"/teams/{world.root.team.pk}/say/", {"text": "  "}, **HTMX)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (422, "#say-error")


def test_without_script_a_refused_message_is_given_back(signed_in, world):
    long = "word " * 5000
    answer = signed_in.post(f"/teams/{world.root.team.pk}/say/", {"text": long})
    assert answer.status_code == 422
    assert long in answer.content.decode()
    assert "at most 20,000 characters" in answer.content.decode()


@pytest.mark.parametrize(("act", "frozen"), [("pause", True), ("resume", False)])
def test_a_team_is_paused_and_resumed_with_all_below_it(signed_in, world, act, frozen):
    signed_in.post(f"/teams/{world.root.team.pk}/pause/")
    signed_in.post(f"/teams/{world.root.team.pk}/{act}/")
    running = Team.objects.filter(goal=world.goal, ended_at=None)
    assert {team.frozen_at is not None for team in running.exclude(pk=world.root.team.pk)} == {frozen}


def test_stopping_the_root_team_ends_the_goal(signed_in, world, room_url):
    assert signed_in.post(f"/teams/{world.root.team.pk}/stop/").headers["Location"] == room_url
    assert Goal.objects.get(pk=world.goal.pk).outcome == "stopped"


def test_a_button_answers_a_question(signed_in, world):
    question = Approval.objects.get(team=world.root.team)
    signed_in.post(f"/approvals/{question.pk}/answer/", {"answer": "Approve", "words": ""})
    question.refresh_from_db()
    assert (question.state, question.answer) == ("answered", "Approve")


def test_words_answer_a_question(signed_in, world):
    question = Question.objects.get(room=world.write.team)
    signed_in.post(f"/approvals/{question.hop_id}/answer/", {"answer": "", "words": "Both, side by side."})
    question.refresh_from_db()
    assert question.answer == "Both, side by side."


def test_who_is_second_to_answer_is_told_so(signed_in, world):
    question = Approval.objects.get(team=world.root.team)
    signed_in.post(f"/approvals/{question.pk}/answer/", {"answer": "Approve"})
    answer = signed_in.post(f"/approvals/{question.pk}/answer/", {"answer": "Deny"}, **HTMX)
    assert (answer.status_code, answer.headers["HX-Retarget"]) == (409, "#flash")


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_who_answers_too_late_is_told_what_they_had_written(signed_in, world, headers):
    answer = f"/approvals/{Question.objects.get(room=world.write.team).hop_id}/answer/"
    signed_in.post(answer, {"answer": "", "words": "Both, side by side."})

    late = signed_in.post(answer, {"answer": "", "words": "One, no other.", "next": "queue"}, follow=True, **headers)

    assert "Both, side by side. You had written: One, no other." in shown(late)


def test_limits_are_changed_in_the_room(signed_in, world):
    typed = {"turns": "90", "tokens": "", "money": "5", "minutes": "30", "depth": "3", "teams": "12"}
    signed_in.post(f"/goals/{world.goal.pk}/limits/", typed)
    limits = Goal.objects.get(pk=world.goal.pk).limits
    assert (limits["turns"], limits["tokens"], limits["money"]) == (90, None, 5.0)


def test_limits_without_sense_are_refused_in_a_sentence(signed_in, world):
    answer = signed_in.post(f"/goals/{world.goal.pk}/limits/", {"turns": "-3"}, **HTMX)
    assert answer.status_code == 422
    assert "turns" in answer.content.decode()


POSTS = ["teams/{team}/say/", "teams/{team}/pause/", "teams/{team}/resume/", "teams/{team}/stop/"]


@pytest.mark.parametrize("path", [*POSTS, "goals/{goal}/limits/", "approvals/{approval}/answer/"])
def test_a_viewer_is_refused_what_takes_an_operator(as_viewer, world, path):
    approval = Approval.objects.get(team=world.root.team)
    url = f"/{path.format(team=world.root.team.pk, goal=world.goal.pk, approval=approval.pk)}"
    answer = as_viewer.post(url, {"text": "x", "answer": "Approve", "turns": "9"})
    assert answer.status_code == 403
    assert "takes the role operator" in answer.content.decode()


def test_a_viewer_may_not_give_a_goal(as_viewer, world):
    assert as_viewer.post("/goals/", {"text": "Do something."}).status_code == 403


@pytest.mark.parametrize("path", [*POSTS, "goals/{goal}/limits/"])
def test_what_belongs_to_another_workspace_does_not_exist(client, world, path):
    from tests import factories

    client.force_login(factories.person(factories.workspace("Elsewhere")))
    assert client.post(f"/{path.format(team=world.root.team.pk, goal=world.goal.pk)}").status_code == 404


def test_somebody_signed_out_is_sent_to_sign_in(client, world, room_url):
    assert client.get(room_url).headers["Location"].startswith("/sign-in/")
    assert client.get(room_url, **HTMX).headers["HX-Redirect"] == "/sign-in/"


@pytest.mark.parametrize("address", ["/teams/{team}/say/", "/settings/name/"])
def test_who_sends_while_signed_out_goes_on_afterwards_at_the_page_that_was_open(client, world, room_url, address):
    address = address.format(team=world.root.team.pk)
    page = {"HTTP_REFERER": f"http://testserver{room_url}&tab=files"}
    there = f"/sign-in/?{urlencode({'next': f'{room_url}&tab=files'})}"
    assert client.post(address, {"text": "x"}, **page)["Location"] == there
    answer = client.post(address, {"text": "x"}, **page, **HTMX)
    assert (answer.status_code, answer["HX-Redirect"]) == (401, there)
    assert client.get("/goals/matches/", **page, **HTMX)["HX-Redirect"] == there
    for elsewhere in ({}, {"HTTP_REFERER": "https://evil.example/"}):
        assert client.post(address, {"text": "x"}, **elsewhere)["Location"] == "/sign-in/"


def test_a_form_needs_the_token_of_its_page(world):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)
    strict.force_login(world.owner)
    assert strict.post(f"/teams/{world.root.team.pk}/pause/").status_code == 403


def test_who_was_told_in_the_middle_of_work_is_seen_beside_the_words(signed_in, world):
    task = world.root.team.tasks.get(title="Plot revenue by year")
    address = f"/teams/{world.root.team.pk}/say/"
    row = signed_in.post(address, {"text": "@contour also in euros.", "delivery": "steer"}, **HTMX).content.decode()
    assert "Queued:" in row
    assert f'href="/tasks/{task.pk}/"' in row
    refused = signed_in.post(address, {"text": "@scribe also this.", "delivery": "steer"}, **HTMX)
    assert (refused.status_code, "not at work" in refused.content.decode()) == (422, True)


def test_a_long_question_is_read_once_and_whole_below_what_it_is(signed_in, world):
    long = "Which of the two halls shall we take? " + "The north one is nearer. " * 12 + "The south one has a stage."
    Approval.objects.filter(team=world.root.team).update(question=long)
    page = signed_in.get("/needs-you/").content.decode()
    assert page.count(f">{long}<") == 1
    assert page.count("The south one has a stage.") == 1
    assert "hx-ignore>Approval</h3>" in page
