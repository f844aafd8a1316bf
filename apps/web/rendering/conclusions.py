"""What a conclusion answered: each thing that was asked, line by line, and what may be done about the rest."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from apps.chat.domain.display import TASK_LOOKS, TaskDisplay, TaskStateLook
from apps.chat.domain.utterances import Verdict
from apps.chat.queries.message_views import MessageView
from apps.chat.queries.tasks import shown_task
from apps.chat.queries.tree import TeamNode
from apps.core.languages import say
from apps.teams.domain.states import TaskState
from apps.teams.queries.facts import TaskFacts
from apps.teams.queries.members import Face

MOST_WORDS = 1000
NOBODY = gettext_noop("No agent was found for it.")
NOT_ASKED = gettext_noop("No agent was called for it.")


@dataclass(frozen=True)
class AskedLine:
    """One thing that was asked. `by`: who did it; `why`: why it was not answered."""

    title: str
    look: TaskStateLook
    answered: bool
    by: str
    why: str


@dataclass(frozen=True)
class AskedList:
    """All that was asked of a team, and the rest again as words to it. `is_last`: it may be asked for in a new round.

    `others`: agents that the rest may be given to; `without_model`: a model might do better than the rules that led.
    `untold`: what is missing and has no line of its own; `says_all`: the lines say all that the conclusion says.
    """

    lines: tuple[AskedLine, ...]
    words: str
    is_last: bool
    others: tuple[Face, ...]
    without_model: bool
    untold: tuple[str, ...]
    says_all: bool

    @property
    def answered(self) -> int:
        """How many were answered."""
        return sum(line.answered for line in self.lines)


def asked_list(message: MessageView, node: TeamNode, *, is_root: bool, by_rules: bool) -> AskedList | None:
    """What had been asked of a team when it concluded; None where that is one thing, and answered.

    `by_rules`: no model led it.
    """
    of_round = [task for task in node.facts.tasks if task.round == message.round and task.checks_id is None]
    given = [task for task in of_round if task.state_at <= message.at]
    last = {task.title: task for task in given}
    looked_for = {need for task in last.values() for need in task.needs}
    not_found = [need for need in message.missing if need not in last and need not in looked_for]
    lines = [_line(task, node) for task in last.values()] + [_failed(need, gettext(NOBODY)) for need in not_found]
    if not lines and message.verdict == Verdict.FAILED:
        return _never_begun(message, node, is_root=is_root, by_rules=by_rules)
    if message.no_team or (len(lines) < 2 and all(line.answered for line in lines)):
        return None
    return AskedList(
        lines=tuple(lines),
        words=_again(lines),
        is_last=is_root and node.is_over,
        others=node.agents,
        without_model=by_rules,
        untold=tuple(need for need in message.missing if need not in {line.title for line in lines}),
        says_all=_says_all(message.text, lines),
    )


def _never_begun(message: MessageView, node: TeamNode, *, is_root: bool, by_rules: bool) -> AskedList:
    """All of it, where nothing came of it at all."""
    return AskedList(
        lines=(_failed(node.name, gettext(NOT_ASKED)),),
        words=node.facts.purpose[:MOST_WORDS],
        is_last=is_root and node.is_over,
        others=node.agents,
        without_model=by_rules,
        untold=message.missing,
        says_all=False,
    )


def _failed(title: str, why: str) -> AskedLine:
    return AskedLine(title, TASK_LOOKS[TaskDisplay.FAILED], answered=False, by="", why=why)


def _says_all(text: str, lines: Sequence[AskedLine]) -> bool:
    """Whether a text has a heading and then nothing but what was not done, each with its reason, as rules say it."""
    rest = text.splitlines()[1:]
    told = {f"- {line.title}: {line.why}" for line in lines if not line.answered}
    return bool(rest) and all(line in told for line in rest)


def _line(task: TaskFacts, node: TeamNode) -> AskedLine:
    look = shown_task(task, node).look
    answered = task.state is TaskState.DONE and look is TASK_LOOKS[TaskDisplay.DONE]
    why = "" if answered else task.failure or say(look.help)
    return AskedLine(task.title, look, answered=answered, by=task.owner.name, why=why)


def _again(lines: Sequence[AskedLine]) -> str:
    rest = [line.title for line in lines if not line.answered]
    words = gettext("Do what is still missing:") + "\n" + "\n".join(f"- {title}" for title in rest)
    return words if len(words) <= MOST_WORDS else f"{words[: MOST_WORDS - 1]}…"
