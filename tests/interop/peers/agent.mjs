// An A2A 1.0 agent of the official JavaScript SDK: `node agent.mjs PORT`.
import { randomUUID } from "node:crypto";
import { AgentCard, Role, Task, TaskState } from "@a2a-js/sdk";
import { AgentEvent, DefaultRequestHandler, InMemoryTaskStore } from "@a2a-js/sdk/server";
import { agentCardHandler, jsonRpcHandler, UserBuilder } from "@a2a-js/sdk/server/express";
import express from "express";

const port = Number(process.argv[2]);
const card = AgentCard.fromJSON({
  name: "JavaScript gardener",
  description: "An agent of A2A 1.0 in JavaScript.",
  version: "1",
  supportedInterfaces: [{ url: `http://127.0.0.1:${port}/rpc`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [{ id: "rake", name: "Rake", description: "Rake leaves.", tags: ["garden"] }],
});

class Gardener {
  async execute({ taskId, contextId, userMessage }, bus) {
    const asked = userMessage.parts.map((part) => (part.content?.$case === "text" ? part.content.value : "")).join(" ");
    const task = Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" } });
    bus.publish(AgentEvent.task({ ...task, history: [userMessage] }));
    const tell = (state, text) => {
      const part = { content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" };
      const message = { messageId: randomUUID(), role: Role.ROLE_AGENT, parts: [part], contextId, taskId,
        metadata: undefined, extensions: [], referenceTaskIds: [] };
      const status = { state, timestamp: new Date().toISOString(), message };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, metadata: undefined, status }));
    };
    tell(TaskState.TASK_STATE_WORKING, "raking");
    await new Promise((resolve) => setTimeout(resolve, 100));
    tell(TaskState.TASK_STATE_COMPLETED, `JavaScript garden: ${asked.split("\n")[0]}`);
    bus.finished?.();
  }
  async cancelTask() {}
}

const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Gardener());
const app = express();
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: handler }));
app.use("/rpc", jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
app.listen(port, "127.0.0.1");
