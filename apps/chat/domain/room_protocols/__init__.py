"""Protocols of a room: who speaks next, until when, and what came of it. docs/protocols.md says how to write one.

They are plug-ins over the machine, which asks them and keeps them within bounds. A third party adds one with an entry
point in the group `ioa_web.room_protocols`: its name is the protocol's, its object a RoomProtocol that passes
`conformance.shortcomings`.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from apps.chat.domain.room_protocols.debate import Debate
from apps.chat.domain.room_protocols.disclosure import DisclosureRound
from apps.chat.domain.room_protocols.open_floor import OpenFloor
from apps.chat.domain.room_protocols.round_robin import RoundRobin
from apps.chat.domain.room_protocols.talk import RoomProtocol

ENTRY_POINTS = "ioa_web.room_protocols"
BUILT_IN: tuple[RoomProtocol, ...] = (DisclosureRound(), RoundRobin(), Debate(), OpenFloor())


@cache
def room_protocols() -> Mapping[str, RoomProtocol]:
    """Give what is installed by name: what ships with the product, then plug-ins, none of which takes a known name."""
    found = {one.name: one for one in BUILT_IN}
    for entry in entry_points(group=ENTRY_POINTS):
        plugin = _load(entry)
        if plugin is not None and plugin.name == entry.name:
            found.setdefault(entry.name, plugin)
    return found


def _load(entry: EntryPoint) -> RoomProtocol | None:
    """A plug-in that can't be loaded is as good as not installed: no room may stand still for it."""
    try:
        plugin: RoomProtocol = entry.load()
        return plugin if plugin.name and plugin.title and plugin.purpose else None
    except Exception:  # noqa: BLE001  whatever a stranger's module raises when it is imported
        return None
