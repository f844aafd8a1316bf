// The log of a room: follow the end only when the reader is there, say how much is new, mark where one stopped reading.
import { local } from "./store.js";

const NEAR = 80;

const box = () => document.querySelector("[data-log]");
const log = () => document.getElementById("log");
const atEnd = () => !box() || box().scrollHeight - box().scrollTop - box().clientHeight < NEAR || inConclusion();

// a conclusion that is longer than the window is read from its beginning: its files stand below the answer
function longConclusion() {
  const last = log()?.lastElementChild;
  return last?.classList.contains("kind-conclusion") && last.offsetHeight > box().clientHeight ? last : null;
}
function inConclusion() {
  const row = longConclusion();
  return row !== null && row.getBoundingClientRect().top - box().getBoundingClientRect().top < NEAR;
}

let following = true; // until the reader scrolls up
let lastTop = 0;
let fresh = 0;

function toEnd() {
  const row = longConclusion();
  if (row) row.scrollIntoView({ block: "start" });
  else box().scrollTop = box().scrollHeight;
  count(0);
}

function count(number) {
  fresh = number;
  const button = document.querySelector("[data-jump]");
  if (!button) return;
  button.hidden = fresh === 0;
  document.querySelector("[data-jump-count]").textContent = fresh;
}

const lastSeq = () => Number(log()?.lastElementChild?.dataset.seq ?? 0);
const markKey = () => `read:${document.getElementById("app").dataset.team}`;

function markRead() {
  if (log() && document.visibilityState === "visible" && atEnd()) local.set(markKey(), String(lastSeq()));
}

function divide() {
  const read = Number(local.get(markKey()) ?? 0);
  const first = [...log().querySelectorAll(".msg")].find((row) => Number(row.dataset.seq) > read);
  if (!read || !first || !first.previousElementSibling) return;
  const line = document.createElement("li");
  line.className = "divider divider-new";
  line.id = "new";
  line.dataset.seq = `${Number(first.dataset.seq) - 1}.5`;
  line.textContent = "New";
  first.before(line);
}

// unread badges in the outline: messages a team has beyond those it had when this browser last looked
function badges() {
  const here = document.getElementById("app")?.dataset.team;
  for (const row of document.querySelectorAll("#outline [data-team]")) {
    const key = `seen:${row.dataset.team}`;
    const now = Number(row.dataset.messages);
    if (row.dataset.team === here || local.get(key) === null) local.set(key, String(now || 0) || "0");
    const unread = Math.max(now - Number(local.get(key) ?? now), 0);
    const badge = row.querySelector(":scope > a [data-unread]");
    badge.hidden = unread === 0;
    badge.textContent = unread || "";
    row.classList.toggle("unread", unread > 0);
  }
}

if (box()) {
  divide();
  const wanted = location.hash.startsWith("#e") && document.querySelector(location.hash);
  if (wanted) wanted.scrollIntoView({ block: "center" });
  else (document.getElementById("new") ?? log().lastElementChild)?.scrollIntoView({ block: "end" });
  if (!wanted && !document.getElementById("new")) toEnd();
  following = atEnd();
  lastTop = box().scrollTop;
  box().addEventListener(
    "scroll",
    () => {
      if (atEnd()) following = true;
      else if (box().scrollTop < lastTop) following = false; // rows that grow scroll nothing up
      lastTop = box().scrollTop;
      if (following) count(0);
      markRead();
    },
    { passive: true },
  );
  new ResizeObserver(() => following && toEnd()).observe(log());
  setInterval(markRead, 1000);
}
badges();

let before = null;
document.addEventListener("htmx:before:swap", () => {
  if (box()) before = { last: lastSeq(), height: box().scrollHeight, top: box().scrollTop, first: log().firstElementChild?.id };
});
document.addEventListener("htmx:after:swap", () => {
  badges();
  if (!box() || !before) return;
  const added = [...log().children].filter((row) => Number(row.dataset.seq) > before.last).length;
  if (following) toEnd();
  else if (added) count(fresh + added);
  else if (log().firstElementChild?.id !== before.first) box().scrollTop = before.top + box().scrollHeight - before.height;
});
document.addEventListener("click", (event) => {
  if (event.target.closest("[data-jump]")) toEnd();
});
// what one says oneself is neither new nor out of sight
document.addEventListener("sent", () => {
  if (!box()) return;
  following = true;
  toEnd();
  local.set(markKey(), String(Number.MAX_SAFE_INTEGER));
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-only-decisions]")) log().classList.toggle("only-decisions", event.target.checked);
});
