"""The floor's voice gives no answer: it is asked again, and then a person, the rules, or the end follow.

Nothing is lost meanwhile: tasks go on, and what is said waits to be read.
"""

from dataclasses import replace

from apps.accounts.domain.workspace_settings import WhenSilent
from apps.chat.domain.machine.conversation_state import ConversationState, Wait
from apps.chat.domain.machine.effects import ApprovalScope, LapseApprovals, OpenApproval, Post
from apps.chat.domain.machine.inputs import TurnFailed
from apps.chat.domain.machine.step import Step, due, give_up, open_up
from apps.chat.domain.machine.utterance_effects import CONCLUDE, STOP
from apps.chat.domain.states import MessageKind, Phase, TurnState
from apps.core.sentences import sentence
from apps.teams.domain.states import ApprovalKind

ASK_AGAIN, BY_RULES = "Ask the model again", "Go on by rules"
LONGEST_DELAY = 3600.0
"""Seconds that a turn waits at most, whatever its server asked for."""
WORTH_SAYING = 10.0
"""Seconds of a delay from which on the room is told of it."""


def ask_again(standing: ConversationState, failed: TurnFailed, failures: int) -> Step:
    """The same turn is due once more: at once, after a moment, or when the server said."""
    again = replace(standing, turn_state=TurnState.DUE).remembering(failures=failures)
    if failed.lost:
        return Step(again)
    delay = max(2.0 ** (failures - 1), min(failed.retry_after or 0.0, LONGEST_DELAY))
    words = sentence(
        "{reason} It is asked again in {delay}; nothing is lost meanwhile.",
        reason=failed.reason,
        delay=_in_words(delay),
    )
    told = (Post(MessageKind.NOTICE, words, about="retry"),) if delay >= WORTH_SAYING else ()
    return Step(again, told, delay=delay)


def _in_words(seconds: float) -> str:
    if seconds < 100:
        return sentence("{seconds:.0f} seconds", seconds=seconds)
    return sentence("{minutes:.0f} minutes", minutes=seconds / 60)


def fall_silent(standing: ConversationState, failed: TurnFailed) -> Step:
    """It was asked often enough, or asking is pointless. Rules that fail have nobody to take their place."""
    quiet = standing.remembering(failures=0)
    if failed.lost or standing.memory.by_rules or failed.when_silent is WhenSilent.END:
        return give_up(quiet, failed.reason)
    if failed.when_silent is WhenSilent.RULES:
        words = sentence("{reason} The built-in rules go on, as the settings say.", reason=failed.reason)
        by_rules = replace(quiet, turn_state=TurnState.DUE).remembering(by_rules=True, wake=False, person=False)
        return Step(by_rules, (Post(MessageKind.NOTICE, words, about="rules"),))
    return _ask_person(quiet, failed)


def _ask_person(standing: ConversationState, failed: TurnFailed) -> Step:
    waiting = replace(standing, phase=Phase.PAUSE_TRIGGER, wait=Wait(person=True), turn_state=TurnState.NONE)
    card = OpenApproval(
        ApprovalKind.LIMIT,
        sentence("{reason} Nothing is lost: results and messages wait. What now?", reason=failed.reason),
        (ASK_AGAIN, BY_RULES, CONCLUDE, STOP),
    )
    notice = Post(MessageKind.NOTICE, failed.reason, about="silent")
    return Step(waiting.remembering(pending=None, wake=False, person=False), (notice, card))


def go_on_by_rules(standing: ConversationState) -> Step:
    """A person lets the built-in rules take the turns of this round that a model would."""
    ruled = standing.remembering(by_rules=True)
    if not standing.awaits_person:
        return Step(ruled)
    return Step(due(open_up(ruled), standing.floor), (LapseApprovals(ApprovalScope.FLOOR),))
