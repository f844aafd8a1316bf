"""Packages of others with a connector or a protocol of a room, as an installation finds them."""

import contextlib
import importlib
import sys

from apps.agents import connectors
from apps.chat.domain.room_protocols import room_protocols


@contextlib.contextmanager
def on_path(place):
    """What is installed in this folder is there, and nobody knows it any more afterwards."""
    before, modules = list(sys.path), set(sys.modules)
    sys.path.insert(0, str(place))
    _look_again()
    try:
        yield
    finally:
        sys.path[:] = before
        for name in set(sys.modules) - modules:
            if (getattr(sys.modules[name], "__file__", None) or "").startswith(str(place)):
                del sys.modules[name]
        _look_again()


@contextlib.contextmanager
def plugged_in(place, source, entries="pigeon = flock:DESCRIPTOR"):
    """A package `flock` with one module of this source, that announces these entry points."""
    (place / "flock.py").write_text(source)
    info = place / "flock-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: flock\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[ioa_web.connectors]\n{entries}\n")
    with on_path(place):
        yield


def _look_again():
    importlib.invalidate_caches()
    connectors._installed.cache_clear()
    room_protocols.cache_clear()
