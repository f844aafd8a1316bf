"""Sharing a goal by a link: what it shows, to whom, until when, and what it leaves out."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.accounts.actions import remove_member
from apps.accounts.models import User
from apps.accounts.queries import actor_for
from apps.chat.models import Message, SharedLink
from apps.core.sentences import sentence
from apps.journal.models import AuditEntry
from tests import factories
from tests.markup import shown


@pytest.fixture
def anybody(db):
    return Client()


def shared(browser, world, **form):
    answer = browser.post(f"/goals/{world.goal.pk}/shares/", {"days": "7"} | form)
    return re.search(r"http://testserver(/shared/[\w-]+/)", answer.content.decode())[1]


def test_who_has_the_link_reads_the_goal_and_is_not_listed_anywhere(signed_in, anybody, world):
    answer = anybody.get(shared(signed_in, world))
    html = answer.content.decode()
    assert answer.status_code == 200
    for words in ("Find the figures", "footnote", "revenue.svg", "Yara Okafor"):
        assert words in html
    assert "noindex" in answer["X-Robots-Tag"]
    assert 'name="robots" content="noindex' in html
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "no-store" in answer["Cache-Control"]
    assert "<form" not in html


def test_to_others_whom_the_first_start_made_is_the_owner_and_no_text_loses_its_you(signed_in, anybody, world):
    User.objects.filter(pk=world.owner.pk).update(display_name="You")
    Message.objects.filter(text__startswith="Add a footnote").update(text="What you said.", html="", html_version=0)
    html = anybody.get(shared(signed_in, world, leave_out="people")).content.decode()
    assert "given by The owner" in " ".join(html.split())
    assert "What you said." in html


def test_the_secret_is_shown_once_and_only_its_hash_is_kept(signed_in, world):
    secret = shared(signed_in, world).strip("/").split("/")[-1]
    assert secret not in signed_in.get(f"/goals/{world.goal.pk}/keep/").content.decode()
    row = SharedLink.objects.get()
    assert secret not in str(row.__dict__)
    assert len(row.digest) == 64
    entry = AuditEntry.objects.get(deed="goal.shared")
    assert secret not in str(entry.__dict__)


def test_a_link_that_is_shown_once_has_a_button_that_copies_it(signed_in, world):
    html = signed_in.post(f"/goals/{world.goal.pk}/shares/", {"days": "7"}).content.decode()
    shown_once = html.split('class="shown-once"')[1]
    assert "data-copy" in shown_once.split("</code>")[1].split("</small>")[0]


def test_what_is_left_out_is_nowhere_in_the_page(signed_in, anybody, world):
    path = shared(signed_in, world, leave_out=["notes", "people", "files", "spend"])
    html = anybody.get(path).content.decode()
    for words in ("Yara", "Okafor", "revenue.svg", "Ask legal", "61.2k", "$0.74", world.owner.username):
        assert words not in html
    assert "Somebody" in html


def test_what_the_hub_said_is_in_the_language_of_its_reader_though_names_are_left_out(signed_in, world):
    words = sentence("Cancelled by {name}.", name=world.owner.display_name)
    world.root.say(None, words, "notice")
    german = {"Accept-Language": "de"}
    address = f"/goals/{world.goal.pk}/shares/preview/"
    page = signed_in.get(address, {"leave_out": ["people"]}, headers=german).content.decode().split("<article")[1]
    assert "Von Somebody abgebrochen." in page
    assert "Yara" not in page


def test_the_preview_shows_what_the_link_will_show(signed_in, anybody, world):
    asked = {"leave_out": ["people", "notes"]}
    preview = signed_in.get(f"/goals/{world.goal.pk}/shares/preview/", asked | {"days": "7"}).content.decode()
    assert "Make the link" in preview
    html = anybody.get(shared(signed_in, world, **asked)).content.decode()

    def said(page):
        return re.findall(r'<p class="said">(.*?)</p>', page, re.DOTALL)

    assert said(preview) == said(html)
    assert "Yara" not in preview.split("<article")[1]


def test_a_file_opens_by_the_link_unless_files_are_left_out(signed_in, anybody, world):
    path = shared(signed_in, world)
    html = anybody.get(path).content.decode()
    file = re.search(rf'href="({path}files/[^"]+figures.csv)"', html)[1]
    answer = anybody.get(file)
    assert b"".join(answer).startswith(b"year,revenue")
    assert "sandbox" in answer["Content-Security-Policy"]
    assert "noindex" in answer["X-Robots-Tag"]
    other = shared(signed_in, world, leave_out=["files"])
    assert anybody.get(file.replace(path, other)).status_code == 404


def test_a_link_that_was_taken_back_or_has_run_out_opens_nothing(signed_in, anybody, world):
    first, second = shared(signed_in, world), shared(signed_in, world)
    older = SharedLink.objects.order_by("made_at").first()
    signed_in.post(f"/goals/{world.goal.pk}/shares/{older.pk}/revoke/")
    assert anybody.get(first).status_code == 404
    assert anybody.get(second).status_code == 200
    SharedLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert anybody.get(second).status_code == 404
    assert AuditEntry.objects.filter(deed="share.revoked").count() == 1
    page = signed_in.get(f"/goals/{world.goal.pk}/keep/").content.decode()
    assert "Taken back" in page
    assert "Works no more" in page


def test_the_link_of_somebody_who_was_taken_out_opens_nothing(as_operator, anybody, world):
    path = shared(as_operator, world)
    assert anybody.get(path).status_code == 200
    remove_member(actor_for(world.owner), world.operator.pk)
    assert anybody.get(path).status_code == 404


def test_who_may_only_look_shares_nothing(as_viewer, world):
    assert as_viewer.post(f"/goals/{world.goal.pk}/shares/", {"days": "7"}).status_code == 403
    assert not SharedLink.objects.exists()


def test_a_goal_or_link_of_others_is_none(signed_in, world):
    other = factories.workspace("Elsewhere")
    goal = factories.small_goal(other, factories.person(other)).goal
    assert signed_in.post(f"/goals/{goal.pk}/shares/", {"days": "7"}).status_code == 404
    shared(signed_in, world)
    assert signed_in.post(f"/goals/{goal.pk}/shares/{SharedLink.objects.get().pk}/revoke/").status_code == 404


@pytest.mark.parametrize("form", [{"days": "0"}, {"days": "x"}, {"days": "99999"}, {"leave_out": "walls"}])
def test_what_makes_no_link_is_said(signed_in, world, form):
    answer = signed_in.post(f"/goals/{world.goal.pk}/shares/", {"days": "7"} | form, headers={"HX-Request": "true"})
    assert answer.status_code == 422
    assert not SharedLink.objects.exists()


@pytest.mark.parametrize("key", ["none", "%00", "a" * 500])
def test_no_guess_opens_anything(anybody, key):
    answer = anybody.get(f"/shared/{key}/")
    assert answer.status_code == 404
    assert "This link no longer works" in shown(answer)
    assert "noindex" in answer.headers["X-Robots-Tag"]
