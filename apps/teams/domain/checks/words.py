"""A check in words, for whoever does the work: they know beforehand how it will be looked at."""

from apps.teams.domain.checks.kinds import (
    Check,
    FiguresCheck,
    FileCheck,
    JsonCheck,
    MemberCheck,
    PersonCheck,
    ProgramCheck,
    ReviewCheck,
    TableCheck,
)


def words_of_check(check: Check | None) -> str:
    """What follows “How your result is checked:”, without a full stop; "": not at all."""
    match check:
        case None:
            return ""
        case FileCheck(name=name):
            return f"a file {name} must come with it"
        case TableCheck(columns=columns):
            return f"a CSV file, else a table in it, must have the columns {', '.join(columns)}"
        case JsonCheck(form=form):
            return f"it must have JSON that matches {form}" if form else "it must have JSON"
        case FiguresCheck(sources=sources):
            return f"its figures must stand in {', '.join(sources) or 'what you were given'}, or follow from it"
        case ProgramCheck(what=what):
            return f"another member runs {what or 'its tests'}; your word of having run it does not count"
        case MemberCheck() | ReviewCheck() | PersonCheck():
            return f"{_WHO[check.kind]} looks at {check.what or 'whether it is right'}"


_WHO = {"member": "another member", "review": "the coordinator", "person": "a person"}


def line_of_check(check: Check | None) -> str:
    """The line that `read_check` reads as this check; "": none."""
    match check:
        case None:
            return ""
        case FileCheck(name=name):
            return f"file {name}"
        case TableCheck(columns=columns):
            return f"table {', '.join(columns)}"
        case JsonCheck(form=form):
            return f"json {form}".strip()
        case FiguresCheck(sources=sources):
            return f"figures {', '.join(sources)}".strip()
        case MemberCheck(handle=handle, what=what) | ProgramCheck(handle=handle, what=what):
            return " ".join(part for part in (check.kind, handle and f"@{handle}", what) if part)
        case ReviewCheck(what=what) | PersonCheck(what=what):
            return f"{check.kind} {what}".strip()
