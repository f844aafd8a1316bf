"""A page is in the language that was chosen, else in that of the browser; what programs read is English."""

import json
import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import translation

from apps.accounts.actions import issue_token
from apps.accounts.queries import actor_for
from apps.core.languages import in_sentence, say
from apps.core.sentences import plural_sentence, sentence
from tests import snapshot

GERMAN = {"headers": {"accept-language": "de-DE,de;q=0.9,en;q=0.5"}}


@pytest.fixture
def world(db):
    return snapshot.world()


def language_of(answer):
    assert answer["Content-Language"] == re.search(r'<html lang="(\w+)"', answer.content.decode())[1]
    return answer["Content-Language"]


def test_a_page_speaks_the_language_that_the_browser_asks_for(client, world):
    asked = client.get(reverse("sign-in"), **GERMAN)
    assert language_of(asked) == "de"
    assert "Accept-Language" in asked["Vary"]
    assert language_of(client.get(reverse("sign-in"), headers={"accept-language": "fr, en;q=0.5"})) == "en"
    assert language_of(client.get(reverse("sign-in"))) == "en"


def test_a_browser_in_which_nobody_is_signed_in_keeps_the_choice(client, world):
    client.post(reverse("language"), {"language": "de"})
    assert language_of(client.get(reverse("sign-in"))) == "de"
    client.post(reverse("language"), {"language": ""})
    assert language_of(client.get(reverse("sign-in"))) == "en"


def test_a_person_keeps_the_choice_in_every_browser(world):
    at_home, at_work = Client(), Client()
    at_home.force_login(world.owner)
    at_work.force_login(world.owner)
    at_home.post(reverse("language"), {"language": "de"})
    assert language_of(at_work.get(reverse("home"))) == "de"
    at_work.post(reverse("language"), {"language": "en"})
    assert language_of(at_home.get(reverse("home"), **GERMAN)) == "en"


def test_a_language_that_there_is_not_is_refused_and_changes_nothing(client, world):
    client.force_login(world.owner)
    answer = client.post(reverse("language"), {"language": "xx"}, follow=True)
    assert "Choose one of the languages there are." in answer.content.decode()
    world.owner.refresh_from_db()
    assert world.owner.language == ""
    assert (
        settings.LANGUAGE_COOKIE_NAME not in client.cookies or not client.cookies[settings.LANGUAGE_COOKIE_NAME].value
    )


def test_programs_are_answered_in_english_and_what_people_read_of_a_problem_as_they_ask(client, world):
    answer = client.get("/api/v1/goals")
    assert (answer.status_code, answer["Content-Language"]) == (401, "en")
    assert "Send an API token" in json.loads(answer.content)["detail"]
    german = client.get("/api/v1/goals", **GERMAN)
    told = json.loads(german.content)
    assert (told["type"], told["title"], german["Content-Language"]) == (
        "/problems/unauthenticated",
        "Nicht angemeldet",
        "de",
    )
    assert told["detail"].startswith("Sende ein API-Token")
    assert "Accept-Language" in german["Vary"]


@pytest.mark.parametrize(
    ("method", "path", "title"),
    [("get", "/api/v1/nowhere", "Nicht gefunden"), ("delete", "/api/v1/goals", "Methode nicht vorgesehen")],
)
def test_what_no_operation_answers_is_told_in_the_language_that_is_asked_for(client, world, method, path, title):
    told = getattr(client, method)(path, **GERMAN)
    assert (told["Content-Language"], told.json()["title"]) == ("de", title)
    assert getattr(client, method)(path)["Content-Language"] == "en"


def test_the_fields_of_a_problem_are_told_in_the_language_that_is_asked_for(client, world):
    client.force_login(world.owner)
    token = issue_token(actor_for(world.owner), "a program")
    sent = {"authorization": f"Bearer {token}", "accept-language": "de"}
    answer = client.post("/api/v1/goals", {"text": " "}, "application/json", headers=sent)
    assert answer.status_code == 422
    assert "Send" not in answer.content.decode()
    assert client.get("/api/v1/goals", headers=sent)["Content-Type"].startswith("application/json")


def test_a_sentence_of_the_engine_is_said_in_the_language_of_the_page(monkeypatch):
    german = translation.trans_real.translation("de")
    told = {"There is no {thing}.": "Es gibt kein {thing}.", ("{count} file", 0): "{count} Datei"}
    told[("{count} file", 1)] = "{count} Dateien"
    monkeypatch.setattr(german, "_catalog", {**dict(german._catalog.items()), **told})
    missing, files = sentence("There is no {thing}.", thing="goal"), plural_sentence("{count} file", "{count} files", 3)
    assert (missing, files) == ("There is no goal.", "3 files")
    with translation.override("de"):
        assert say(missing) == "Es gibt kein goal."
        assert say(ValueError(missing)) == "Es gibt kein goal."


def test_what_was_not_translated_and_what_is_empty_stay_as_they_are():
    with translation.override("de"):
        assert say("Nobody translated this.") == "Nobody translated this."
        assert say("") == say(None) == say(ValueError()) == ""


@pytest.mark.parametrize(("language", "words"), [("en", "an open talk"), ("de", "An open Talk")])
def test_words_keep_their_capitals_in_a_sentence_where_nouns_have_them(language, words):
    with translation.override(language):
        assert in_sentence("An open Talk") == words


def test_a_number_in_a_sentence_has_the_points_of_the_language():
    limit = sentence("Use 0 to {most:,}.", most=20000)
    assert say(limit) == "Use 0 to 20,000."
    with translation.override("de"):
        assert say(limit) == "Verwende 0 bis 20.000."
