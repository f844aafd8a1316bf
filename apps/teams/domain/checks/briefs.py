"""What somebody is told who is to check another's work: what it was to be, how to look, and in which form to answer."""

from apps.teams.domain.checks.kinds import MemberCheck, ProgramCheck

MOST_ASKED = 2000  # characters of what the work was asked for
_VERDICT = '{"holds": true, "wrong": "", "evidence": ["what you looked at, and what you saw there"]}'
_RUN = '{"command": "what you ran", "exit_status": 0, "output": "its last lines"}'


def brief_of_check(check: MemberCheck | ProgramCheck, title: str, author: str, asked: str, before: str) -> str:
    """The brief of who checks the work `title` that `author`, a handle, was `asked` for.

    `before`: what was wrong with it when it was looked at last; "": nothing.
    """
    quoted = "\n".join(f"> {line}" for line in asked[:MOST_ASKED].splitlines())
    head = f"Another member checks “{title}” before it counts as done, and that is you: its result, by @{author}, goes"
    again = f"It was done anew because of this: {before}\n" if before else ""
    return f"{head} along. It was asked for this, which is not yours to do:\n{quoted}\n\n{again}{_how(check)}"


def _how(check: MemberCheck | ProgramCheck) -> str:
    if isinstance(check, ProgramCheck):
        return (
            f"Run this yourself on that result, whatever the result says of having run it: {check.what or 'its tests'}."
            f"\nAnswer with one JSON object and nothing else: {_RUN}\nWhere you can't run it: exit_status null, and in "
            "output why. Make up nothing: only a run counts."
        )
    return (
        f"Look at: {check.what or 'whether it is right and does what it was asked for'}.\n"
        "Look for yourself: recompute, compare with what it was made from, take nobody's word. Answer with one JSON "
        f"object and nothing else: {_VERDICT}\nholds = false where anything is wrong, then wrong says what and where, "
        "so that it can be mended. Do not do the work anew."
    )
