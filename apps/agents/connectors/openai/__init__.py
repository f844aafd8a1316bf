"""Agents behind any server of chat completions."""

from apps.agents.domain.connectors import Descriptor
from apps.agents.domain.reach import Reach

DESCRIPTOR = Descriptor(
    kind="openai",
    name="OpenAI-compatible",
    help="Any server of chat completions: a model, or an agent behind that interface.",
    settings=f"{__name__}.connector:OpenAIConfig",
    connector=f"{__name__}.connector:OpenAIConnector",
    recogniser=f"{__name__}.recogniser:recognise",
    precedence=10,
    streaming=True,
    cancel=True,
    reach=Reach.WORDS,
    harmless="It answers with a text and does nothing else",
)
