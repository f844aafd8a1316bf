"""The voice that leads the demo team: what it says was written before, when it says it follows from what happened."""

from apps.agents.domain.demo_language import language_of
from apps.agents.domain.demo_team import COSTS, DEMO, TIDES, TRAINS, WRITER
from apps.chat.domain.briefing import Briefing, MessageBrief, Spoken
from apps.chat.domain.states import MessageKind
from apps.chat.domain.utterances import Asking, AskPerson, Assign, Conclude, Say, TaskDraft, Utterance, Verdict, WaitFor
from apps.chat.voices.rules.retries import conclusion
from apps.chat.voices.rules.wording import clip
from apps.core.languages import say_in
from apps.core.sentences import join_sentences, sentence
from apps.core.texts import one_line
from apps.teams.domain.states import APPROVE, OPEN_TASK, TaskState

VOICE = "demo"
LABEL = sentence("**Demo agents: scripted.**")

PLAY = {
    0: Assign(
        text=sentence(
            "{label} What they say was written before; teams, calls, the failure and your approval are real.\n\n"
            "A team of its own finds the day. Then the letter is written: **say now what it should mention.**",
            label=LABEL,
        ),
        tasks=(
            TaskDraft(
                key="day",
                title=sentence("Find the day"),
                brief=sentence("Find a Thursday in June with low water around noon, and the trains for it."),
                needs=(TIDES.skill, TRAINS.skill),
            ),
            TaskDraft(
                key="letter",
                title=sentence("Write the letter"),
                brief=sentence("Write to the parents, one paragraph."),
                owner=WRITER.handle,
                after=("day",),
            ),
        ),
    ),
    1: Assign(
        text=sentence("The tide first. How to get there is for two, who make a team of their own."),
        tasks=(
            TaskDraft(
                key="tide", title=sentence("Find the tide"), brief=sentence("When is low water?"), owner=TIDES.handle
            ),
            TaskDraft(
                key="way",
                title=sentence("Find the way there"),
                brief=sentence("Find the connection and what it costs."),
                needs=(TRAINS.skill, COSTS.skill),
            ),
        ),
    ),
    2: Assign(
        text=sentence("The connection, then what it costs."),
        tasks=(
            TaskDraft(
                key="train", title=sentence("Find the trains"), brief=sentence("There and back."), owner=TRAINS.handle
            ),
            TaskDraft(
                key="cost",
                title=sentence("Add up the costs"),
                brief=sentence("For 27 people."),
                owner=COSTS.handle,
                after=("train",),
            ),
        ),
    ),
}
"""What each team is given, by its depth."""

QUESTION = sentence("The letter is written. Shall it go to the parents? (It is a demo: nothing is sent.)")
AFTER = sentence(
    "**What you saw:** two teams inside a team, a call that failed and was made again, and an approval that waited for "
    "you. **Next:** the home page has the first steps for a team of your own."
)


def plays_demo(briefing: Briefing) -> bool:
    """Whether the team was named by hand, and of demo agents alone."""
    team = briefing.shortlist if briefing.named_team else ()
    return bool(team) and all(one.connector == DEMO for one in team)


def utterance_for(briefing: Briefing) -> Utterance:
    """What the lead of a demo team says now."""
    if not briefing.tasks:
        return _in_language(PLAY[min(briefing.depth, max(PLAY))], language_of(briefing.goal))
    waited = tuple(task.number for task in briefing.tasks if task.state in OPEN_TASK)
    if waited and (heard := _heard(briefing, unread=True)):
        return Say(text=sentence("The letter will mention it: “{words}”", words=_quote(heard[-1])))
    if waited:
        return WaitFor(tasks=waited)
    if briefing.depth or any(task.state is not TaskState.DONE for task in briefing.tasks):
        return conclusion(briefing)
    answers = [one for one in briefing.messages if one.from_person and one.kind == MessageKind.ANSWER]
    if not answers:
        return AskPerson(question=QUESTION, options=(), kind=Asking.APPROVAL)
    return _end(briefing, approved=answers[-1].text.strip() == APPROVE)


def _in_language(given: Assign, language: str) -> Assign:
    """The tasks as they are stored: in one language, for whoever reads them."""
    tasks = (
        task.model_copy(update={"title": say_in(language, task.title), "brief": say_in(language, task.brief)})
        for task in given.tasks
    )
    return given.model_copy(update={"tasks": tuple(tasks)})


def _heard(briefing: Briefing, *, unread: bool = False) -> list[MessageBrief]:
    said = [one for one in briefing.messages if one.from_person and one.kind == MessageKind.SAY]
    return [one for one in said if one.unread or not unread]


def _quote(message: MessageBrief) -> str:
    return clip(one_line(message.text, 300), 300)


def _end(briefing: Briefing, *, approved: bool) -> Conclude:
    letter = briefing.tasks[-1].result
    postscript = "\n\n".join(f"P.S. {_quote(one)}" for one in _heard(briefing))
    fate = sentence("You approved it: it would be sent now." if approved else "You did not approve it: it stays here.")
    parts = [LABEL, letter, postscript, fate, AFTER]
    return Conclude(answer=join_sentences("\n\n", [part for part in parts if part]), verdict=Verdict.DONE)


class DemoVoice:
    """Leads the demo team; needs no model, and waits for nothing."""

    async def speak(self, briefing: Briefing) -> Spoken:
        """Say what the play says."""
        return Spoken(raw=utterance_for(briefing).model_dump(exclude_none=True), voice=VOICE)
