"""How an agent's registration changed from one version to the next, in words. Pure."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from apps.agents.domain.connectors import setting_name
from apps.agents.domain.registration import USUAL_TEST
from apps.core.sentences import Sentence, sentence

Snapshot = Mapping[str, Any]
"""name, description, skills (A2A), connector, config (plain values), secrets (name -> mark of what is sealed),
concurrency, calls_per_minute, timeout_seconds, test_seconds, trust, askers."""

UNSAID: Snapshot = {"test_seconds": USUAL_TEST}
"""What held for a version of before it was kept."""

PLAIN = {
    "name": sentence("Name"),
    "connector": sentence("Connector"),
    "concurrency": sentence("Calls at one time"),
    "calls_per_minute": sentence("Calls a minute"),
    "timeout_seconds": sentence("Time limit"),
    "test_seconds": sentence("Time limit of a test"),
    "trust": sentence("Trust"),
    "askers": sentence("Who may ask it"),
}
ITSELF = sentence("the agent itself")
"""Who changed the registration of an agent that described itself as it dialled in."""

MOST_SHOWN = 80  # characters of a value


def changes(before: Snapshot | None, after: Snapshot) -> list[Sentence]:
    """Give one sentence for each thing that changed; a single one for the first version."""
    if before is None:
        return [sentence("Registered.")]
    return [said for part in _PARTS for said in part({**UNSAID, **before}, {**UNSAID, **after})]


def _plain(before: Snapshot, after: Snapshot) -> Iterator[Sentence]:
    for field, word in PLAIN.items():
        if field in before and before[field] != after[field]:  # an old version may not know it
            was, became = _short(before[field]), _short(after[field])
            yield sentence("{what}: “{was}” became “{became}”.", what=word, was=was, became=became)


def _description(before: Snapshot, after: Snapshot) -> Iterator[Sentence]:
    if before["description"] != after["description"]:
        yield _now(sentence("Description"), after["description"] or None)


def _skills(before: Snapshot, after: Snapshot) -> Iterator[Sentence]:
    old, new = ({skill["id"]: skill for skill in each["skills"]} for each in (before, after))
    for key in new.keys() - old.keys():
        yield sentence("Skill added: {name}.", name=_short(new[key]["name"]))
    for key in old.keys() - new.keys():
        yield sentence("Skill removed: {name}.", name=_short(old[key]["name"]))
    for key in sorted(old.keys() & new.keys()):
        if old[key] != new[key]:
            yield sentence("Skill changed: {name}.", name=_short(new[key]["name"]))


def _config(before: Snapshot, after: Snapshot) -> Iterator[Sentence]:
    old, new = before["config"], after["config"]
    for name in sorted(old.keys() | new.keys()):
        if old.get(name) != new.get(name):
            yield _now(sentence(setting_name(name)), new.get(name))


def _now(what: Sentence, value: object) -> Sentence:
    """What something is now; None: it is gone."""
    if value is None:
        return sentence("{what} removed.", what=what)
    return sentence("{what}: now “{value}”.", what=what, value=_short(value))


def _secrets(before: Snapshot, after: Snapshot) -> Iterator[Sentence]:
    old, new = before["secrets"], after["secrets"]
    for name in sorted(old.keys() | new.keys()):
        what = sentence(setting_name(name))
        if name not in new:
            yield sentence("{what} removed.", what=what)
        elif name not in old:
            yield sentence("{what} added.", what=what)
        elif old[name] != new[name]:
            yield sentence("{what} entered again.", what=what)


_PARTS: tuple[Callable[[Snapshot, Snapshot], Iterator[Sentence]], ...] = (
    _plain,
    _description,
    _skills,
    _config,
    _secrets,
)


def _short(value: object) -> str:
    line = " ".join(str(value).split())
    return line if len(line) <= MOST_SHOWN else line[: MOST_SHOWN - 1] + "…"
