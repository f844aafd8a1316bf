"""Whether the reply to a test message says that it failed: many agents tell a breakdown in prose, as if it were one."""

import re

LONGEST = 400  # characters; who says more says what it can do
_OPENING = r"(?:(?:i(?:['’]?m| am)? )?(?:sorry|apologi[sz]e)|oops|unfortunately|apologies)?[\s,.:!;-]{0,4}(?:but )?"
_FAILED = (
    (
        r"(?:an?|some|the)? ?(?:unexpected|internal|unknown|fatal|unhandled|runtime)? ?(?:server )?"
        r"(?:error|exception|failure)\b(?! (?:handling|messages?|reports?|logs?|analysis|bars?|codes?|detection)\b)"
    ),
    (
        r"(?:failed|unable|not able|could not|couldn['’]t|can(?:not|['’]t)) (?:to )?"
        r"(?:handle|process|complete|execute|run|perform|generate|parse|connect|reach|respond|answer|load|get|fulfil+)\b"
    ),
    (
        r"(?:the |your |this )?(?:task|request|run|execution|agent|call|message|job|query) (?:has |was |is |could )?"
        r"(?:failed|aborted|cancel+ed|rejected|crashed|timed out|not be (?:handled|processed))\b"
    ),
    r"something (?:went|has gone|is) wrong\b",
    r"(?:traceback \(most recent|\w{1,60}(?:error|exception):)",
    r"(?:timed out|timeout|no response|not authori[sz]ed|unauthori[sz]ed|access denied|invalid api key)\b",
)
_SAYS = re.compile(rf"\W{{0,4}}{_OPENING}(?:{'|'.join(_FAILED)})", re.IGNORECASE)


def says_it_failed(reply: str) -> bool:
    """Whether a short reply begins with a failure of its own, in English; no more is told from words."""
    text = " ".join(reply.split())
    return len(text) <= LONGEST and _SAYS.match(text) is not None
