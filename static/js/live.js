// The socket: where to resume, what the connection strip says, and whether the page shows all there is. It is live for
// as long as it hears the server's heartbeat and has shown every batch; else it asks for what it missed, and where that
// does not help it reads itself again.
import { close } from "./closed.js";
import { read } from "./frames.js";
import { session } from "./store.js";
import { gettext, locale } from "./words.js";

const CLOSED_FOR_GOOD = {
  4401: ["signed-out", gettext("Signed out")],
  4403: ["no-access", gettext("No access any more")],
};
const READ_AGAIN = [4409, 4410];
const CROWDED = 4429;
const QUIET = 12_000; // ms without a word from the server, which has one at least every five seconds
const MOST_QUIET = 60_000;
const ASLEEP = 5_000; // ms that the timer is late after a sleep, or in a tab that is put aside
const SEEN = 3_000; // ms within which what a person did is shown
const LASTING = 60_000; // ms after which another trouble is a new one

const strip = () => document.getElementById("connection");
const cursor = () => document.getElementById("cursor");
const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

let base = null; // the socket's address without the place to resume at
let connection = null; // htmx's
let state = "wait";
let shown = null; // number of the batch that was shown last
let coming = null; // and of the one that is being shown
let heardAt = Date.now(); // the server's last sign of life
let wholeAt = Date.now(); // when the page was known to show everything
let quiet = QUIET;
let troubles = 0; // connections since the page was last whole
let until = null; // when the next one is tried, where that takes a while
let lookedAt = Date.now();

// the page's one polite region hears when the line is lost and when it is back, not each word of the strip
function tell(now, words) {
  const region = document.getElementById("announce");
  if (region && now !== state && (now === "lost" || now === "out" || state === "lost")) region.textContent = words;
}

function say(now, words) {
  tell(now, words);
  state = now;
  if (!strip()) return;
  strip().dataset.connection = now;
  strip().querySelector("i").className = now === "live" ? "on" : "off";
  const word = strip().querySelector("[data-connection-word]");
  if (word.textContent !== words) word.textContent = words;
  strip().title = words;
}

function lost() {
  if (state === "out") return;
  say("lost", gettext("Reconnecting, data as of {time}", { time: new Date(wholeAt).toLocaleTimeString(locale) }));
  document.getElementById("typing")?.replaceChildren(); // never trust a missing "stopped"
}

function whole() {
  wholeAt = Date.now();
  quiet = QUIET;
  troubles = 0;
  say("live", gettext("Live"));
}

// connect again, from where the page is; a socket whose other end is gone would take a minute to close by itself
function ask() {
  lost();
  connection?.socket?.dispatchEvent(new CloseEvent("close", { code: 4413 }));
}

// the last resort, less and less often where it does not help
function readAgain() {
  const key = `again:${location.pathname}`;
  const [times, at] = (session.get(key) ?? "0 0").split(" ").map(Number);
  const before = Date.now() - at < LASTING + waiting(times) ? times : 0;
  lost();
  setTimeout(() => {
    session.set(key, `${before + 1} ${Date.now()}`);
    location.reload();
  }, waiting(before));
}
const waiting = (times) => (times ? Math.min(1000 * 2 ** times, LASTING) : 0);

// what htmx waits before it connects again; without this it begins anew whenever a socket opens
function pace(closed, crowded) {
  closed.attempt = Math.max(closed.attempt, troubles + (crowded ? 2 : 0));
  closed.config.reconnectMaxDelay = crowded ? MOST_QUIET : 5000;
  closed.config.reconnectJitter = crowded ? 0 : 0.3;
  troubles += 1;
  until = crowded ? Date.now() + Math.min(500 * 2 ** closed.attempt, MOST_QUIET) : null;
}

function sayCrowded() {
  const seconds = Math.max(Math.ceil((until - Date.now()) / 1000), 0);
  say("lost", gettext("Too many pages are open: close one. Trying again in {time}", { time: clock(seconds) }));
}

function beat({ number, seq }) {
  if (number !== shown) return behind();
  if (cursor() && Number(cursor().dataset.seq) < seq) cursor().dataset.seq = seq;
  whole();
}

// something was sent and is not shown
function behind() {
  if (troubles > 1) readAgain();
  else ask();
}

function judge() {
  const open = connection?.socket && connection.socket.readyState < WebSocket.CLOSING;
  if (!open || state === "out" || Date.now() - heardAt < quiet) return;
  quiet = Math.min(2 * quiet, MOST_QUIET);
  heardAt = Date.now();
  ask();
}

function look() {
  const late = Date.now() - lookedAt > ASLEEP;
  lookedAt = Date.now();
  if (late) setTimeout(judge, 1000); // what came meanwhile is heard first
  else judge();
  if (until !== null && state === "lost") sayCrowded();
}
setInterval(look, 1000);
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible" || state !== "live" || Date.now() - heardAt < quiet) return;
  lost();
  setTimeout(() => (Date.now() - heardAt < quiet ? whole() : judge()), 1000);
});

document.addEventListener("htmx:ws:before:connection", (event) => {
  connection = event.detail.connection;
  base ??= connection.url;
  const page = new URLSearchParams({ lang: document.documentElement.lang, after: cursor()?.dataset.seq ?? "0" });
  const drawn = [...document.querySelectorAll("[data-drawn]")].map((piece) => piece.dataset.drawn);
  if (drawn.length) page.set("drawn", drawn.join("."));
  connection.url = `${base}${base.includes("?") ? "&" : "?"}${page}`;
  heardAt = Date.now();
});
document.addEventListener("htmx:ws:after:connection", (event) => {
  const { socket } = event.detail.connection;
  shown = null;
  until = null;
  heardAt = Date.now();
  socket.addEventListener("message", () => {
    heardAt = Date.now();
  });
});
document.addEventListener("htmx:ws:before:message:incoming", (event) => {
  const frame = read(event.detail.message.data);
  if (frame && "markup" in frame && (shown === null || frame.number <= shown + 1)) {
    coming = frame.number;
    event.detail.message.data = frame.markup;
    return;
  }
  event.preventDefault();
  if (frame && "markup" in frame) behind();
  else if (frame) beat(frame);
});
document.addEventListener("htmx:ws:after:message:incoming", () => {
  shown = coming;
  if (cursor()?.hasAttribute("data-reset")) readAgain();
  else whole();
});
document.addEventListener("htmx:ws:close", (event) => {
  const { code, connection: closed } = event.detail;
  const [why, words] = CLOSED_FOR_GOOD[code] ?? [];
  if (why) {
    say("out", words);
    document.getElementById("typing")?.replaceChildren();
    close(why);
  } else if (READ_AGAIN.includes(code)) {
    readAgain();
  } else {
    pace(closed, code === CROWDED);
    if (code === CROWDED) sayCrowded();
    else lost();
  }
});
// a network that goes away says nothing to an open socket
window.addEventListener("offline", () => state === "live" && ask());
// parts that this page does not show have no place to go
document.addEventListener("htmx:before:swap", (event) => {
  const tasks = event.detail.tasks;
  for (let at = tasks.length - 1; at >= 0; at -= 1) {
    const target = tasks[at].target;
    const missing = target === null || (typeof target === "string" && !document.querySelector(target));
    if (missing) tasks.splice(at, 1);
  }
});
// what a person did is seen by the socket; without one the page is read again, unless the answer brought it
document.addEventListener("htmx:after:request", (event) => {
  const { status, headers } = event.detail.ctx.response;
  if (status === 204 && !event.detail.ctx.hx.redirect && state !== "live") return location.reload();
  const seq = Number(headers.get("IoA-Seq") ?? 0);
  setTimeout(() => state === "live" && Number(cursor()?.dataset.seq ?? seq) < seq && ask(), SEEN);
});
