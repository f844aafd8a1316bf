// The socket: where to resume, what the connection strip says, and a reload where a push can't help.
const CLOSED_FOR_GOOD = {
  4401: "Signed out",
  4403: "No access any more",
  4429: "Too many pages are open: close one, then reload this one",
};
const OTHER_ROLE = 4409;
const STALE_SECONDS = 15;

let base = null;
let socket = null;
let dataAsOf = new Date();
let staleTimer = null;

function say(state, words) {
  const strip = document.getElementById("connection");
  if (!strip) return;
  strip.dataset.connection = state;
  strip.querySelector("i").className = state === "live" ? "on" : "off";
  strip.querySelector("[data-connection-word]").textContent = words;
  strip.title = words;
}

function lost() {
  say("lost", `Reconnecting, data as of ${dataAsOf.toLocaleTimeString()}`);
  clearTimeout(staleTimer);
  staleTimer = setTimeout(dropTyping, STALE_SECONDS * 1000); // never trust a missing "stopped"
}

function dropTyping() {
  document.getElementById("typing")?.replaceChildren();
}

document.addEventListener("htmx:ws:before:connection", (event) => {
  const connection = event.detail.connection;
  base ??= connection.url;
  const cursor = document.getElementById("cursor")?.dataset.seq ?? "0";
  connection.url = `${base}${base.includes("?") ? "&" : "?"}after=${cursor}`;
});
document.addEventListener("htmx:ws:after:connection", (event) => {
  socket = event.detail.connection.socket;
  clearTimeout(staleTimer);
  say("live", "Live");
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  dataAsOf = new Date();
  if (document.querySelector("#cursor[data-reset]")) location.reload();
});
document.addEventListener("htmx:ws:close", (event) => {
  if (event.detail.code === OTHER_ROLE) return location.reload();
  const words = CLOSED_FOR_GOOD[event.detail.code];
  if (words) {
    say("out", words);
    document.getElementById("app")?.classList.add("signed-out");
    return;
  }
  lost();
});
// a network that goes away says nothing to an open socket
window.addEventListener("offline", () => {
  if (socket?.readyState !== WebSocket.OPEN) return;
  lost();
  socket.close();
});
// parts that this page does not show have no place to go
document.addEventListener("htmx:before:swap", (event) => {
  const tasks = event.detail.tasks;
  for (let at = tasks.length - 1; at >= 0; at -= 1) {
    const target = tasks[at].target;
    const missing = target === null || (typeof target === "string" && !document.querySelector(target));
    if (missing) tasks.splice(at, 1);
  }
});
// what a person did is seen by the socket; without one the page is read again
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const live = document.getElementById("connection")?.dataset.connection === "live";
  if (ctx.response.status === 204 && !ctx.hx.redirect && !live) location.reload();
});
