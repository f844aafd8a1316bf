"""Pages in a browser without scripts: what is sent is taken, and who goes astray is led back."""

import re

import pytest
from django.template.loader import render_to_string
from django.test import Client

from apps.chat.models import Message
from tests.markup import shown

FORM = re.compile(r"<form\b(.*?)</form>", re.DOTALL)
FIELD = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture
def strict(world):
    """The owner's browser, whose forms count only with the token of their page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(world.owner)
    return client


def pages(world) -> list[str]:
    room = f"/goals/{world.goal.pk}/"
    tabs = [f"{room}?tab={tab}" for tab in ("team", "tasks", "files", "findings", "spend")]
    return [
        "/",
        "/agents/",
        "/agents/-/",
        "/agents/scribe/",
        "/agents/scribe/edit/",
        "/settings/",
        *tabs,
        f"{room}?view=map",
    ]


def test_every_form_of_every_page_carries_its_token(strict, world):
    for url in pages(world):
        forms = [form for form in FORM.findall(strict.get(url).content.decode()) if 'method="post"' in form]
        assert forms, url
        assert [form[:200] for form in forms if not FIELD.search(form)] == [], url


def test_a_message_is_taken(strict, world):
    page = strict.get(f"/goals/{world.goal.pk}/").content.decode()
    form = next(form for form in FORM.findall(page) if 'id="composer"' in form)
    address = re.search(r'action="([^"]+)"', form)[1]

    answer = strict.post(address, {"text": "Mind the lamps.", "csrfmiddlewaretoken": FIELD.search(form)[1]})

    assert answer.status_code == 302
    assert Message.objects.filter(text="Mind the lamps.").exists()


@pytest.mark.parametrize("url", ["/nowhere/", "/goals/none/"])
def test_a_page_that_is_not_there_says_so_in_words(signed_in, url):
    answer = signed_in.get(url)
    assert answer.status_code == 404
    assert "It was removed, or it belongs to another workspace." in shown(answer)
    assert "Resolver404" not in answer.content.decode()


def test_a_goal_that_is_not_there_is_named(signed_in, world):
    page = shown(signed_in.get(f"/goals/{world.owner.pk}/"))
    assert "no such goal" in page.lower()


@pytest.mark.parametrize(
    ("address", "page"),
    [("/agents/scribe/remove/", "/agents/scribe/"), ("/sign-out/", "/"), ("/settings/budgets/", "/settings/")],
)
def test_who_opens_the_address_of_a_button_is_led_back_to_its_page(signed_in, address, page):
    answer = signed_in.get(address)
    assert answer.status_code == 405
    assert "POST" in answer["Allow"]
    assert f'href="{page}"' in answer.content.decode()
    assert signed_in.get(page).status_code == 200


def test_who_cuts_the_address_of_a_goal_short_comes_to_all_goals(signed_in):
    assert signed_in.get("/goals/").headers["Location"] == "/"


@pytest.mark.parametrize("name", ["400", "403", "404", "405", "500", "503"])
def test_the_title_of_a_page_of_an_error_names_the_product_once(name, db):
    title = re.search(r"<title>(.*?)</title>", render_to_string(f"{name}.html"), re.DOTALL)[1]
    assert title.count("IoA Web") == 1
