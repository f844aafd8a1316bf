"""Agents beside which a real one has to be found: real ones' cards, and some that people would write. None can help."""

import json
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parents[2] / "benchmarks" / "data" / "choosing"
UNABLE = [{"error": "I can't do this: it is not my field.", "permanent": True}]


def gather() -> None:
    """Register them in the only workspace."""
    from apps.accounts.models import Workspace
    from apps.agents.actions import register_agent
    from apps.agents.domain.registration import AgentProfile

    workspace = Workspace.objects.get()
    for number, card in enumerate(_cards()):
        skills = [{"id": f"s{place}", **skill} for place, skill in enumerate(card.get("skills", ()))]
        profile = AgentProfile(
            handle=f"other-{number}",
            name=card["name"],
            description=card["description"],
            skills=skills,
            connector="scripted",
            connector_config={"steps": UNABLE},
        )
        register_agent(workspace.pk, profile)


def _cards() -> list[dict]:
    recorded = [json.loads(line) for line in (HERE / "cards.jsonl").read_text().splitlines()]
    return recorded + yaml.safe_load((HERE / "own.yaml").read_text())["agents"]
