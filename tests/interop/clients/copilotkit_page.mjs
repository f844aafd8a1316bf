// A page of CopilotKit, with the hub as its agent: node copilotkit_page.mjs HUB TOKEN PORT. Its runtime has the token.
import { createServer } from "node:http";
import { HttpAgent } from "@ag-ui/client";
import { CopilotRuntime, InMemoryAgentRunner } from "@copilotkit/runtime/v2";
import { createCopilotNodeListener } from "@copilotkit/runtime/v2/node";
import { build } from "esbuild";

const [hub, token, port] = process.argv.slice(2);
const PAGE = `
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { CopilotChat, CopilotKitProvider } from "@copilotkit/react-core/v2";
import "@copilotkit/react-core/v2/styles.css";

const chat = createElement("div", { style: { height: "100vh" } }, createElement(CopilotChat));
createRoot(document.body.appendChild(document.createElement("main"))).render(
  createElement(CopilotKitProvider, { runtimeUrl: "/api/copilotkit" }, chat),
);`;
const made = await build({
  stdin: { contents: PAGE, resolveDir: import.meta.dirname, loader: "js" },
  bundle: true,
  format: "esm",
  write: false,
  outdir: "out",
  define: { "process.env.NODE_ENV": '"production"' },
  loader: { ".woff": "dataurl", ".woff2": "dataurl", ".ttf": "dataurl" },
  logLevel: "error",
});
const files = Object.fromEntries(made.outputFiles.map((file) => [file.path.endsWith(".css") ? "/page.css" : "/page.js", file.contents]));
const html = '<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="/page.css"><body><script type="module" src="/page.js"></script>';

const team = new HttpAgent({ url: `${hub}/ag-ui/hub`, headers: { Authorization: `Bearer ${token}` } });
const runtime = new CopilotRuntime({ agents: { default: team }, runner: new InMemoryAgentRunner() });
const answer = createCopilotNodeListener({ runtime, basePath: "/api/copilotkit" });
const kinds = { "/page.js": "text/javascript", "/page.css": "text/css" };

createServer((request, response) => {
  if (request.url.startsWith("/api/copilotkit")) return answer(request, response);
  response.writeHead(200, { "Content-Type": kinds[request.url] ?? "text/html" });
  response.end(files[request.url] ?? html);
}).listen(Number(port), "127.0.0.1");
