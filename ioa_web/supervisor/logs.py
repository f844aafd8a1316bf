"""What the children say: to the console with their name before it, and to a file that can't grow without end."""

import contextlib
from collections.abc import Callable
from pathlib import Path

CAP = 5 * 1024 * 1024  # bytes of one file; one predecessor is kept
NAME_WIDTH = 8

Say = Callable[[str], None]


class ProcessLog:
    """The output of one child: bytes in, whole lines out to the file and the console."""

    def __init__(self, name: str, folder: Path, say: Say) -> None:
        """Lines go to `folder`/`name`.log and, with the name before them, to `say`."""
        self.file = folder / f"{name}.log"
        self._prefix = f"{name:{NAME_WIDTH}} | "
        self._say = say
        self._rest = b""

    def feed(self, chunk: bytes) -> None:
        """Take what was read from the child; an unfinished last line waits for the next chunk."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            self.said(line.decode(errors="replace").rstrip("\r"))

    def said(self, text: str) -> None:
        """Pass on one line of the child."""
        self.note(text)

    def note(self, text: str) -> None:
        """Pass on one line about the child, or of it."""
        self._say(self._prefix + text)
        self.keep(text)

    def keep(self, text: str) -> None:
        """Write one line to the file. A full disk loses it; the child must not suffer from that."""
        with contextlib.suppress(OSError):
            if self.file.exists() and self.file.stat().st_size > CAP:
                self.file.replace(self.file.with_suffix(".log.1"))
            with self.file.open("a", encoding="utf-8") as opened:
                opened.write(text + "\n")


class QuietLog(ProcessLog):
    """The output of a service: its own lines go to the file alone."""

    def said(self, text: str) -> None:
        """Keep the line off the console."""
        self.keep(text)


class SecretsLog(ProcessLog):
    """The output of the seed: what lets a person in is collected for the console, and no file sees it."""

    STARTS = ("sign-in:", "api token:")

    def __init__(self, name: str, folder: Path, say: Say) -> None:
        """As Log; `secrets` collects the lines that were held back."""
        super().__init__(name, folder, say)
        self.secrets: list[str] = []

    def said(self, text: str) -> None:
        """Hold back a line with a secret, pass on any other."""
        if text.startswith(self.STARTS):
            self.secrets.append(text)
        else:
            self.note(text)
