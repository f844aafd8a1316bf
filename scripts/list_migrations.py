"""Add the migrations that are new to tests/upgrade/migrations.sha256: from then on they are never edited or renamed.

    python scripts/list_migrations.py

Fails where a migration that is listed has changed or is gone: data was made by it, so a new migration has to follow it.
"""

import hashlib
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
LIST = ROOT / "tests" / "upgrade" / "migrations.sha256"


def migrations() -> dict[str, str]:
    """Each migration of the product, and what they have frozen beside them, by `app/name`: its SHA-256."""
    files = (file for file in ROOT.glob("apps/*/migrations/*.py") if file.name != "__init__.py")
    return {f"{file.parts[-3]}/{file.stem}": hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def read(text: str) -> dict[str, str]:
    """The lines of a list: `<sha256>  <app>/<name>`."""
    return {name: digest for digest, name in (line.split() for line in text.splitlines())}


def main() -> int:
    """Add what is new; 1 when something listed is no longer what it was."""
    known, found = read(LIST.read_text() if LIST.exists() else ""), migrations()
    if changed := sorted(name for name, digest in known.items() if found.get(name) != digest):
        print(f"listed, and no longer what they were: {', '.join(changed)}")
        return 1
    LIST.write_text("".join(f"{found[name]}  {name}\n" for name in sorted(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
