"""The embedded Redis: a socket and nothing else. It keeps nothing on disk, since it may lose everything."""

import os
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis

from ioa_web.supervisor.problems import CannotStart
from ioa_web.supervisor.processes import Program, redis_program

SOCKET = "redis.sock"
READY_SECONDS = 20


@dataclass(frozen=True)
class RedisServer:
    """A folder for the socket and how to reach it (`road` leads to `folder`)."""

    folder: Path
    road: Path

    @property
    def url(self) -> str:
        """The address for clients."""
        return f"unix://{self.road / SOCKET}"

    def program(self) -> Program:
        """How to start the server. Raises CannotStart when there is none for this system."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        options = {"port": "0", "unixsocket": SOCKET, "unixsocketperm": "700", "save": "", "appendonly": "no"}
        options |= {"daemonize": "no", "loglevel": "warning", "dir": "."}
        return Program(
            command=[redis_program(), *(part for name, value in options.items() for part in (f"--{name}", value))],
            cwd=self.folder,
            env={"PATH": os.defpath, "LC_ALL": "C"},
        )

    def wait_ready(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the server answers."""
        until = time.monotonic() + READY_SECONDS
        with redis.Redis.from_url(self.url) as client:
            while True:
                try:
                    client.ping()
                except redis.ConnectionError as error:
                    if process.poll() is not None or time.monotonic() > until:
                        raise CannotStart(f"Redis did not start ({error}): its log says why") from None
                    time.sleep(0.02)
                else:
                    return
