// An A2A 1.0 agent of the official JavaScript SDK: `node agent.mjs PORT`.
// It does what the first word of the task says: wait, or a file; else it repeats the task.
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
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const textPart = (text) => ({ content: { $case: "text", value: text }, metadata: undefined, filename: "", mediaType: "" });

class Gardener {
  unwanted = new Set();

  async execute({ taskId, contextId, userMessage }, bus) {
    const asked = userMessage.parts.map((part) => (part.content?.$case === "text" ? part.content.value : "")).join(" ");
    const task = Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" } });
    bus.publish(AgentEvent.task({ ...task, history: [userMessage] }));
    const tell = (state, text) => {
      const message = { messageId: randomUUID(), role: Role.ROLE_AGENT, parts: [textPart(text)], contextId, taskId,
        metadata: undefined, extensions: [], referenceTaskIds: [] };
      const status = { state, timestamp: new Date().toISOString(), message };
      bus.publish(AgentEvent.statusUpdate({ taskId, contextId, metadata: undefined, status }));
    };
    tell(TaskState.TASK_STATE_WORKING, "raking");
    await pause(100);
    for (let left = asked.startsWith("wait") ? 600 : 0; left > 0; left--) {
      if (this.unwanted.delete(taskId)) {
        console.log("stopped working");
        tell(TaskState.TASK_STATE_CANCELED, "stopped");
        bus.finished?.();
        return;
      }
      await pause(100);
    }
    if (asked.startsWith("file")) {
      const content = { $case: "raw", value: Buffer.from("bees,10\n") };
      const parts = [{ content, metadata: undefined, filename: "bees.csv", mediaType: "text/csv" }];
      const artifact = { artifactId: randomUUID(), name: "bees", description: "", parts, metadata: undefined, extensions: [] };
      bus.publish(AgentEvent.artifactUpdate({ taskId, contextId, artifact, append: false, lastChunk: true, metadata: undefined }));
    }
    tell(TaskState.TASK_STATE_COMPLETED, `JavaScript garden: ${asked.split("\n")[0]}`);
    bus.finished?.();
  }

  async cancelTask(taskId) {
    this.unwanted.add(taskId);
  }
}

const handler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Gardener());
const app = express();
app.use("/.well-known/agent-card.json", agentCardHandler({ agentCardProvider: handler }));
app.use("/rpc", jsonRpcHandler({ requestHandler: handler, userBuilder: UserBuilder.noAuthentication }));
app.listen(port, "127.0.0.1");
