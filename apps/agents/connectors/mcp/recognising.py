"""Finding out whether an address has an MCP server: does it introduce itself?"""

from pydantic import ValidationError

from apps.agents.connectors.mcp.config import MCPConfig
from apps.agents.connectors.mcp.session import Session
from apps.agents.connectors.outbound import OutboundError
from apps.agents.connectors.recognition import BOUNDS, Source
from apps.agents.connectors.replies import Failed
from apps.agents.domain.detection import Found, Unlike, skill_in
from apps.agents.domain.profile import ConnectorKind, Skill
from apps.agents.domain.said import Said, text_in


async def recognise(source: Source) -> Found:
    """Shake hands at the address, or below it, and list the tools. Raises Unlike and OutboundError."""
    why = "It does not answer the handshake of MCP."
    for url in source.under("", "/mcp"):
        try:
            return await _introduced(MCPConfig.model_validate({"url": url, **source.credentials.fields()}), source)
        except (Failed, ValidationError) as error:
            if isinstance(error, Failed) and "credentials" in str(error):
                why = str(error)
        except OutboundError as error:
            if not error.reached:
                raise
    raise Unlike(why)


async def _introduced(config: MCPConfig, source: Source) -> Found:
    session = Session(config, BOUNDS)
    await session.open()
    try:
        tools = await session.tools()
    finally:
        await session.close()
    skills = tuple(skill for tool in tools if (skill := as_skill(tool)))
    return Found(
        ConnectorKind.MCP,
        {"url": config.url, **source.credentials.fields()},
        text_in(session.server, "title", "name"),
        session.instructions,
        skills,
        problem="" if skills else "This MCP server has no tools, so there is nothing to ask it for.",
    )


def as_skill(tool: Said) -> Skill | None:
    """Give the skill that a tool is; None where it has no name. Reading twice is harmless where it says so."""
    hints = tool.get("annotations")
    harmless = isinstance(hints, dict) and (hints.get("readOnlyHint") is True or hints.get("idempotentHint") is True)
    named = {"id": text_in(tool, "name"), "name": text_in(tool, "title", "name")}
    skill = skill_in({**named, "description": text_in(tool, "description")})
    return skill and skill.model_copy(update={"repeatable": harmless})
