"""What an agent's server says that could be listed as its skills, asked for where the agent lists none."""

import asyncio
import logging
from collections.abc import Mapping

from pydantic import SecretStr

from apps.agents.connectors import UnknownConnectorError, descriptor_of, recogniser_of
from apps.agents.connectors.recognition import Credentials, Source
from apps.agents.connectors.service_description import describe_service
from apps.agents.domain.address import AgentAddress
from apps.agents.domain.detection import INTRODUCES, Unlike
from apps.agents.domain.profile import Skill
from apps.agents.domain.skill_suggestions import skills_of_operations, suggest_skills
from apps.agents.gateway.redaction import Redaction
from apps.agents.queries.credentials import LostCredentials, open_config
from apps.core.outbound import OutboundError

log = logging.getLogger(__name__)

SECONDS = 15.0


async def read_skills(address: AgentAddress) -> tuple[Skill, ...]:
    """Give what its tools, its card or its OpenAPI document say that it can do; never raises, gives it no work.

    A skill that repeats a secret of the connection is left out. Takes 15 seconds at most.
    """
    try:
        config = open_config(address.config)
        async with asyncio.timeout(SECONDS):
            skills = await _ask(address.connector, config)
    except (UnknownConnectorError, LostCredentials, Unlike, OutboundError, TimeoutError):
        return ()
    except Exception:
        log.exception("what agent %s can do could not be read over %s", address.agent_id, address.connector)
        return ()
    redaction = Redaction.of(config)
    return tuple(skill for skill in skills if redaction.text(told := skill.model_dump_json()) == told)


async def _ask(kind: str, config: Mapping[str, object]) -> tuple[Skill, ...]:
    url, way = config.get("url"), descriptor_of(kind)
    if not isinstance(url, str) or not way.recogniser:
        return ()
    source = Source(url, _credentials(config))
    if way.precedence < INTRODUCES:
        service = await describe_service(source.origin, source.credentials.sent())
        return suggest_skills((), service.told, skills_of_operations(service.operations))
    found = (await recogniser_of(kind)(source)).cleaned(source.host)
    chosen = config.get("tool") or None
    listed = tuple(skill for skill in found.skills if chosen in (None, skill.id))
    return listed or suggest_skills((), found.description, ())


def _credentials(config: Mapping[str, object]) -> Credentials:
    return Credentials(_secret(config, "token") or _secret(config, "api_key"), _secret(config, "headers"))


def _secret(config: Mapping[str, object], name: str) -> str:
    value = config.get(name)
    return value.get_secret_value() if isinstance(value, SecretStr) else ""
