"""A room of two thousand messages: read by windows, each message once, a link into it lands anywhere."""

import re

import pytest
from django.urls import reverse

from apps.chat.models import Conversation, Message
from apps.journal.models import Stream
from tests import factories
from tests.markup import shown

MANY = 2000
FIRST = 3  # the goal was told, and the first message was said


@pytest.fixture
def long_room(world):
    """A goal with one room; its message number N is event N + 1."""
    story = factories.small_goal(world.workspace, world.owner, "Count to two thousand")
    talk = story.root.conversation
    Message.objects.bulk_create(
        Message(
            conversation=talk,
            number=number,
            kind="say",
            member=story.root.seat,
            text=f"Number {number}.",
            origin=story.goal.origin,
            created_at=story.moment(),
            event_seq=number + FIRST,
        )
        for number in range(2, MANY + 1)
    )
    Conversation.objects.filter(pk=talk.pk).update(last_number=MANY)
    Stream.objects.filter(pk=story.goal.pk).update(seq=MANY + FIRST)
    story.url = reverse("room", args=[story.goal.pk])
    story.more = f"{reverse('older', args=[story.goal.pk])}?team={story.root.team.pk}"
    return story


def numbers(html):
    return [int(number) for number in re.findall(r'data-number="(\d+)"', html)]


def followed(html, row):
    """The address that a row at either end loads."""
    found = re.search(rf'id="{row}"[^>]*?hx-get="([^"]+)"', html)
    return found and found[1].replace("&amp;", "&")


def test_the_newest_are_shown_first_and_nothing_claims_that_later_ones_follow(signed_in, long_room):
    html = shown(signed_in.get(long_room.url))
    assert numbers(html) == list(range(MANY - 49, MANY + 1))
    assert followed(html, "older")
    assert followed(html, "newer") is None


@pytest.mark.parametrize("wanted", [1, 2, 40, 1000, MANY - 5, MANY])
def test_a_link_to_a_message_lands_on_it_wherever_it_stands(signed_in, long_room, wanted):
    seq = Message.objects.get(conversation=long_room.root.conversation, number=wanted).event_seq
    html = shown(signed_in.get(f"{long_room.url}?at={seq}"))
    assert f'id="e{seq}"' in html
    assert len(numbers(html)) <= 50
    assert bool(followed(html, "newer")) is (wanted < MANY - 12)


def test_from_anywhere_the_whole_room_is_read_to_both_ends_each_message_once(signed_in, long_room):
    html = shown(signed_in.get(f"{long_room.url}?at=1000"))
    read, up, down = numbers(html), followed(html, "older"), followed(html, "newer")
    while up:
        part = shown(signed_in.get(up))
        assert 'id="newer"' not in part
        read, up = numbers(part) + read, followed(part, "older")
    while down:
        part = shown(signed_in.get(down))
        assert 'id="older"' not in part
        read, down = read + numbers(part), followed(part, "newer")
    assert read == list(range(1, MANY + 1))


def test_a_window_takes_no_more_statements_than_the_end(signed_in, long_room, django_assert_max_num_queries):
    with django_assert_max_num_queries(32):
        signed_in.get(f"{long_room.url}?at=900")


def test_what_makes_no_sense_as_a_place_is_the_end_of_the_room(signed_in, long_room):
    html = shown(signed_in.get(f"{long_room.url}?at=99999999"))
    assert numbers(html)[-1] == MANY
    assert numbers(shown(signed_in.get(f"{long_room.url}?at=soon")))[-1] == MANY


def test_pages_are_compressed_for_who_takes_that_and_what_programs_read_is_not(signed_in, long_room):
    page = signed_in.get(long_room.url, headers={"Accept-Encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    assert len(page.content) < len(signed_in.get(long_room.url).content) / 4
    assert "Accept-Encoding" in page["Vary"]
    assert not signed_in.get("/api/v1/openapi.json", headers={"Accept-Encoding": "gzip"}).has_header("Content-Encoding")


def test_what_is_sent_twice_with_one_key_is_said_once(signed_in, as_operator, world, long_room):
    url = reverse("say", args=[long_room.root.team.pk])
    sent = {"text": "Blue, please.", "key": "k" * 32}
    first, second = (as_operator.post(url, sent, headers={"HX-Request": "true"}) for _ in range(2))
    assert first["IoA-Seq"] == second["IoA-Seq"]
    assert Message.objects.filter(text="Blue, please.").count() == 1
    as_operator.post(url, sent | {"key": "l" * 32})
    assert Message.objects.filter(text="Blue, please.").count() == 2
    assert as_operator.post(url, sent | {"key": "m" * 201}, headers={"HX-Request": "true"}).status_code == 422
