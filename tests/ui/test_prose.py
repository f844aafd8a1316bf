"""The words of a message are rendered once, by who writes it or a worker, and kept; until then they are shown plain."""

import time
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.chat import jobs
from apps.chat.actions import prose as dressing
from apps.chat.jobs import prose as rendering
from apps.chat.models import Message
from apps.core import markdown, prose, sandbox
from apps.core.sandbox import Busy, Exceeded
from apps.web.rendering import feeds
from apps.web.rendering.feeds import RoomFeed
from apps.web.rendering.screens import Screen

BARE = {"html": "", "html_version": 0}
PLAIN = '<p class="plain">&lt;b&gt;one&lt;/b&gt;\n**two**</p>'
MIXED = "<b>one</b>\n**two**"


@pytest.fixture
def aside(world, settings):
    """What is rendered is rendered by a process aside, as outside tests."""
    settings.IOA_CALLS = "loop"


@pytest.fixture
def shown(signed_in, world):
    """Give the page of the goal's own room."""

    def page():
        return signed_in.get(f"/goals/{world.goal.pk}/").content.decode()

    return page


@pytest.fixture
def renders_nothing(monkeypatch, aside):
    """Fail whoever renders."""
    for name in ("run", "run_if_ready"):
        monkeypatch.setattr(sandbox, name, failing(AssertionError("rendered")))


def failing(error):
    def fail(*_, **__):
        raise error

    return fail


def say(client, world, text):
    client.post(f"/teams/{world.root.team.pk}/say/", {"text": text, "delivery": "note"})
    return Message.objects.get(text=text)


def test_a_message_is_written_with_its_html(signed_in, world):
    said = say(signed_in, world, "This is **bold**,\nin lines.")
    assert said.html == "<p>This is <strong>bold</strong>,<br>\nin lines.</p>\n"
    assert (said.html_version, said.html_at) == (prose.VERSION, None)


def test_a_page_shows_what_is_stored_and_renders_nothing(shown, world, renders_nothing):
    world.root.say(world.root.seat, "Words", html="<p>As <em>stored</em></p>", html_version=prose.VERSION)
    world.root.say(world.root.seat, MIXED, **BARE)
    page = shown()
    assert "As <em>stored</em>" in page
    assert PLAIN in page


def test_a_page_with_words_that_are_not_rendered_asks_for_that_once(shown, world, monkeypatch):
    asked = []
    monkeypatch.setattr(dressing, "ring", lambda bell, key: asked.append(key))
    shown()
    assert asked == []
    for _ in range(3):
        world.root.say(world.root.seat, MIXED, **BARE)
    shown()
    assert asked == [world.root.conversation.pk]


def test_what_an_earlier_renderer_made_is_not_shown_and_made_anew(shown, world):
    said = world.root.say(world.root.seat, "**New.**", html="<p>OLD</p>", html_version=prose.VERSION - 1)
    assert "OLD" not in shown()
    dressing.render_room(world.root.conversation.pk)
    assert "<strong>New.</strong>" in shown()
    said.refresh_from_db()
    assert said.html_version == prose.VERSION


def test_what_takes_too_long_is_shown_as_plain_words_with_its_lines_and_not_tried_again(
    shown, world, aside, monkeypatch
):
    said = world.root.say(world.root.seat, MIXED, **BARE)
    monkeypatch.setattr(sandbox, "run", failing(Exceeded("too long")))
    dressing.render_room(world.root.conversation.pk)
    assert PLAIN in shown()
    said.refresh_from_db()
    assert (said.html, said.html_version) == ("", prose.VERSION)
    monkeypatch.setattr(sandbox, "run", failing(AssertionError("tried again")))
    dressing.render_room(world.root.conversation.pk)


@pytest.mark.parametrize("error", [Busy(), Exceeded("slow")])
def test_what_can_not_be_rendered_at_once_is_left_to_a_worker(signed_in, world, aside, monkeypatch, error):
    rung = []
    monkeypatch.setattr(dressing, "ring", lambda bell, key: rung.append(key))
    monkeypatch.setattr(sandbox, "run_if_ready", failing(error))
    assert say(signed_in, world, "**later**").html_version == 0
    assert set(rung) == {world.root.conversation.pk}


def test_words_of_many_rooms_are_rendered_together_as_many_as_one_may_have(world, aside, monkeypatch):
    together = []

    def to_html(_, texts):
        together.append(len(texts))
        return [f"<p>{len(text)}</p>" for text, _ in texts]

    monkeypatch.setattr(sandbox, "run_if_ready", to_html)
    lengths = [9_000, 900, 200, 300, 10_000, 10_001, 1]
    said = [(Message(id=uuid.uuid4(), kind="say", text="*" * length), False) for length in lengths]
    late = dressing.render_at_once(said)
    assert together == [2, 2, 1, 1]
    assert [message.html for message, _ in said] == [
        *(f"<p>{length}</p>" for length in lengths[:5]),
        "",
        "<p>1</p>",
    ]
    assert [len(message.text) for message in late] == [10_001]


def test_what_one_of_many_can_not_have_rendered_at_once_all_have_later_but_notices(aside, monkeypatch):
    monkeypatch.setattr(sandbox, "run_if_ready", failing(Busy()))
    notice, *others = [Message(id=uuid.uuid4(), kind=kind, text="*w*") for kind in ("notice", "say", "say")]
    assert dressing.render_at_once([(one, False) for one in (notice, *others)]) == others
    assert notice.html_version == prose.VERSION


def test_a_long_message_is_left_to_a_worker(signed_in, world, monkeypatch):
    rung = []
    monkeypatch.setattr(dressing, "ring", lambda bell, key: rung.append(key))
    said = say(signed_in, world, "**long** " + "w" * dressing.SHORT)
    assert (said.html_version, set(rung)) == (0, {world.root.conversation.pk})
    dressing.render_room(world.root.conversation.pk)
    said.refresh_from_db()
    assert said.html.startswith("<p><strong>long</strong>")


def test_a_message_that_was_shown_plain_is_swapped_when_it_is_rendered(world):
    feed = feed_of(world)
    feed.news()
    world.root.say(world.root.seat, "**later**", **BARE)
    assert '<p class="plain">**later**</p>' in feed.news()
    dressing.render_room(world.root.conversation.pk)
    assert "<strong>later</strong>" in feed.news()
    assert "later" not in feed.news()


def test_who_read_the_page_before_a_message_was_rendered_is_caught_up(world):
    said = world.root.say(world.root.seat, "**later**", **BARE)
    seq = said.event_seq
    dressing.render_room(world.root.conversation.pk)
    assert "<strong>later</strong>" in feed_of(world).catch_up(seq)
    Message.objects.update(html_at=timezone.now() - timedelta(seconds=feeds.PAGE_SECONDS))
    assert "<strong>later</strong>" not in feed_of(world).catch_up(seq)


def test_a_bell_that_was_lost_is_rung_again_by_who_looks(world, monkeypatch):
    asked = []
    monkeypatch.setattr(feeds, "render_later", asked.append)
    world.root.say(world.root.seat, "**lost**", **BARE)
    feed = feed_of(world)
    feed.news()
    feed.news()
    assert asked == []
    feed._asked_at -= feeds.ASK_SECONDS
    feed.news()
    feed.news()
    assert asked == [world.root.conversation.pk]


def test_a_room_that_takes_long_lets_others_in_and_goes_on_later(world, monkeypatch):
    rung = []
    monkeypatch.setattr(dressing, "ring", lambda bell, key: rung.append(key))
    monkeypatch.setattr(dressing, "LONGEST", -1)
    world.root.say(world.root.seat, "**later**", **BARE)
    dressing.render_room(world.root.conversation.pk)
    assert rung == [world.root.conversation.pk]


def test_a_room_with_more_than_is_read_in_one_go_is_rendered_to_its_end(world, monkeypatch):
    rung = []
    monkeypatch.setattr(dressing, "ring", lambda bell, key: rung.append(key))
    for number in range(dressing.AT_ONCE + 1):
        world.root.say(world.root.seat, f"**{number}**", **BARE)
    waiting = Message.objects.filter(conversation=world.root.conversation).exclude(html_version=prose.VERSION)

    before = waiting.count()
    dressing.render_room(world.root.conversation.pk)
    assert (waiting.count(), rung) == (before - dressing.AT_ONCE, [world.root.conversation.pk])

    dressing.render_room(world.root.conversation.pk)
    assert (waiting.count(), len(rung)) == (0, 1)


def test_while_no_child_is_free_a_worker_leaves_the_message_as_it_is(world, aside, monkeypatch):
    said = world.root.say(world.root.seat, "**busy**", **BARE)
    monkeypatch.setattr(sandbox, "run", failing(Busy))
    dressing.render_room(world.root.conversation.pk)
    said.refresh_from_db()
    assert said.html_version == 0


def test_a_notice_is_plain_for_ever(world, renders_nothing):
    said = world.root.say(None, "*Started*", kind="notice", **BARE)
    dressing.render_room(world.root.conversation.pk)
    said.refresh_from_db()
    assert (said.html, said.html_version) == ("", prose.VERSION)


def test_a_worker_has_words_rendered_by_a_process_aside(world, aside, monkeypatch):
    said = world.root.say(world.root.seat, "**aside**", **BARE)
    monkeypatch.setattr(markdown, "to_html", failing(AssertionError("rendered here")))
    dressing.render_room(world.root.conversation.pk)
    said.refresh_from_db()
    assert said.html == "<p><strong>aside</strong></p>\n"


def test_a_worker_renders_in_threads_of_their_own(aside, monkeypatch):
    work = []
    monkeypatch.setattr(rendering, "workspace_of", lambda _: uuid.uuid4())
    monkeypatch.setattr(rendering._lanes, "submit", lambda job, once: work.append(once))
    room = str(uuid.uuid4())
    jobs.render_room(room)
    assert work == [room]


def feed_of(world):
    return RoomFeed(world.workspace.pk, world.goal.pk, world.root.team.pk, Screen())


@pytest.mark.parametrize(
    "piece", ["![", "_a", "[a](", "|a|\n|-|\nx\n", "|a|a|a|a|a|a|a|a", "```php\n(<?", "> - ", "[a]: /xxxxx\n\n[a]"]
)
def test_the_list_of_goals_costs_little_whatever_is_said_in_it(piece):
    prose.glance("```php\n1```")
    before = time.thread_time()
    for _ in range(50):
        prose.glance(piece * 80_000)
    assert time.thread_time() - before < 3


def test_the_list_of_goals_shows_the_beginning_of_a_long_result_as_words():
    assert prose.glance("**Done**: 3 < 4 & `x`\n\n" + "![" * 80_000).startswith("Done: 3 < 4 & x")
