"""What the planner's tasks are called and told, and what is said of the plan. Says openly that it is rules."""

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet

from apps.agents.domain.briefs import repeat_words
from apps.chat.domain.briefing import FileBrief, TaskBrief
from apps.chat.voices.rules import language as en
from apps.chat.voices.rules.clauses import Clause, Mood
from apps.chat.voices.rules.graph import Group
from apps.chat.voices.rules.needs import Need
from apps.core.sentences import join_sentences, plural_sentence, sentence
from apps.teams.domain.states import OPEN_TASK, TaskState

MAX_TITLE = 80
MAX_BRIEF = 7_500
MAX_QUOTE = 600
MAX_NAMED = 12  # needs that are named as missing
OBJECT_WORDS = 5
LOST = frozenset({TaskState.FAILED, TaskState.SKIPPED, TaskState.CANCELLED})

_FORMS = {
    "text/markdown": "Markdown",
    "text/plain": "text",
    "text/csv": "CSV",
    "text/tab-separated-values": "TSV",
    "application/json": "JSON",
    "image/png": "PNG",
    "image/svg+xml": "SVG",
    "text/html": "HTML",
    "application/pdf": "PDF",
}

ACCEPTED = sentence("Accepted by rules: the form only. Whether it is right nobody has looked at.")
"""What a room is told where rules review: they can't judge an answer."""


def clip(text: str, limit: int) -> str:
    """The text in at most `limit` characters, an ellipsis where it was cut."""
    if len(text) <= limit and text == text.strip():
        return text
    text = text.strip()
    return text if len(text) <= limit else f"{text[: limit - 1].rstrip()}…"


def title(group: Group, clauses: Sequence[Clause]) -> str:
    """A short name for people: the verb and object of the clause that asks for it, else the skill's name."""
    names = [_need_title(need, clauses) for need in group.needs]
    joined = " and ".join([names[0], *(name[:1].lower() + name[1:] for name in names[1:])])
    return clip(joined if len(joined) <= MAX_TITLE else names[0], MAX_TITLE)


def _need_title(need: Need, clauses: Sequence[Clause]) -> str:
    spoken = (_clause_name(clauses[place], text) for place, text in need.hints)
    return next((name for name in spoken if name), need.offer.skill.name)


def _clause_name(clause: Clause, text: str) -> str:
    """The clause's verb and object, where the verb is the hint or makes the thing that is; else empty."""
    name = _verb_and_object(clause)
    if not clause.verbs or text in clause.verbs:
        return name if clause.verbs else ""
    makes = clause.verbs[-1] in en.CREATING | en.PRODUCING
    return name if makes and text.rpartition(" ")[2] in name.lower().split() else ""


def _verb_and_object(clause: Clause) -> str:
    """Of "find the annual figures from 2014" the words "Find the annual figures"; empty without an own object."""
    words = re.findall(r"\S+", clause.text)[1 if clause.mood is Mood.PURPOSE else 0 :]
    end = next((place for place, word in enumerate(words) if place and _parts(word)), len(words))
    head = words[:end]
    own = [word for word in head[1:] if word.lower().strip(",") not in en.CLOSED]
    if not own or len(head) > OBJECT_WORDS + 1:
        return ""
    name = " ".join(head).rstrip(",")
    return name[:1].upper() + name[1:]


def _parts(word: str) -> bool:
    return word.lower().strip(",") in en.PARTING


def brief(
    group: Group,
    clauses: Sequence[Clause],
    asked: Sequence[int],
    remarks: Sequence[int],
    earlier: Sequence[str],
    files: Sequence[FileBrief],
) -> str:
    """All that the owner is told beside the goal: the words that ask for it, what to use, what to give.

    `asked` and `remarks` are places of clauses, those that ask for it and those that ask for nothing by themselves;
    `earlier` are the titles of the tasks it comes after.
    """
    parts = [
        _quote("Asked for", clauses, asked),
        _quote("About", clauses, [place for place in remarks if clauses[place].mood is Mood.THING]),
        _quote("Heed", clauses, [place for place in remarks if clauses[place].mood is not Mood.THING]),
        f"Use the results of: {'; '.join(earlier)}." if earlier else "",
        _attached_text(files) if not earlier else "",
        f"Give: {_forms(group)}.",
    ]
    return clip("\n".join(part for part in parts if part), MAX_BRIEF)


def part_brief(need: str, purpose: str) -> str:
    """What the member of a sub-team is told: its part, and what the team was told."""
    return clip(f"Your part: {clip(need, MAX_QUOTE)}.\n{purpose}", MAX_BRIEF)


def _quote(label: str, clauses: Sequence[Clause], places: Sequence[int]) -> str:
    return repeat_words(label, [clip(clauses[place].text, MAX_QUOTE) for place in places])


def _attached_text(files: Sequence[FileBrief]) -> str:
    names = ", ".join(clip(file.name, 80) for file in files if file.attached)
    return f"Attached: {names}." if names else ""


def _forms(group: Group) -> str:
    modes = dict.fromkeys(mode for need in group.needs for mode in need.offer.skill.output_modes)
    return ", ".join(_FORMS.get(mode, mode) for mode in modes) or "text"


def plan_text(titles: Sequence[str], missing: Sequence[str], *, observed: bool = False) -> str:
    """What is said when tasks are given. `observed`: there was an observation, which rules can't use."""
    said = plural_sentence(
        "I plan by rules, without a model: I matched the words of the goal with skills and made one task.",
        "I plan by rules, without a model: I matched the words of the goal with skills and made {count} tasks.",
        len(titles),
    )
    unused = sentence("The observation was not used: that takes a model.") if observed else ""
    return join_sentences(" ", [part for part in (said, missing_text(missing), unused) if part])


def given_text(handle: str) -> str:
    """What is said when the whole goal goes to the agent for which it was given."""
    return sentence("@{handle} leads this goal and may hand parts of it on.", handle=handle)


def missing_text(missing: Sequence[str]) -> str:
    """What nobody can do, in the person's words."""
    quotes = ", ".join(f'"{need}"' for need in missing)
    return sentence("No agent here has a skill for {quotes}.", quotes=quotes) if missing else ""


def nothing_text(skills: Sequence[str], missing: Sequence[str], offline: Sequence[str], refusal: str = "") -> str:
    """The conclusion where nothing can be done.

    `skills`: of those that can be asked. `offline`: handles of those that can't be reached. `refusal`: why the hub did
    not accept a plan.
    """
    refused = sentence("My plan was not accepted: {refusal}", refusal=clip(refusal, MAX_QUOTE)) if refusal else ""
    reason = missing_text(missing) or refused or sentence("No agent fits these words.")
    lacking = {need.casefold() for need in missing}
    able = [skill for skill in skills if skill.casefold() not in lacking][:MAX_NAMED]
    have = sentence("No agent that could be asked was found.")
    if able:
        have = sentence("The agents here can: {skills}.", skills=", ".join(able))
    handles = ", ".join(f"@{handle}" for handle in offline[:MAX_NAMED])
    away = sentence("Offline: {handles}.", handles=handles) if offline else ""
    by_rules = sentence("I plan by rules, without a model.")
    return join_sentences(" ", [part for part in (by_rules, reason, have, away) if part])


def of_what_text(text: str) -> str:
    """What a person is asked whose goal does not say what it is about."""
    return sentence(
        'I plan by rules, without a model. What is meant in "{text}"? Name it, or paste the text.',
        text=clip(text, MAX_QUOTE),
    )


def passed_on_text(words: str, missing: Sequence[str]) -> str:
    """What is said to a person whose words are for those who work already. `missing`: what of them nobody can do."""
    passed = sentence(
        'I plan by rules, without a model, and cannot weigh "{words}". It is passed on to the agents that are at work '
        "or have not begun yet.",
        words=clip(words, MAX_QUOTE),
    )
    return join_sentences(" ", [part for part in (passed, missing_text(missing)) if part])


def state_text(tasks: Sequence[TaskBrief]) -> str:
    """How the work stands, for a person who asks."""
    done, working, asking, lost = (
        _listed(tasks, states) for states in ({TaskState.DONE}, {TaskState.WORKING}, {TaskState.ASKING}, LOST)
    )
    waiting = _listed(tasks, OPEN_TASK - {TaskState.WORKING, TaskState.ASKING})
    parts = [
        sentence("Done: {tasks}.", tasks=done) if done else "",
        sentence("At work: {tasks}.", tasks=working) if working else "",
        sentence("Waiting for an answer: {tasks}.", tasks=asking) if asking else "",
        sentence("Not begun yet: {tasks}.", tasks=waiting) if waiting else "",
        sentence("Not done: {tasks}.", tasks=lost) if lost else "",
    ]
    return join_sentences(" ", [part for part in parts if part])


def _listed(tasks: Sequence[TaskBrief], states: AbstractSet[TaskState]) -> str:
    named = (f"“{task.title}”" + f" (@{task.owner})" * bool(task.owner) for task in tasks if task.state in states)
    return "; ".join(named)


def unweighed_text(words: str) -> str:
    """The same where no work is left."""
    return sentence(
        'I plan by rules, without a model, and cannot weigh "{words}": it names no skill of the agents here. '
        "What there is stands as it was.",
        words=clip(words, MAX_QUOTE),
    )


def retry_text(again: Sequence[tuple[str, str, str]]) -> str:
    """What is said when failed work goes on to the next agent. Of each: its title, who failed, who is asked now."""
    said = [
        sentence('"{title}": @{before} could not do it, @{now} is asked next', title=title, before=before, now=now)
        for title, before, now in again
    ]
    return sentence("Planned by rules. {said}.", said=join_sentences("; ", said))
