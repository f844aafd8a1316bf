"""Serve the fake model by hand: `python -m tests.fake_model [port]`, then use a base URL of the modes it prints."""

import sys
import threading

from tests.fake_model.server import MODES, running

if __name__ == "__main__":
    with running(port=int(sys.argv[1]) if len(sys.argv) > 1 else 0) as fake:
        sys.stdout.write("".join(f"{fake.url(mode)}\n" for mode in MODES))
        sys.stdout.flush()
        threading.Event().wait()
