"""Files that a person sends along with what they say: kept for the goal, and named in the message."""

import uuid
from collections.abc import Sequence
from functools import partial

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.chat.actions.goals import Upload
from apps.chat.actions.people import checked_text, post_message, said_before
from apps.chat.domain.attached import name_attached
from apps.chat.domain.states import Delivery
from apps.chat.models import Message
from apps.core.sentences import sentence
from apps.teams.actions.uploads import FileUpload, upload_together
from apps.teams.queries.access import team_operable_by

MOST_FILES = 20


def post_with_files(
    actor: Actor,
    team_id: uuid.UUID,
    text: str,
    delivery: str,
    files: Sequence[Upload],
    *,
    key: str = "",
    not_waking: frozenset[str] = frozenset(),
    adding: Sequence[str] = (),
) -> Message:
    """As `post_message`, after the files have become the goal's, which its agents read; the text names them.

    Where the message was said with that key before, nothing is kept anew. Raises what `post_message` and `upload_file`
    raise; where a file or the message is refused, no file becomes the goal's.
    """
    team = team_operable_by(actor, team_id)
    if (said := said_before(actor, team, key)) is not None:
        return said
    if len(files) > MOST_FILES:
        raise Refused(files=sentence("Send at most {most_files} files at one time.", most_files=MOST_FILES))
    if files and delivery == Delivery.NOTE:
        raise Refused(files="A note is for people only, and files are read by agents: send them with a message.")
    words = checked_text(text)
    say = partial(post_message, actor, team_id, key=key, not_waking=not_waking, adding=adding)
    if not files:
        return say(words, delivery)
    given = [FileUpload(file.name, file.body) for file in files]
    with upload_together(actor, team.goal_id, given) as kept:
        return say(words + name_attached(file.name for file in kept), delivery)
