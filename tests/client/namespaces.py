"""Networks of their own for processes of a test, joined by a bridge on which each has a wire that can be pulled."""

import contextlib
import ctypes
import os
import random
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

needs_namespaces = pytest.mark.skipif(
    not shutil.which("ip") or os.geteuid() != 0, reason="a network namespace takes root and iproute2"
)

NET = 0x40000000  # CLONE_NEWNET


@dataclass(frozen=True)
class Namespace:
    """One of them: its name, its address on the bridge, and the near end of its wire."""

    name: str
    address: str
    wire: str

    @property
    def within(self) -> tuple[str, ...]:
        """What a command is put behind, to run in it."""
        return ("ip", "netns", "exec", self.name)

    @contextlib.contextmanager
    def entered(self) -> Iterator[None]:
        """With this thread in it: a socket that is made meanwhile belongs to it for good."""
        with Path("/proc/thread-self/ns/net").open() as home, Path(f"/run/netns/{self.name}").open() as there:
            _move_to(there.fileno())
            try:
                yield
            finally:
                _move_to(home.fileno())

    @contextlib.contextmanager
    def unplugged(self) -> Iterator[None]:
        """Without its wire: nothing comes in or out, and no end is told."""
        ip("link", "set", self.wire, "down")
        try:
            yield
        finally:
            ip("link", "set", self.wire, "up")


@dataclass(frozen=True)
class Bridge:
    """What joins them. `host`: the address at which they reach this network; `net`: that of all, as in 10.0.0.0/24."""

    host: str
    net: str
    namespaces: tuple[Namespace, ...]


@contextlib.contextmanager
def bridged(count: int) -> Iterator[Bridge]:
    """So many namespaces, each of which reaches the others and this network."""
    key, base = uuid.uuid4().hex[:5], f"10.213.{random.randrange(256)}"
    bridge = f"br{key}"
    made = tuple(Namespace(f"ioa{key}{number}", f"{base}.{number + 2}", f"w{key}{number}") for number in range(count))
    try:
        ip("link", "add", bridge, "type", "bridge")
        ip("addr", "add", f"{base}.1/24", "dev", bridge)
        ip("link", "set", bridge, "up")
        for each in made:
            _plug_in(each, bridge)
        yield Bridge(f"{base}.1", f"{base}.0/24", made)
    finally:
        for each in made:
            ip("link", "del", each.wire, check=False)
            ip("netns", "del", each.name, check=False)
        ip("link", "del", bridge, check=False)


def _plug_in(each: Namespace, bridge: str) -> None:
    far = f"f{each.wire}"
    ip("netns", "add", each.name)
    ip("link", "add", each.wire, "type", "veth", "peer", "name", far)
    ip("link", "set", far, "netns", each.name)
    ip("link", "set", each.wire, "master", bridge, "up")
    ip("-n", each.name, "addr", "add", f"{each.address}/24", "dev", far)
    for name in (far, "lo"):
        ip("-n", each.name, "link", "set", name, "up")


def _move_to(namespace: int) -> None:
    """Have this thread in the network of that file; Python has no word for it before 3.12."""
    if ctypes.CDLL(None, use_errno=True).setns(namespace, NET):
        raise OSError(ctypes.get_errno(), "setns")


def ip(*words: str, check: bool = True) -> None:
    """Run the command of this name."""
    subprocess.run(["ip", *words], check=check, capture_output=True, text=True)
