"""How an agent's registration changed from one version to the next, in words. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apps.agents.domain.connectors import setting_name
from apps.agents.domain.registration import USUAL_TEST

Snapshot = Mapping[str, Any]
"""name, description, skills (A2A), connector, config (plain values), secrets (name -> mark of what is sealed),
concurrency, calls_per_minute, timeout_seconds, test_seconds, trust, askers."""

UNSAID: Snapshot = {"test_seconds": USUAL_TEST}
"""What held for a version of before it was kept."""

PLAIN = {
    "name": "Name",
    "connector": "Connector",
    "concurrency": "Calls at one time",
    "calls_per_minute": "Calls a minute",
    "timeout_seconds": "Time limit",
    "test_seconds": "Time limit of a test",
    "trust": "Trust",
    "askers": "Who may ask it",
}
MOST_SHOWN = 80  # characters of a value


def changes(before: Snapshot | None, after: Snapshot) -> list[str]:
    """Give one sentence for each thing that changed; a single one for the first version."""
    if before is None:
        return ["Registered."]
    return [sentence for part in _PARTS for sentence in part({**UNSAID, **before}, {**UNSAID, **after})]


def _plain(before: Snapshot, after: Snapshot) -> Iterator[str]:
    for field, word in PLAIN.items():
        if field in before and before[field] != after[field]:  # an old version may not know it
            yield f"{word}: “{_short(before[field])}” became “{_short(after[field])}”."


def _description(before: Snapshot, after: Snapshot) -> Iterator[str]:
    if before["description"] != after["description"]:
        yield f"Description: “{_short(after['description'])}”." if after["description"] else "Description removed."


def _skills(before: Snapshot, after: Snapshot) -> Iterator[str]:
    old, new = ({skill["id"]: skill for skill in each["skills"]} for each in (before, after))
    for key in new.keys() - old.keys():
        yield f"Skill added: {_short(new[key]['name'])}."
    for key in old.keys() - new.keys():
        yield f"Skill removed: {_short(old[key]['name'])}."
    for key in sorted(old.keys() & new.keys()):
        if old[key] != new[key]:
            yield f"Skill changed: {_short(new[key]['name'])}."


def _config(before: Snapshot, after: Snapshot) -> Iterator[str]:
    old, new = before["config"], after["config"]
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield f"{setting_name(name)}: “{_short(new[name])}”." if name in new else f"{setting_name(name)} removed."


def _secrets(before: Snapshot, after: Snapshot) -> Iterator[str]:
    old, new = before["secrets"], after["secrets"]
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            done = "removed" if name not in new else "entered again" if name in old else "added"
            yield f"{setting_name(name)} {done}."


_PARTS: tuple[Callable[[Snapshot, Snapshot], Iterator[str]], ...] = (
    _plain,
    _description,
    _skills,
    _config,
    _secrets,
)


def _short(value: object) -> str:
    line = " ".join(str(value).split())
    return line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1] + "…"
