"""Finding out whether an address has an MCP server: does it introduce itself?"""

from pydantic import ValidationError

from apps.agents.connectors.mcp import DESCRIPTOR
from apps.agents.connectors.mcp.choice import only_reads
from apps.agents.connectors.mcp.session import MCPConfig, Session
from apps.agents.connectors.recognition import BOUNDS, Source
from apps.agents.connectors.replies import Failed
from apps.agents.domain.detection import Found, Unlike, skill_in
from apps.agents.domain.profile import Skill, ToldBy
from apps.agents.domain.untrusted_json import Said, map_in, text_in
from apps.core.outbound import OutboundError
from apps.core.sentences import sentence

OLD_TRANSPORT = sentence(
    "Addresses that end in /sse are mostly MCP's old transport; the hub speaks streamable HTTP. Ask its maker for one."
)


async def recognise(source: Source) -> Found:
    """Shake hands at the address, or below it, and list the tools. Raises Unlike and OutboundError."""
    is_old = source.url.partition("?")[0].rstrip("/").endswith("/sse")
    why = Unlike(sentence("It does not answer the handshake of MCP."), complaint=OLD_TRANSPORT if is_old else "")
    for url in source.under("", "/mcp"):
        try:
            return await _introduce(MCPConfig.model_validate({"url": url, **source.credentials.fields()}), source)
        except (Failed, ValidationError) as error:
            if isinstance(error, Failed) and "credentials" in str(error):
                why = Unlike(str(error), refused=True)
        except OutboundError as error:
            if not error.reached:
                raise
    raise why


async def _introduce(config: MCPConfig, source: Source) -> Found:
    session = Session(config, BOUNDS)
    await session.open()
    try:
        tools = await session.tools()
    finally:
        await session.close()
    skills = tuple(skill for tool in tools if (skill := as_skill(tool)))
    return Found(
        DESCRIPTOR.kind,
        {"url": config.url, **source.credentials.fields()},
        text_in(session.server, "title", "name"),
        session.instructions,
        skills,
        problem="" if skills else sentence("This MCP server has no tools, so there is nothing to ask it for."),
    )


def as_skill(tool: Said) -> Skill | None:
    """Give the skill that a tool is; None where it has no name. Calling it twice is harmless where it says so."""
    hints = map_in(tool, "annotations")
    harmless = hints.get("readOnlyHint") is True or hints.get("idempotentHint") is True
    said = harmless or (False if hints.get("idempotentHint") is False else None)
    named = {"id": text_in(tool, "name"), "name": text_in(tool, "title", "name")}
    skill = skill_in({**named, "description": text_in(tool, "description")})
    told = {"repeatable": said, "repeatable_from": ToldBy.AGENT, "read_only_hint": only_reads(tool)}
    return skill and skill.model_copy(update=told)
