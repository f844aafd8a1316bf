"""The hub as an agent of the Python SDK of A2A 0.3, in each binding: `a2a_03.py HUB TOKEN ADDRESS`.

ADDRESS is told of the tasks.
"""

import asyncio
import json
import sys
from uuid import uuid4

import httpx
from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.types import (
    GetTaskPushNotificationConfigParams,
    Message,
    Part,
    PushNotificationConfig,
    Role,
    TaskPushNotificationConfig,
    TaskQueryParams,
    TextPart,
    TransportProtocol,
)

hub, token, address = sys.argv[1:4]


async def used(http: httpx.AsyncClient, transport: TransportProtocol) -> dict[str, object]:
    """What a client saw of one goal: its states, its answer, and where it is told of it."""
    card = await A2ACardResolver(http, f"{hub}/a2a/hub").get_agent_card()
    told = PushNotificationConfig(url=address, token="from-0.3", id="mine")
    config = ClientConfig(
        httpx_client=http,
        supported_transports=[transport],
        use_client_preference=True,
        push_notification_configs=[told],
    )
    client = ClientFactory(config).create(card)
    message = Message(role=Role.user, message_id=uuid4().hex, parts=[Part(root=TextPart(text="What is 12 * 7?"))])
    states, task = [], None
    async for task, _ in client.send_message(message):
        states.append(task.status.state.value)
    again = await client.get_task(TaskQueryParams(id=task.id))
    kept = TaskPushNotificationConfig(task_id=task.id, push_notification_config=told)
    await client.set_task_callback(kept)
    found = await client.get_task_callback(
        GetTaskPushNotificationConfigParams(id=task.id, push_notification_config_id="mine")
    )
    return {
        "states": states,
        "answer": again.artifacts[0].parts[0].root.text,
        "told at": found.push_notification_config.url,
        "task": task.id,
    }


async def run() -> None:
    headers = {"Authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(headers=headers, timeout=120) as http:
        said = {each.value: await used(http, each) for each in (TransportProtocol.jsonrpc, TransportProtocol.http_json)}
    print(json.dumps(said))  # noqa: T201


asyncio.run(run())
