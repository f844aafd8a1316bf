"""A goal's record as Markdown, for people and for other tools. Pure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.chat.domain.display import TaskDisplay
from apps.chat.domain.goal_record import GoalRecord, RecordedElsewhere, RecordedMessage, RecordedTask, RecordedTeam
from apps.chat.domain.receipts import RECEIPTS, Receipt
from apps.chat.domain.record_words import TASKS, decision_in_words, kind_of, name_for_others
from apps.core.sentences import plural_sentence, sentence


def as_markdown(record: GoalRecord, told: Callable[[str], str] = str) -> str:
    """The goal, its answer, its files, then each team with its tasks and its room.

    `told`: what the hub says, in the language of whoever reads it; English as it is.
    """
    return "\n".join(_Writer(told).lines(record)).rstrip() + "\n"


@dataclass(frozen=True)
class _Writer:
    told: Callable[[str], str]

    def lines(self, record: GoalRecord) -> Iterator[str]:
        yield f"# {_line(record.title)}\n"
        given = {"state": self.told(sentence(record.state)), "by": self._name(record.given_by)}
        day = f"{record.created_at:%Y-%m-%d %H:%M}"
        yield self.sentence("{state}, given by {by} on {day} UTC.", day=day, **given) + "\n"
        yield f"{_quoted(record.text)}\n"
        if record.answer or record.failure:
            yield f"## {self.sentence('The answer')}\n\n{self.told(record.answer or record.failure)}\n"
        if record.files:
            yield f"## {self.sentence('Files')}\n"
            for file in record.files:
                size = self.told(plural_sentence("{count} byte", "{count} bytes", file.size))
                by = self.sentence("by {by}", by=_line(file.by))
                yield f"- {_line(file.name)} ({size}, SHA-256 {file.sha256}), {by}"
            yield ""
        yield from self._figures(record)
        for team in record.teams:
            yield from self._team(team)

    def _figures(self, record: GoalRecord) -> Iterator[str]:
        """What it took, and what is not shown."""
        if record.spend:
            spent = {"turns": record.spend.turns, "tokens": record.spend.tokens, "money": f"{record.spend.money:.2f}"}
            yield self.sentence("Spent: turns {turns}, tokens {tokens}, known money ${money}.", **spent) + "\n"
        if record.left_out:
            names = ", ".join(self.told(sentence(each)) for each in record.left_out)
            yield self.sentence("Left out: {names}.", names=names) + "\n"

    def _team(self, team: RecordedTeam) -> Iterator[str]:
        yield f"## {self.sentence('Team: {name}', name=_line(team.name))}\n"
        yield f"{self.told(sentence(team.state))}. {_line(team.purpose)}\n"
        names = ", ".join(self._name(member.name) for member in team.members) or self.sentence("none")
        yield self.sentence("Members: {names}.", names=names) + "\n"
        for task in team.tasks:
            yield from self._task(task)
        yield ""
        for message in team.messages:
            yield from self._message(message)
        for asked in team.decisions:
            by = self._name(asked.by) or self.sentence("nobody yet")
            question, said = (_line(self.told(words)) for words in (asked.question, decision_in_words(asked)))
            yield f"**{self.sentence('Asked:')}** {question} **{said}** ({by})\n"

    def _task(self, task: RecordedTask) -> Iterator[str]:
        why = f": {_line(self.told(task.failure))}" if task.failure else ""
        state = self.told(TASKS[TaskDisplay(task.state)])
        yield f"{task.number}. {_line(task.title)} ({state}, {self._name(task.owner)}){why}"
        yield from self._elsewhere(task.elsewhere) if task.elsewhere else ()

    def _elsewhere(self, seen: RecordedElsewhere) -> Iterator[str]:
        """The rooms at another hub as a list below the task."""
        since = f"{seen.away_since:%Y-%m-%d %H:%M}" if seen.away_since else ""
        away = self.sentence(", away since {since} UTC", since=since) if since else ""
        yield "   - " + self.sentence("At {hub}: {state}", hub=_line(seen.hub), state=seen.state) + f"{away}."
        for place, room in seen.room.walk() if seen.room else ():
            yield "   " + "  " * place.count(".") + self._foreign_room(room)

    def _foreign_room(self, room: ForeignRoom) -> str:
        name = _line(room.name)
        hub = f" {self.sentence('at {hub}', hub=_line(room.hub))}" if room.hub else ""
        members = ", ".join(map(_line, room.members)) or self.sentence("no members told")
        speaker = _line(room.speaker) or self.sentence("the hub")
        last = self.sentence("Last words, by {speaker}: {words}", speaker=speaker, words=_line(room.words))
        team = self.sentence("Team {name}", name=name) + hub
        return f"- {team}: {room.state}; {members}.{f' {last}' if room.words else ''}"

    def _message(self, message: RecordedMessage) -> Iterator[str]:
        receipt = Receipt(message.receipt)
        became = f", {self.told(sentence(RECEIPTS[receipt].word))}" if receipt is not Receipt.NONE else ""
        at = f"{message.at:%Y-%m-%d %H:%M:%S} UTC"
        yield f"**{self._name(message.by)}**, {self.told(kind_of(message))}, {at}{became}\n"
        yield f"{_quoted(self.told(message.text))}\n"

    def _name(self, name: str) -> str:
        return _line(self.told(name_for_others(name)))

    def sentence(self, template: str, **values: object) -> str:
        """What the hub says here."""
        return self.told(sentence(template, **values))


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    """As a quotation, so that no heading or list of what others wrote becomes one of this page."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
