// What is sent while the server is away is kept in the browser, marked, and sent later, once: each message has a key, and
// what came to the server though its answer was lost is not said twice. Any page of its workspace sends it.
import { flash, words } from "./refused.js";
import { local } from "./store.js";
import { gettext } from "./words.js";

const AGAIN = 5000; // ms
const AWAY = [502, 503, 504];
const CROWDED = 429; // it is sent again, as what did not arrive
const TICKS = ["shown", "wakes", "adds"];
const SHELF = "outbox:";

const composer = () => document.getElementById("composer");
const here = () => SHELF + composer()?.dataset.draft;
const person = document.querySelector("meta[name=person]");
// a browser may be shared: what one person sent is neither shown to another nor sent as theirs
const me = () => person?.content;
const isMine = (message) => (message.by ?? me()) === me();
// what was kept before its workspace was noted is sent from its room alone
const isSentFrom = (place, message) => isMine(message) && (place === here() || message.in === person?.dataset.workspace);
const zone = () => document.getElementById("unsent");
const passedOver = new Set(); // keys of what another page could not send
let sending = false;
let delivery = "";

function kept(place = here()) {
  try {
    return JSON.parse(local.get(place) ?? "[]");
  } catch {
    return [];
  }
}

function keep(messages, place = here()) {
  const text = messages.length ? JSON.stringify(messages) : "";
  local.set(place, text);
  show();
  return (local.get(place) ?? "") === text;
}

function show() {
  zone()?.replaceChildren(
    ...kept().filter(isMine).map((message) => {
      const row = document.getElementById("unsent-line").content.cloneNode(true);
      row.querySelector("[data-unsent-text]").textContent = message.text;
      if (message.why) row.querySelector("[data-unsent-why]").textContent = message.why;
      row.querySelector("[data-unsent-drop]").dataset.key = message.key;
      return row;
    }),
  );
}

const without = (key, place) => kept(place).filter((message) => message.key !== key);
const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

async function send(message, place) {
  const headers = { "HX-Request": "true" };
  const token = document.querySelector("meta[name=csrf-token]")?.content;
  if (token) headers["X-CSRFToken"] = token;
  const fields = ["text", "delivery", "key"].map((name) => [name, message[name]]);
  const body = new URLSearchParams([...fields, ...(message.ticks ?? [])]);
  const answer = await fetch(message.url, { method: "POST", headers, body, redirect: "manual" });
  if (answer.headers.has("IoA-Seq")) {
    keep(without(message.key, place), place);
    if (place !== here()) flash(gettext("What you wrote while the server was away was sent."));
    return;
  }
  if (AWAY.includes(answer.status) || answer.status === CROWDED) throw new Error("away");
  // another workspace may have been opened meanwhile: its room says what became of it
  if (place !== here()) return passedOver.add(message.key);
  const signedOut = answer.status < 400 || answer.status === 401; // led elsewhere
  const why = signedOut ? gettext("You may be signed out: open this page again.") : words(await answer.text());
  keep(kept().map((one) => (one.key === message.key ? { ...one, why: gettext("Not sent. {why}", { why }), signedOut } : one)));
}

const isDue = (place, message) => isSentFrom(place, message) && !message.why && !passedOver.has(message.key);

async function sendAll() {
  if (sending || !person) return;
  sending = true;
  try {
    for (const place of local.names(SHELF)) {
      for (const message of kept(place).filter((one) => isDue(place, one))) await send(message, place);
    }
  } catch {
    // still away: tried again soon
  }
  sending = false;
}

// who is signed in again has what was kept sent
function takeUpAgain() {
  const messages = kept();
  if (messages.some((one) => one.signedOut)) {
    keep(messages.map(({ why, signedOut, ...one }) => (signedOut ? one : { ...one, why })));
  }
}

function onForm(event) {
  const form = event.detail.ctx?.sourceElement;
  return form && form === composer() ? form : null;
}

document.addEventListener(
  "submit",
  (event) => {
    if (event.target !== composer()) return;
    delivery = event.submitter?.name === "delivery" ? event.submitter.value : "next_turn";
    const key = event.target.querySelector("[name=key]");
    if (!key.value) key.value = newKey();
  },
  true,
);
document.addEventListener("htmx:error", (event) => {
  const form = onForm(event);
  if (!form || event.detail.ctx.response) return;
  lay(form);
});
document.addEventListener("htmx:after:request", (event) => {
  const form = onForm(event);
  if (!form) return;
  const { status } = event.detail.ctx.response;
  if (AWAY.includes(status)) {
    event.preventDefault();
    lay(form);
  } else if (status < 300) form.querySelector("[name=key]").value = "";
});

// what was being sent is kept; where the browser keeps nothing it stays in its field
function lay(form) {
  if (form.querySelector("input[type=file]")?.files.length) {
    return flash(gettext("No answer came from the server, and files can't be kept here. Send it again in a moment."));
  }
  const field = form.querySelector("textarea");
  const key = form.querySelector("[name=key]");
  const ticks = [...new FormData(form)].filter(([name]) => TICKS.includes(name));
  const message = { by: me(), in: person?.dataset.workspace, key: key.value, url: form.action, text: field.value, delivery, ticks };
  if (!keep([...without(message.key), message])) return flash(gettext("No answer came from the server. Try again in a moment."));
  key.value = "";
  field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-unsent-drop]");
  if (button) keep(without(button.dataset.key));
});
window.addEventListener("online", sendAll);
window.addEventListener("storage", (event) => event.key === here() && show());
takeUpAgain();
show();
sendAll();
setInterval(sendAll, AGAIN);
