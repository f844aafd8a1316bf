// A goal as a task of MCP, by the client and the tasks package of the protocol's own makers, in both eras:
// node mcp_tasks.mjs URL TOKEN
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  createTaskSessionFromClient,
  resultFromTaskOutcome,
  toolDeclarationFromMcpTool,
} from "@modelcontextprotocol/ext-tasks/client";

const [url, token] = process.argv.slice(2);
const Authorization = `Bearer ${token}`;
const STATELESS = "2026-07-28";
const info = { name: "trial", version: "1" };
const capabilities = { elicitation: {}, extensions: { "io.modelcontextprotocol/tasks": {} } };
let count = 0;

/** What the package has its host send for it in the newer era. */
async function rawDispatch(request) {
  const name = request.params.taskId ?? request.params.name;
  const answer = await fetch(`${url}/mcp`, {
    method: "POST",
    body: JSON.stringify({ jsonrpc: "2.0", id: ++count, ...request }),
    headers: {
      Authorization,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": STATELESS,
      "Mcp-Method": request.method,
      "Mcp-Name": name,
    },
  });
  const said = await answer.json();
  return said.error ? { kind: "error", error: said.error } : { kind: "result", result: said.result };
}

async function tried(newer) {
  const client = new Client(info, { capabilities, ...(newer ? { versionNegotiation: { mode: "auto" } } : {}) });
  const requestInit = { headers: { Authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));
  const { tools } = await client.listTools();
  const framing = { protocolVersion: STATELESS, clientInfo: info, clientCapabilities: capabilities };
  const session = createTaskSessionFromClient(client, {
    endpointId: "hub",
    ...(newer ? { rawDispatch, v2RequestFraming: framing } : {}),
    tools: { currentTool: (name) => toolDeclarationFromMcpTool(tools.find((tool) => tool.name === name)) },
  });
  const given = { text: "What is 12 * 7?" };
  const execution = await session.callTool("launch_goal", given, { task: { preference: "require" } });
  const { outcome } = await execution.settle();
  const result = resultFromTaskOutcome(outcome);
  await session.close();
  await client.close();
  return { task: execution.handle.taskId, answer: result.structuredContent.answer, era: client.getProtocolEra?.() };
}

console.log(JSON.stringify({ older: await tried(false), newer: await tried(true) }));
