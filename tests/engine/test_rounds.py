"""Rounds: one that was ended while its turn was in flight, and the next."""

from apps.chat.actions import post_message, stop
from apps.chat.domain.states import TurnOutcome
from apps.chat.models import Message, Turn
from apps.teams.models import Team


def test_a_round_that_begins_while_an_old_turn_is_in_flight_takes_its_own_turn_and_the_old_answer_is_late(stage):
    stage.voices([{"do": "say", "text": "Too late."}])
    with stage.bells_lost():
        root = Team.objects.get(goal=stage.launch())
        old = stage.claim()
        stop(stage.owner, root.id)
        post_message(stage.owner, root.id, "Once more, please.")
        new = stage.claim()
        stage.speak(old, stage.script()[0])
    outcomes = dict(Turn.objects.values_list("fence", "outcome"))
    assert outcomes == {old.fence: TurnOutcome.LOST, new.fence: TurnOutcome.OPEN}
    assert not Message.objects.filter(text="Too late.").exists()
