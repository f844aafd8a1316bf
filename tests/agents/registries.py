"""A registry elsewhere, on this machine, with an A2A agent behind it."""

import contextlib

from tests.agents.connectors.fake_agent import as_json
from tests.agents.connectors.routed_agent import serving

CARD = "application/a2a-agent-card+json"
NEED = "forecast the weather"
IDENTIFIER = "urn:air:skies.example:agents:nimbus"
SKILL = {"id": "forecast", "name": "Forecast the weather", "description": "Tells tomorrow's weather of a city."}


def entry(url, **more):
    """What the registry says of the agent."""
    known = {
        "identifier": IDENTIFIER,
        "displayName": "Nimbus",
        "type": CARD,
        "url": url,
        "description": "Forecasts the weather of any city.",
        "representativeQueries": ["what is the weather in Dover", "forecast the weather"],
    }
    return {term: value for term, value in (known | more).items() if value is not None}


def card(url, **more):
    """How the agent introduces itself."""
    interface = {"url": url, "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
    return {
        "name": "Nimbus",
        "description": "Forecasts the weather.",
        "version": "1",
        "supportedInterfaces": [interface],
        "capabilities": {"streaming": False},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [SKILL],
        **more,
    }


def answering(text):
    """The agent's answer to each message."""

    def tell(request):
        parts = [{"artifactId": "a", "parts": [{"text": text}]}]
        done = {"id": "t", "contextId": "c", "status": {"state": "TASK_STATE_COMPLETED"}, "artifacts": parts}
        return as_json({"jsonrpc": "2.0", "id": request.body["id"], "result": {"task": done}})

    return tell


@contextlib.contextmanager
def registry_elsewhere(*entries, card_of=card, says="It will rain.", manifest=None, **routes):
    """Serve a registry whose searches give these entries (or the agent's), the agent's card, and the agent."""
    told = {}
    with serving(told) as server:
        agent = f"{server.url}/agent"
        found = [one(f"{agent}/card.json") if callable(one) else one for one in entries] or [
            entry(f"{agent}/card.json")
        ]
        scored = [one | {"score": 99, "source": f"{server.url}/api/"} for one in found]
        told[("POST", "/api/search")] = as_json({"results": scored})
        told[("GET", "/agent/card.json")] = as_json(card_of(agent))
        told[("POST", "/agent")] = answering(says)
        if manifest is not None:
            told[("GET", "/.well-known/ard.json")] = as_json(manifest(server.url))
        told.update(routes.get("more", {}))
        yield server
