// What waits stands in the title and on the icon of every page; what is new is shown by the browser while no page of
// ours is looked at. One page of a browser asks for all of them, when the count changes, and once a minute, until
// nobody is signed in.
import { retitle } from "./frame.js";
import { local } from "./store.js";
import { gettext } from "./words.js";

const EVERY = 60_000; // milliseconds
const LOOKING = 5_000; // a page that is looked at says so this often
const SIGNED_OUT = 401;
const icon = document.querySelector("link[rel=icon][data-waiting-icon]");
const plain = icon?.getAttribute("href");
const from = document.querySelector("meta[name=notices]")?.content;
const channel = "BroadcastChannel" in window ? new BroadcastChannel("ioa-notices") : null;
const allowed = () => "Notification" in window && Notification.permission === "granted" && local.get("notices") !== "off";

function count() {
  return Number(document.querySelector("[data-waiting]")?.dataset.waiting ?? 0);
}

function mark() {
  retitle();
  const href = count() ? icon?.dataset.waitingIcon : plain;
  if (icon && icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}

// as the socket of a page brings it; pages without one learn it here
function show(waiting) {
  for (const badge of document.querySelectorAll("[data-waiting]")) {
    if (Number(badge.dataset.waiting) === waiting) continue;
    badge.dataset.waiting = waiting;
    const inner = badge.querySelector(".badge");
    if (!waiting) inner?.remove();
    else if (inner) inner.firstChild.textContent = waiting;
    else badge.append(badgeOf(waiting));
  }
  mark();
}

function badgeOf(waiting) {
  const made = document.createElement("span");
  made.className = "badge badge-you";
  const more = document.createElement("span");
  more.className = "sr";
  more.textContent = ` ${gettext("waiting")}`;
  made.append(String(waiting), more);
  return made;
}

const looked = () => document.visibilityState === "visible" && local.set("notices.looked", String(Date.now()));
const isLookedAt = () => Date.now() - Number(local.get("notices.looked") ?? 0) < 2 * LOOKING;

async function notify({ id, text, title, path }) {
  const options = { tag: id, body: title, data: { url: path } };
  const registered = await navigator.serviceWorker?.getRegistration("/");
  if (registered?.active) return registered.showNotification(text, options);
  const shown = new Notification(text, options);
  shown.addEventListener("click", () => {
    window.focus();
    location.assign(path);
  });
}

async function ask() {
  const after = local.get("notices.after") ?? "";
  const answer = await fetch(`${from}?after=${after}`, { headers: { "HX-Request": "true" } });
  signedOut = answer.status === SIGNED_OUT;
  if (!answer.ok || answer.redirected) return;
  const { newest, waiting, notices } = await answer.json();
  local.set("notices.after", newest);
  show(waiting);
  channel?.postMessage(waiting);
  if (allowed() && !isLookedAt()) for (const one of notices) await notify(one);
}

function alone(act) {
  if (!navigator.locks) return act();
  return navigator.locks.request("ioa-notices", { ifAvailable: true }, (lock) => lock && act());
}

let asked = 0;
let signedOut = false;
function look() {
  if (signedOut) return;
  asked = Date.now();
  alone(ask).catch(() => {}); // the server is away; the next look asks again
}

if (from) {
  looked();
  setInterval(looked, LOOKING);
  setInterval(look, EVERY);
  document.addEventListener("visibilitychange", () => {
    looked();
    if (Date.now() - asked > EVERY) look();
  });
  channel?.addEventListener("message", (event) => show(event.data));
  let before = count();
  document.addEventListener("htmx:after:swap", () => {
    mark();
    // the notice is written a moment after the page is told that something waits
    if (count() > before) setTimeout(look, 3000);
    before = count();
  });
  look();
}
mark();

// --- the settings of this browser -----------------------------------------------------------------------------------

const settings = document.querySelector("[data-notices-switch]");
const button = (name) => settings.querySelector(`[data-notices-${name}]`);
const canPush = "serviceWorker" in navigator && "PushManager" in window;
const subscription = async () => (await navigator.serviceWorker?.getRegistration("/"))?.pushManager.getSubscription();

function send(told) {
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";
  const headers = { "X-CSRFToken": token, "HX-Request": "true", "Content-Type": "application/json" };
  return fetch("/notices/browser/", { method: "POST", headers, body: JSON.stringify(told) });
}

async function state(words = "") {
  const asks = "Notification" in window;
  const on = allowed();
  // a subscription alone says little: the hub forgets it with the session, and knows it of one workspace
  const pushed = canPush && settings.dataset.pushHere && (await subscription());
  const denied = asks && Notification.permission === "denied";
  button("allow").hidden = !asks || denied || on;
  button("push").hidden = !canPush || !on || Boolean(pushed);
  button("off").hidden = !on;
  const now = pushed ? gettext("Notices are shown, also while no page is open.") : gettext("Notices are shown while a page is open.");
  const not = denied ? gettext("This browser was told to show none: its own settings allow them.") : gettext("No notices are shown here.");
  settings.querySelector("[data-notices-state]").textContent = words || (asks ? (on ? now : not) : gettext("This browser has no notices."));
}

async function allow() {
  local.set("notices", "");
  await Notification.requestPermission();
  await state();
}

async function push() {
  try {
    const registered = await navigator.serviceWorker.register("/worker.js", { scope: "/" });
    await navigator.serviceWorker.ready;
    const key = settings.dataset.pushKey;
    const made = await registered.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const answer = await send(made.toJSON());
    if (!answer.ok) throw new Error(String(answer.status));
    settings.dataset.pushHere = "1";
    await state();
  } catch {
    await state(gettext("This browser could not be added: its push service was not reached, or it refused."));
  }
}

async function off() {
  const pushed = await subscription();
  if (pushed) {
    await send({ off: true, endpoint: pushed.endpoint });
    await pushed.unsubscribe();
  }
  settings.dataset.pushHere = "";
  local.set("notices", "off");
  await state();
}

if (settings) {
  button("allow").addEventListener("click", allow);
  button("push").addEventListener("click", push);
  button("off").addEventListener("click", off);
  state();
  // where somebody is, as their browser says; it is kept when they save
  const zone = document.querySelector("[data-zone]");
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone?.value === "UTC" && [...zone.options].some((one) => one.value === here)) zone.value = here;
}
