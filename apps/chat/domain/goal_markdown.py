"""A goal's record as Markdown, for people and for other tools. Pure."""

from collections.abc import Iterator

from apps.agents.domain.foreign_rooms import ForeignRoom
from apps.chat.domain.goal_record import GoalRecord, RecordedElsewhere, RecordedMessage, RecordedTeam
from apps.chat.domain.receipts import RECEIPTS, Receipt


def as_markdown(record: GoalRecord) -> str:
    """The goal, its answer, its files, then each team with its tasks and its room."""
    return "\n".join(_lines(record)).rstrip() + "\n"


def _lines(record: GoalRecord) -> Iterator[str]:
    yield f"# {_line(record.title)}\n"
    yield f"{record.state}, given by {_line(record.given_by)} on {record.created_at:%Y-%m-%d %H:%M} UTC.\n"
    yield f"{_quoted(record.text)}\n"
    if record.answer or record.failure:
        yield f"## Answer\n\n{record.answer or record.failure}\n"
    if record.files:
        yield "## Files\n"
        yield from (
            f"- {_line(file.name)} ({file.size} bytes, SHA-256 {file.sha256}), by {_line(file.by)}"
            for file in record.files
        )
        yield ""
    if record.spend:
        yield f"Spent: {record.spend.turns} turns, {record.spend.tokens} tokens, ${record.spend.money:.2f}.\n"
    if record.left_out:
        yield f"Left out: {', '.join(record.left_out)}.\n"
    for team in record.teams:
        yield from _team(team)


def _team(team: RecordedTeam) -> Iterator[str]:
    yield f"## Team: {_line(team.name)}\n"
    yield f"{team.state}. {_line(team.purpose)}\n"
    yield f"Members: {', '.join(_line(member.name) for member in team.members) or 'none'}.\n"
    for task in team.tasks:
        why = f": {_line(task.failure)}" if task.failure else ""
        yield f"{task.number}. {_line(task.title)} ({task.state}, {_line(task.owner)}){why}"
        yield from _elsewhere(task.elsewhere) if task.elsewhere else ()
    yield ""
    for message in team.messages:
        yield from _message(message)
    for asked in team.decisions:
        said = _line(asked.answer or asked.state)
        yield f"**Asked:** {_line(asked.question)} **{said}** ({_line(asked.by) or 'nobody yet'})\n"


def _elsewhere(seen: RecordedElsewhere) -> Iterator[str]:
    """The rooms at another hub as a list below the task."""
    away = f", away since {seen.away_since:%Y-%m-%d %H:%M} UTC" if seen.away_since else ""
    yield f"   - At {_line(seen.hub)}: {seen.state}{away}."
    for place, room in seen.room.walk() if seen.room else ():
        yield "   " + "  " * place.count(".") + _foreign_room(room)


def _foreign_room(room: ForeignRoom) -> str:
    at = f" at {_line(room.hub)}" if room.hub else ""
    members = ", ".join(map(_line, room.members)) or "no members told"
    words = f" Last words, by {_line(room.speaker) or 'the hub'}: {_line(room.words)}" if room.words else ""
    return f"- Team {_line(room.name)}{at}: {room.state}; {members}.{words}"


def _message(message: RecordedMessage) -> Iterator[str]:
    became = "" if message.receipt == Receipt.NONE else f", {RECEIPTS[Receipt(message.receipt)].word.lower()}"
    yield f"**{_line(message.by)}**, {message.kind}, {message.at:%Y-%m-%d %H:%M:%S} UTC{became}\n"
    yield f"{_quoted(message.text)}\n"


def _line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    """As a quotation, so that no heading or list of what others wrote becomes one of this page."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines())
