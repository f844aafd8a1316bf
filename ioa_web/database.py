"""How processes connect to Postgres."""

from typing import Any

import psycopg


class PreparingConnection(psycopg.Connection[Any]):
    """Keeps all statements of a process prepared: a goal alone takes nearly all of the hundred that psycopg keeps."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.prepared_max = 300  # 34 kB each in the server: 10 MB a connection at most
