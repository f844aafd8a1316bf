// The hub as an agent of A2A's JavaScript SDK, in each binding: `node a2a_client.mjs HUB TOKEN ADDRESS`.
// ADDRESS is told of the tasks.
import { randomUUID } from "node:crypto";
import { Role, SendMessageRequest, TaskState } from "@a2a-js/sdk";
import { ClientFactory, DefaultAgentCardResolver, JsonRpcTransportFactory, RestTransportFactory } from "@a2a-js/sdk/client";

const [hub, token, address] = process.argv.slice(2);
const fetchImpl = (url, init = {}) => {
  const headers = new Headers(init.headers);
  headers.set("Authorization", `Bearer ${token}`);
  return fetch(url, { ...init, headers });
};
const said = {};
for (const Transport of [JsonRpcTransportFactory, RestTransportFactory]) {
  const factory = new ClientFactory({
    transports: [new Transport({ fetchImpl })],
    cardResolver: new DefaultAgentCardResolver({ fetchImpl }),
  });
  const client = await factory.createFromUrl(`${hub}/a2a/hub/`);
  const request = SendMessageRequest.fromJSON({
    message: { messageId: randomUUID(), role: "ROLE_USER", parts: [{ text: "What is 12 * 7?" }] },
  });
  const states = [];
  let task;
  for await (const event of client.sendMessageStream(request)) {
    const { $case: kind, value } = event.payload;
    if (kind === "task") task = value;
    if (kind === "task" || kind === "statusUpdate") states.push(TaskState[value.status.state]);
  }
  const found = await client.getTask({ tenant: "", id: task.id });
  const config = { tenant: "", taskId: task.id, id: "mine", url: address, token: "from-javascript" };
  const made = await client.createTaskPushNotificationConfig(config);
  const listed = await client.listTaskPushNotificationConfig({ tenant: "", taskId: task.id, pageSize: 10, pageToken: "" });
  await client.deleteTaskPushNotificationConfig({ tenant: "", taskId: task.id, id: "other" });
  said[Transport.name] = {
    states,
    answer: found.artifacts[0].parts[0].content.value,
    "told at": made.url,
    listed: listed.configs.map((each) => each.id),
    task: task.id,
  };
}
console.log(JSON.stringify(said));
