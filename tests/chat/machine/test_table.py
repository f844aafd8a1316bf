"""docs/machine.md is what the code does, and leaves out no input, utterance, phase, liveness or effect."""

from typing import get_args

import pytest
from django.conf import settings
from django.core.management import call_command

from apps.chat.domain.machine import advance
from apps.chat.domain.machine.effects import Effect, SetPlan
from apps.chat.domain.machine.inputs import Input, Uttered
from apps.chat.domain.machine.samples import HAPPENINGS, STANDINGS
from apps.chat.domain.machine.table import outcome, render
from apps.chat.domain.protocol import Misspoken
from apps.chat.domain.states import Liveness, Phase
from apps.chat.domain.utterances import Utterance


def members(union):
    """The classes of a union, or of an annotated one."""
    first, *_ = parts = get_args(union)
    return members(first) if get_args(first) else set(parts)


def steps():
    for standing in STANDINGS.values():
        for happening in HAPPENINGS.values():
            if (met := happening.meets(standing)) is not None:
                yield advance(met, happening.input)


def test_the_document_is_what_the_code_does():
    assert (settings.BASE_DIR / "docs" / "machine.md").read_text() == render(), "run: manage.py render_machine"


def test_the_command_writes_the_document(settings, tmp_path):
    settings.BASE_DIR = tmp_path
    call_command("render_machine")
    assert (tmp_path / "docs" / "machine.md").read_text() == render()


def test_every_input_has_a_row():
    assert {type(happening.input) for happening in HAPPENINGS.values()} == members(Input)


def test_every_utterance_has_a_row():
    said = {type(one.input.utterance) for one in HAPPENINGS.values() if isinstance(one.input, Uttered)}
    assert said == members(Utterance) | {Misspoken}


def test_every_phase_and_every_liveness_has_a_table():
    assert {standing.phase for standing in STANDINGS.values()} == set(Phase)
    assert {standing.liveness for standing in STANDINGS.values()} == set(Liveness)


def test_every_effect_appears_but_a_plan_which_changes_nothing_else():
    assert members(Effect) - {type(effect) for step in steps() for effect in step.effects} == {SetPlan}


@pytest.mark.parametrize("name", STANDINGS)
def test_whatever_happens_it_stays_live(name):
    outcomes = [outcome(STANDINGS[name], happening) for happening in HAPPENINGS.values()]
    assert sum(one is not None for one in outcomes) >= len(HAPPENINGS) - 5, "only the inputs about open tasks may lack"
