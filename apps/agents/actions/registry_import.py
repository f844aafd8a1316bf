"""Many agents come in at one time."""

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from apps.accounts.domain.access import Actor
from apps.accounts.domain.errors import Refused
from apps.accounts.domain.roles import Role
from apps.accounts.queries import require
from apps.agents.actions.configs import check_profile
from apps.agents.actions.registry import register_agent
from apps.agents.actions.seed import seed_agents
from apps.agents.actions.trials import start_detection
from apps.agents.domain.listings import Entry, Introduced, UnreadableListing, read_listing

NOT_IMPORTED = frozenset({"secrets", "id"})  # an export tells them; nothing can be made of them


@dataclass(frozen=True)
class Brought:
    """What became of one entry. `handle`: of the agent that was registered; `problems`: why it was refused."""

    label: str
    handle: str = ""
    problems: tuple[str, ...] = ()


def import_agents(actor: Actor, text: str) -> list[Brought] | UUID:
    """Register the agents of a list and report each entry, or have a card looked at and give the trial's id.

    An entry that is refused keeps no other out; each that comes in is tested soon. Owners only. Raises Refused for
    what is no list.
    """
    require(actor, Role.OWNER)
    try:
        entries = read_listing(text)
    except UnreadableListing as error:
        raise Refused(text=str(error)) from None
    if isinstance(entries, Introduced):
        return start_detection(actor, entries.source, {})
    return [_import_entry(actor, entry) for entry in entries]


def import_built_in(actor: Actor) -> None:
    """Register the built-in agents and bring those that are there up to date; removed ones stay away. Owners only."""
    require(actor, Role.OWNER)
    seed_agents(actor.workspace_id)


def _import_entry(actor: Actor, entry: Entry) -> Brought:
    if entry.problem:
        return Brought(entry.label, problems=(entry.problem,))
    try:
        profile = check_profile(_description_values(entry.values))
        register_agent(actor.workspace_id, profile, by=actor)
    except Refused as refused:
        return Brought(entry.label, problems=tuple(_sentence(*each) for each in refused.fields.items()))
    return Brought(entry.label, handle=profile.handle)


def _description_values(values: Mapping[str, object]) -> dict[str, object]:
    return {name: value for name, value in values.items() if name not in NOT_IMPORTED}


def _sentence(field: str, sentence: str) -> str:
    return f"{field}: {sentence}" if field else sentence
