"""The voice that says what a file tells it to."""

import json
from dataclasses import replace

import pytest

from apps.chat.domain.briefing import VoiceError
from apps.chat.voices.scripted import ScriptedVoice, read_script
from tests.chat.llm.briefings import briefing

FIRST, SECOND = {"do": "say", "text": "One."}, {"do": "conclude", "answer": "Two."}


async def said(voice, turn=1, purpose="Count."):
    return (await voice.speak(replace(briefing(), turn=turn, purpose=purpose))).raw


@pytest.mark.parametrize(("turn", "raw"), [(1, FIRST), (2, SECOND), (3, SECOND)])
async def test_each_turn_has_its_step_and_the_last_is_repeated(turn, raw):
    assert await said(ScriptedVoice([FIRST, SECOND]), turn) == raw


@pytest.mark.parametrize(("purpose", "raw"), [("Count to two.", FIRST), ("Find the figures.", SECOND)])
async def test_a_purpose_chooses_the_steps_and_a_star_stands_for_every_other(purpose, raw):
    voice = ScriptedVoice({"*": [SECOND], "to two": [FIRST]})
    assert await said(voice, purpose=purpose) == raw


async def test_a_step_may_be_text():
    assert await said(ScriptedVoice(["Just words."])) == "Just words."


async def test_a_wait_is_no_part_of_what_is_said():
    assert await said(ScriptedVoice([FIRST | {"wait": 0.001}])) == FIRST


@pytest.mark.parametrize("permanent", [True, False])
async def test_a_step_may_fail(permanent):
    with pytest.raises(VoiceError, match="no answer") as caught:
        await said(ScriptedVoice([{"fail": "no answer", "permanent": permanent}]))
    assert caught.value.permanent is permanent


async def test_a_purpose_without_a_script_fails_for_good():
    with pytest.raises(VoiceError, match="no steps") as caught:
        await said(ScriptedVoice({"other": [FIRST]}))
    assert caught.value.permanent


@pytest.mark.parametrize("content", [[], {"*": []}, {"*": "say"}], ids=str)
def test_a_file_of_another_form_is_refused(tmp_path, content):
    path = tmp_path / "script.json"
    path.write_text(json.dumps(content))
    with pytest.raises(ValueError, match="at least one step"):
        read_script(path)
