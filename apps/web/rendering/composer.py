"""Agents to pick for a goal."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.agents.queries.directory import DirectoryEntry
from apps.teams.domain.states import MemberKind
from apps.teams.queries.faces import Face


@dataclass(frozen=True)
class Pick:
    """An agent with a box to tick."""

    face: Face
    note: str
    score: float | None
    ticked: bool


def picks(cards: Sequence[DirectoryEntry], chosen: Sequence[str]) -> list[Pick]:
    """The agents that were chosen before, then these; each once."""
    known = {card.handle: card for card in cards}
    kept = [Pick(_face(handle, handle), "", None, ticked=True) for handle in chosen if handle not in known]
    return kept + [
        Pick(_face(card.handle, card.name), _note(card), card.score, ticked=card.handle in chosen) for card in cards
    ]


def _face(handle: str, name: str) -> Face:
    return Face(MemberKind.AGENT.value, name, handle)


def _note(card: DirectoryEntry) -> str:
    if card.is_offline:
        return "offline"
    return "busy" if card.running >= card.concurrency else ", ".join(skill.name for skill in card.skills[:2])
