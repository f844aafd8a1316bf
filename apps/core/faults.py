"""Named points at which a test can kill this process, to prove that nothing is lost there.

`IOA_FAULT_POINT=name` arms one, `IOA_FAULT_HIT=n` has it fire when it is reached for the n-th time (1 by default).
`IOA_FAULT_MARK` names a file that is made first, so that a point which was never reached is seen, and so that a
restarted process, which finds the file, goes on.
"""

import os
import threading
from itertools import count
from pathlib import Path

KILLED = 137

POINTS = (
    "before_commit",
    "after_commit",
    "before_shared_commit",
    "after_shared_commit",
    "before_ring",
    "after_ring",
    "before_publish",
    "after_publish",
    "before_speak",
    "after_speak",
    "before_call",
    "after_call",
)

_lock = threading.Lock()
_hits = count(1)


def reach_point(name: str) -> None:
    """Die here, as by kill -9, if a test armed this point and it has not fired yet."""
    if os.environ.get("IOA_FAULT_POINT") != name:
        return
    with _lock:
        if next(_hits) < int(os.environ.get("IOA_FAULT_HIT", "1")):
            return
        mark = Path(os.environ["IOA_FAULT_MARK"])
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return
        os._exit(KILLED)
