"""A host of MCP Apps: a page that shows a server's app in a sandbox and passes on what that asks its server."""

import json
import urllib.request
from collections.abc import Callable

from apps.api.mcp.hub_tools import ROOM
from apps.api.mcp.messages import META_CLIENT, META_VERSION, NAMED_BY, STATELESS

POLICY = "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
"""What the specification has a host set where an app names nothing from outside."""

PAGE = """<!doctype html><html><head><meta charset="utf-8"><title>Host</title></head>
<style>iframe { border: 0; display: block; width: 100vw; height: 100vh }</style>
<body style="margin:0"><iframe title="App" sandbox="allow-scripts"></iframe><script>
const frame = document.querySelector("iframe"), heard = [];
let context = {};
const tell = (message) => frame.contentWindow.postMessage({ jsonrpc: "2.0", ...message }, "*");
window.addEventListener("message", async (event) => {
  const said = event.data;
  if (event.source !== frame.contentWindow) return;
  heard.push(said);
  if (said.method === "ui/initialize") tell({ id: said.id, result: {
    protocolVersion: "2026-01-26", hostInfo: { name: "host", version: "1" },
    hostCapabilities: { serverTools: {}, openLinks: {} }, hostContext: context } });
  else if (said.method === "tools/call") tell({ id: said.id, ...(await toServer(said.method, said.params)) });
  else if (said.method === "ui/open-link") tell({ id: said.id, result: {} });
});
const show = (html, given) => { context = given; frame.srcdoc = html; };
</script></body></html>"""


class MCPHost:
    """A page with the app of a hub in it. `token`: of the person who looks at it."""

    def __init__(self, page, hub, token):
        self.page, self.hub, self.token = page, hub, token
        self.calls, self.answer = [], self.ask
        page.expose_function("toServer", self.pass_on)
        page.route(f"{hub}/-/host", lambda route: route.fulfill(body=PAGE, content_type="text/html"))
        page.goto(f"{hub}/-/host")

    def pass_on(self, method, params):
        """What the app's server answers."""
        return self.answer(method, params)

    def ask(self, method, params):
        """What the hub answers to a message of the app."""
        self.calls.append((params.get("name"), params.get("arguments")))
        meta = {META_VERSION: STATELESS, META_CLIENT: {}}
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}}
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Content-Type": "application/json",
            "MCP-Protocol-Version": STATELESS,
            "Mcp-Method": method,
            "Mcp-Name": params.get(NAMED_BY[method], ""),
        }
        request = urllib.request.Request(f"{self.hub}/mcp", json.dumps(body).encode(), headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            said = json.load(answer)
        return {name: said[name] for name in ("result", "error") if name in said}

    def show(self, goal, *, theme="light", answer: Callable | None = None, **context):
        """The app with a goal's room in it; `answer`: stands in for the hub."""
        self.answer = answer or self.answer
        [content] = self.answer("resources/read", {"uri": ROOM})["result"]["contents"]
        html = content["text"].replace(
            "<meta charset", f'<meta http-equiv="Content-Security-Policy" content="{POLICY}"><meta charset', 1
        )
        self.page.evaluate("([html, context]) => show(html, context)", [html, {"theme": theme, **context}])
        self.page.wait_for_function("heard.some((one) => one.method === 'ui/notifications/initialized')")
        self.tell("ui/notifications/tool-input", {"arguments": {"goal": goal}})
        return self.page.frame_locator("iframe")

    def tell(self, method, params):
        """Send the app a notification."""
        self.page.evaluate("([method, params]) => tell({ method, params })", [method, params])

    def heard(self, method):
        """What the app said under a method."""
        return self.page.evaluate("(method) => heard.filter((one) => one.method === method)", method)
