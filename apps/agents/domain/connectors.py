"""What people call the ways of reaching an agent, and which of them a person may choose. Pure."""

from apps.agents.domain.profile import ConnectorKind

NAMES: dict[str, str] = {
    "builtin": "Built in",
    "openai": "OpenAI-compatible",
    "http": "HTTP",
    "a2a": "A2A",
    "mcp": "MCP",
    "agui": "AG-UI",
    "agent_protocol": "Agent Protocol",
    "socket": "Dials in",
}
"""Kind -> what stands on a card."""

HELP: dict[str, str] = {
    "openai": "Any server of chat completions: a model, or an agent behind that interface.",
    "http": "One address that takes a task as JSON and answers with a text.",
    "a2a": "An agent that publishes an agent card (Agent2Agent 1.0 or 0.3).",
    "mcp": "A server of tools over streamable HTTP (Model Context Protocol).",
    "agui": "An agent that tells its run as events (AG-UI).",
    "agent_protocol": "Tasks in steps, as AutoGPT and its Forge speak them.",
}
"""Kind -> what kind of agent is reached that way; only these are chosen by hand."""


def connector_name(kind: str) -> str:
    """Give what a connector is called; a plug-in's by its own name."""
    return NAMES.get(kind, kind)


def choosable() -> list[tuple[str, str, str]]:
    """Give kind, name and help of the connectors that a person may choose."""
    return [(kind.value, NAMES[kind], HELP[kind]) for kind in ConnectorKind if kind in HELP]


def setting_name(name: str) -> str:
    """Give what a setting of a connector is called, by people and on forms."""
    return SETTINGS.get(name, name.replace("_", " ").capitalize())


SETTINGS = {"url": "Address", "api_key": "API key"}
