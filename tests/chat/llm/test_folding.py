"""The old part of a long room is summarised once by the model, and persons' words are not folded."""

import json

import pytest

from apps.chat.domain.briefing import Summary, VoiceError
from apps.chat.voices.llm.prompt.folding import KEPT, LONGEST, WORTH_FOLDING, fold
from tests.chat.llm.briefings import briefing, said
from tests.fake_model.server import plan

ENOUGH = KEPT + WORTH_FOLDING


def long_room(length=ENOUGH, **changes):
    person = said(1, "22 people, not 12.", from_person=True, sender="ann", unread=False)
    lines = (said(number, f"Point {number}.", unread=False) for number in range(2, length + 2))
    return briefing(messages=(person, *lines), **changes)


def answers(body):
    """A summary where one is asked for, else a plan."""
    return {"summary": "They talked."} if "Summarise" in body["messages"][0]["content"] else plan(body)


def test_a_short_room_is_not_folded():
    assert fold(long_room(ENOUGH - 1), 32_000) is None


def test_all_but_the_newest_is_folded_and_nothing_of_persons():
    folded = fold(long_room(summary="Before.", summary_up_to=1), 32_000)
    data = json.loads(folded.prompt.user)
    assert data["summary"] == "Before."
    assert data["messages"] == [f"reader (say): Point {number}." for number in range(2, WORTH_FOLDING + 2)]
    assert folded.up_to == WORTH_FOLDING + 1


def test_what_a_summary_is_of_is_not_folded_again():
    assert fold(long_room(summary="Before.", summary_up_to=5), 32_000) is None


def test_a_room_that_fits_no_prompt_is_not_folded():
    assert fold(long_room(goal="Word. " * 9000), 6000) is None


async def test_the_summary_is_made_on_the_way_told_and_handed_on_with_what_it_cost(speaker, fake):
    fake.utterance = answers
    spoken = await speaker().speak(long_room())
    assert spoken.summary == Summary("They talked.", WORTH_FOLDING + 1)
    assert spoken.usage.prompt_tokens == 2 * 812
    told = json.loads(fake.requests[1].body["messages"][1]["content"])
    assert told["summary"] == "They talked."
    assert len(told["earlier"]) == KEPT
    assert told["changes_by_person"][0]["text"] == "22 people, not 12."


@pytest.mark.parametrize("said", [{"do": "say", "text": "?"}, {"summary": " "}, {"summary": 3}])
async def test_without_a_usable_summary_the_turn_is_taken_with_headings(speaker, fake, said):
    fake.utterance = lambda body: said if "Summarise" in body["messages"][0]["content"] else plan(body)
    spoken = await speaker().speak(long_room())
    assert spoken.summary is None
    assert len(json.loads(fake.requests[1].body["messages"][1]["content"])["earlier"]) == ENOUGH


async def test_an_endless_summary_is_kept_in_part(speaker, fake):
    fake.utterance = lambda body: answers(body) | {"summary": "x" * 99_999}
    assert len((await speaker().speak(long_room())).summary.text) == LONGEST


async def test_what_a_summary_cost_is_booked_where_the_turn_fails(speaker):
    with pytest.raises(VoiceError) as failed:
        await speaker("garbage").speak(long_room())
    assert failed.value.usage.prompt_tokens == 2 * 4 * 812
