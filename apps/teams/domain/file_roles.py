"""What a file of a goal is for: people look at results, and what only led there is folded away. Pure."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath

from apps.files.domain.names import is_named_in, name_key


class FileRole(StrEnum):
    """What a file is for."""

    RESULT = "result"  # what was asked for, or came with the goal
    WORKING = "working"  # what led to a result; kept, and folded away
    ANSWER = "answer"  # the answer of the goal, or code that stands in it, as the hub wrote it down


@dataclass(frozen=True)
class MadeFile:
    """A file that a task made. `by_answer_task`: the one whose result is the answer."""

    name: str
    media_type: str
    by_answer_task: bool

    @property
    def is_picture(self) -> bool:
        """Whether it is there to be looked at."""
        return self.media_type.startswith("image/")

    @property
    def path(self) -> PurePosixPath:
        """The name, to be taken apart."""
        return PurePosixPath(name_key(self.name))


def roles_of(
    made: Sequence[MadeFile], *, goal: str, told: Iterable[str] = (), given: Collection[str] = ()
) -> dict[str, FileRole]:
    """Say of each file that tasks made whether it is a result, by its name.

    Results are the files that are named, those of the task whose result is the answer, and pictures; of a picture in
    several formats that is the one that is named, else the PNG. A file is named by the goal, and by what was `told`
    (the answer, how tasks are checked); the goal names it by its ending too ("as CSV"), unless a file of that ending
    was `given` with it (names), which then is what is meant.
    """
    texts = [name_key(text) for text in (goal, *told)]
    kinds = _kinds_named(texts[0]) - {PurePosixPath(name_key(name)).suffix[1:] for name in given}
    wanted = {one.name for one in made if _is_named(one, texts) or one.path.suffix[1:] in kinds}
    folded = {one.name for one in made if one.name not in wanted and _is_working(one, made, wanted)}
    return {one.name: FileRole.WORKING if one.name in folded else FileRole.RESULT for one in made}


def _is_working(file: MadeFile, made: Sequence[MadeFile], wanted: Collection[str]) -> bool:
    if file.is_picture:
        twins = [one for one in made if one.is_picture and one.path.stem == file.path.stem]
        return file != min(twins, key=lambda one: (one.name not in wanted, one.media_type != "image/png", one.name))
    return not file.by_answer_task


def _is_named(file: MadeFile, texts: Iterable[str]) -> bool:
    return any(is_named_in(text, name_key(file.name)) for text in texts)


def _kinds_named(goal: str) -> set[str]:
    """The words of a goal that may be an ending of files: `sales.csv` is a name, and no word for its kind."""
    return {word.strip("\"'`()[]{}<>*.,:;!?-").lstrip(".") for word in goal.split()}
