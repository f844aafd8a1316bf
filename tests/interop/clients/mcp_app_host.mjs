// A host of MCP Apps by the protocol's own package, with a goal's room in it: node mcp_app_host.mjs HUB TOKEN PORT.
// The page asks the hub through this program, which has the token.
import { createServer, request as ask } from "node:http";
import { build } from "esbuild";

const [hub, token, port] = process.argv.slice(2);
const PAGE = `
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const extensions = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };
const client = new Client({ name: "host", version: "1" }, { capabilities: { extensions } });
await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href)));
const { tools } = await client.listTools();
const { resourceUri } = tools.find((tool) => tool.name === "launch_goal")._meta.ui;
const given = { text: "What is 12 * 7?" };
const result = await client.callTool({ name: "launch_goal", arguments: given });
const { contents: [app] } = await client.readResource({ uri: resourceUri });

const frame = document.querySelector("iframe");
const bridge = new AppBridge(client, { name: "host", version: "1" }, { serverTools: {}, openLinks: {} });
bridge.oninitialized = () => {
  bridge.sendToolInput({ arguments: given });
  bridge.sendToolResult(result);
};
await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
frame.srcdoc = app.text;
`;
const { outputFiles: [script] } = await build({
  stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: "js" },
  bundle: true,
  format: "esm",
  write: false,
  logLevel: "error",
});
const html =
  '<!doctype html><meta charset="utf-8"><title>Host</title>' +
  '<iframe title="App" sandbox="allow-scripts" style="width: 95vw; height: 90vh"></iframe>' +
  '<script type="module" src="/page.js"></script>';

createServer((request, response) => {
  if (request.url !== "/mcp") {
    const isScript = request.url === "/page.js";
    response.writeHead(200, { "Content-Type": isScript ? "text/javascript" : "text/html" });
    return response.end(isScript ? script.contents : html);
  }
  const { host, origin, referer, ...headers } = request.headers;
  const passed = { method: request.method, headers: { ...headers, authorization: `Bearer ${token}` } };
  const asked = ask(`${hub}/mcp`, passed, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  asked.on("error", () => response.destroy());
  response.on("close", () => asked.destroy());
  request.pipe(asked);
}).listen(Number(port), "127.0.0.1");
