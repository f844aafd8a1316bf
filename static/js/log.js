// The log of a room: follow the end only when the reader is there, say how much is new, mark where one stopped reading.
import { local } from "./store.js";
import { gettext } from "./words.js";

const NEAR = 80;

const box = () => document.querySelector("[data-log]");
const log = () => document.getElementById("log");
const newer = () => document.getElementById("newer"); // the row that loads what comes after a window
const atEnd = () => !box() || (!newer() && box().scrollHeight - box().scrollTop - box().clientHeight < NEAR) || inConclusion();

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
const app = () => document.getElementById("app");

// The server keeps how far one has read, for one's other devices too; here.js tells it.
const PAUSE = 5000; // milliseconds between two words of it
let read = Number(app()?.dataset.read ?? 0);
let told = { seq: read, at: -PAUSE };

function tellRead() {
  if (read <= told.seq) return;
  told = { seq: read, at: performance.now() };
  document.dispatchEvent(new CustomEvent("read", { detail: read }));
}

function markRead() {
  if (document.visibilityState === "visible" && atEnd()) read = Math.max(read, lastSeq());
  if (performance.now() - told.at >= PAUSE) tellRead();
}

function divide() {
  const first = [...log().querySelectorAll(".msg")].find((row) => Number(row.dataset.seq) > read);
  if (!read || !first?.previousElementSibling?.classList.contains("msg")) return; // what is new begins in an earlier window
  const line = document.createElement("li");
  line.className = "divider divider-new";
  line.id = "new";
  line.dataset.seq = `${Number(first.dataset.seq) - 1}.5`;
  line.textContent = gettext("New");
  first.before(line);
}

// unread badges in the outline and on the cards of the map: messages a team has beyond those that one has read, or, of a
// room that one never opened, beyond those it had when this browser first saw it
function badges() {
  const here = app()?.dataset.team;
  const marks = JSON.parse(app()?.dataset.marks ?? "{}");
  for (const link of document.querySelectorAll("#outline a[data-messages]")) { // rooms at other hubs have none
    const row = link.parentElement;
    const key = `seen:${row.dataset.team}`;
    const now = Number(link.dataset.messages);
    if (local.get(key) === null) local.set(key, String(now));
    const known = row.dataset.team === here && log() ? now : marks[row.dataset.team] ?? Number(local.get(key) ?? now);
    const unread = Math.max(now - known, 0);
    const badge = link.querySelector("[data-unread]");
    badge.hidden = unread === 0;
    badge.textContent = unread || "";
    row.classList.toggle("unread", unread > 0);
    const mark = document.querySelector(`#map [data-unread-of="${row.dataset.team}"]`);
    mark?.classList.toggle("is-on", unread > 0);
    mark?.querySelector("text").replaceChildren(unread > 99 ? "99+" : String(unread || ""));
  }
}

// the message that the address names; where it is in another window of the room, that is opened
function named() {
  const seq = /^#e(\d{1,9})$/.exec(location.hash)?.[1];
  const row = seq && document.getElementById(`e${seq}`);
  const address = new URL(location);
  if (seq && !row && address.searchParams.get("at") !== seq) {
    for (const other of ["before", "later"]) address.searchParams.delete(other);
    address.searchParams.set("at", seq);
    location.replace(address);
  }
  return row;
}
window.addEventListener("hashchange", () => box() && named()?.scrollIntoView({ block: "center" }));

// the first message in sight, and where it stands: it stays there whatever is put above it
function anchor() {
  const top = box().getBoundingClientRect().top;
  const row = [...log().querySelectorAll(".msg")].find((one) => one.getBoundingClientRect().bottom > top);
  return row && { id: row.id, at: row.getBoundingClientRect().top };
}

// what was pushed meanwhile stands already where a window of later messages brings it
function once() {
  const seen = new Set();
  for (const row of log().querySelectorAll(":scope > .msg")) {
    if (seen.has(row.id)) row.remove();
    seen.add(row.id);
  }
}

// The rows that load earlier and later messages do so when the reader comes to them, not while the page finds its place.
const ends = new IntersectionObserver((rows) => {
  for (const row of rows) if (row.isIntersecting) row.target.dispatchEvent(new CustomEvent("reached"));
});
const watchEnds = () => [document.getElementById("older"), newer()].forEach((row) => row && ends.observe(row));

// whether decisions alone are shown stands in the address, as every other view does
function showOnly(decisions) {
  log().classList.toggle("only-decisions", decisions);
  const address = new URL(location);
  if (decisions) address.searchParams.set("show", "decisions");
  else address.searchParams.delete("show");
  if (address.href !== location.href) history.replaceState(history.state, "", address);
}

const only = document.querySelector("[data-only-decisions]");
if (only && box()) {
  only.checked = new URL(location).searchParams.get("show") === "decisions";
  showOnly(only.checked);
}

if (box()) {
  divide();
  const wanted = named();
  if (wanted) wanted.scrollIntoView({ block: "center" });
  else if (document.getElementById("new")) document.getElementById("new").scrollIntoView({ block: "start" });
  else toEnd();
  following = atEnd();
  lastTop = box().scrollTop;
  watchEnds();
  box().addEventListener(
    "scroll",
    () => {
      if (atEnd()) following = true;
      else if (box().scrollTop < lastTop) following = false; // rows that grow scroll nothing up
      lastTop = box().scrollTop;
      if (following) count(0);
    },
    { passive: true },
  );
  new ResizeObserver(() => following && toEnd()).observe(log());
  setInterval(markRead, 1000);
  window.addEventListener("pagehide", tellRead);
}
badges();

let before = null;
document.addEventListener("htmx:before:swap", () => {
  if (box()) before = { last: lastSeq(), anchor: anchor() };
});
document.addEventListener("htmx:after:swap", () => {
  badges();
  if (!box() || !before) return;
  once();
  const added = [...log().children].filter((row) => Number(row.dataset.seq) > before.last).length;
  if (following) toEnd();
  else {
    if (added && !newer()) count(fresh + added);
    const row = before.anchor && document.getElementById(before.anchor.id);
    if (row) box().scrollTop += row.getBoundingClientRect().top - before.anchor.at;
  }
  watchEnds();
});
document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-jump]")) return;
  if (newer()) location.assign(newer().dataset.end);
  else toEnd();
});
// what one says oneself is neither new nor out of sight
document.addEventListener("sent", () => {
  if (!box()) return;
  following = true;
  toEnd();
});
document.addEventListener("change", (event) => {
  if (event.target.matches("[data-only-decisions]")) showOnly(event.target.checked);
});
// a question that was asked further up waits at the end too: from there one gets to it, else to the list of what waits
document.addEventListener("click", (event) => {
  const card = document.getElementById(event.target.closest("[data-asked]")?.dataset.asked);
  if (!card) return;
  event.preventDefault();
  following = false;
  card.scrollIntoView({ block: "center" });
  card.querySelector("input[name=words], .actions button[name=answer]")?.focus({ preventScroll: true });
});
