"""Where what somebody wrote goes: a new version of a file that they had read, or a file of its own. Pure."""

import uuid
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum

from apps.accounts.domain.errors import Conflict
from apps.files.domain.names import name_key, numbered_name


class VersionState(StrEnum):
    """How a version came in."""

    ACCEPTED = "accepted"  # written on what was current: it was current from then on
    CONFLICT = "conflict"  # written on an older one, and kept beside the current one


@dataclass(frozen=True)
class KnownFile:
    """A file as it stands. `read`: numbers of the versions that the writer has read."""

    name: str
    current: int
    newest: int
    read: AbstractSet[int] = frozenset()


@dataclass(frozen=True)
class Placement:
    """What something written becomes, by the file's name. `current`: the version that was; None: a new file."""

    name: str
    number: int = 1
    based_on: int | None = None
    current: int | None = None

    @property
    def state(self) -> VersionState:
        """Whether it is current from now on."""
        return VersionState.ACCEPTED if self.based_on == self.current else VersionState.CONFLICT


@dataclass(frozen=True)
class VersionRef:
    """A version, by its id and its number within the file."""

    id: uuid.UUID
    number: int
    accepted: bool = True


class OlderVersion(Conflict):
    """A person replaces a version that is not current any more: nothing was written."""

    def __init__(self, name: str, base: VersionRef, current: VersionRef) -> None:
        what = f"“{name}” has a newer version, {current.number}; yours was written on version {base.number}."
        super().__init__(f"{what} Look at both, and send it again with base_version {current.number}.")
        self.base, self.current = base, current


def place(names: Iterable[str], known: Mapping[str, KnownFile], taken: Iterable[str]) -> list[Placement]:
    """Say for each name that one call wrote what it becomes.

    `known`: files by `name_key`, those of these names at least; `taken`: the keys of all names. A call writes each file
    once: a name that comes again is another file.
    """
    unread, gone = dict(known), set(taken)
    placed = []
    for name in names:
        file = unread.pop(name_key(name), None)
        if file is not None and file.read:
            placed.append(_next(file))
        else:
            placed.append(Placement(numbered_name(name, gone)))
        gone.add(name_key(placed[-1].name))
    return placed


def _next(file: KnownFile) -> Placement:
    """On the current version if it was read, else on the newest that was."""
    based_on = file.current if file.current in file.read else max(file.read)
    return Placement(file.name, file.newest + 1, based_on, file.current)
