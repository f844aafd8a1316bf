"""Every setting that the code reads stands in docs/configuration.md, and nothing stands there that nobody reads."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "configuration.md").read_text()
READ = re.compile(r"""(?:env\.\w+\([^"']*|environ(?:\.get\(|\[))["']([A-Z][A-Z0-9_]+)["']""")
FOREIGN = {"DJANGO_SETTINGS_MODULE", "HF_HUB_OFFLINE", "MALLOC_ARENA_MAX"}  # of others; nobody has to set them


def settings_read():
    """The names of the environment's variables that the product reads."""
    files = [path for folder in ("apps", "ioa_web") for path in (ROOT / folder).rglob("*.py")]
    return {name for path in files for name in READ.findall(path.read_text())} - FOREIGN


def test_every_setting_is_described():
    read = settings_read()
    assert len(read) > 20
    assert {name for name in read if not re.search(rf"`{name}\b", PAGE)} == set()


def test_nothing_is_described_that_nobody_reads():
    described = set(re.findall(r"\b(?:IOA_[A-Z_]+[A-Z]|DATABASE_URL|REDIS_URL)\b", PAGE))
    assert described - settings_read() == set()
