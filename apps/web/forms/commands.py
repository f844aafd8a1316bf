"""What begins with a slash in a room's composer is a command, with scripts and without."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from apps.accounts.domain.errors import Refused
from apps.chat.domain.room_protocols import room_protocols
from apps.chat.domain.states import Delivery
from apps.core.sentences import sentence

ORDERS = ("pause", "resume", "stop")
# anything but a path: what was meant for people alone and is mistyped must not be read by agents
_COMMAND = re.compile(r"/(?P<name>[^\s/]{0,40})(?:\s+(?P<words>.*))?\Z", re.DOTALL)
_DELIVERED: Mapping[str, tuple[Delivery, str]] = {
    "note": (Delivery.NOTE, "For people only; no agent reads it"),
    "steer": (Delivery.STEER, "Agents at work hear it and go on"),
    "interrupt": (Delivery.INTERRUPT, "Agents at work begin again with it"),
}


@dataclass(frozen=True)
class Command:
    """A command as the composer lists it. `words`: whether text follows it."""

    name: str
    help: str
    words: bool = True


@dataclass(frozen=True)
class Instruction:
    """What was sent: a text with how it is delivered, a talk's question under a `protocol`, or an `order`."""

    text: str
    delivery: str = Delivery.NEXT_TURN
    protocol: str = ""
    order: str = ""


def commands(*, over: bool) -> tuple[Command, ...]:
    """The commands of a room; after the end (`over`) there is nothing to order and nobody to talk."""
    delivered = tuple(
        Command(name, help_) for name, (how, help_) in _DELIVERED.items() if not (over and how.is_for_work)
    )
    if over:
        return delivered
    talks = tuple(
        Command(one.name, sentence("{title}: {purpose}", title=sentence(one.title), purpose=sentence(one.purpose)))
        for one in room_protocols().values()
    )
    orders = (
        Command("pause", "Nothing new starts in this team and below", words=False),
        Command("resume", "A paused team goes on", words=False),
        Command("stop", "End this team and all below it", words=False),
    )
    return (*delivered, *talks, *orders)


def instruction_in(text: str, delivery: str) -> Instruction:
    """What a text asks for; two slashes begin a text that begins with one.

    Raises Refused (text): no such command, or words that it does not take.
    """
    if text.startswith("//"):
        return Instruction(text[1:], delivery)
    found = _COMMAND.match(text.strip())
    if found is None:
        return Instruction(text, delivery)
    name, words = found["name"].lower().rstrip(":,"), (found["words"] or "").strip()
    if name in _DELIVERED:
        return Instruction(words, _DELIVERED[name][0])
    if name in room_protocols():
        return Instruction(words, protocol=name)
    if name not in ORDERS:
        known = ", ".join(f"/{one.name}" for one in commands(over=False))
        raise Refused(
            text=sentence(
                "There is no command /{name}. There are {known}. To send a text with a slash, begin with //.",
                name=name,
                known=known,
            )
        )
    if words:
        raise Refused(text=sentence("/{name} takes no words. Send them first, then /{name} alone.", name=name))
    return Instruction("", order=name)
