// The command palette: Ctrl+K or / opens it; typing asks the server; arrows choose, Enter goes, Escape closes.
import { toggleCalls } from "./apicall.js";
import { gettext, ngettext } from "./words.js";

const QUIET = 120; // milliseconds without a key before the server is asked
const dialog = () => document.getElementById("palette");
const field = () => dialog().querySelector("input");
const list = () => document.getElementById("palette-list");
const options = () => [...list().querySelectorAll("[role=option]")];
const chosen = () => list().querySelector('[aria-selected="true"]');

let asked = 0;
let timer;

export function openPalette() {
  if (!dialog() || dialog().open) return;
  field().value = "";
  dialog().showModal();
  field().focus();
  fill();
}

async function fill() {
  const number = ++asked;
  const answer = await fetch(`${field().dataset.palette}?q=${encodeURIComponent(field().value)}`, {
    headers: { "HX-Request": "true" },
  }).catch(() => null);
  if (number !== asked || !answer?.ok) return;
  list().innerHTML = await answer.text(); // made by this server, which escapes what others wrote
  const found = options();
  document.getElementById("palette-count").textContent = found.length ? ngettext("{count} fits", "{count} fit", found.length) : gettext("Nothing fits");
  choose(found[0]);
}

function choose(option) {
  for (const other of options()) other.setAttribute("aria-selected", String(other === option));
  if (option) field().setAttribute("aria-activedescendant", option.id);
  else field().removeAttribute("aria-activedescendant");
  option?.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const all = options();
  if (all.length) choose(all[(all.indexOf(chosen()) + by + all.length) % all.length]);
}

function take(option) {
  if (!option) return;
  dialog().close();
  if (option.dataset.act === "keys") document.getElementById("keyboard").showModal();
  else if (option.dataset.workspace) document.querySelector(`form[data-workspace="${option.dataset.workspace}"]`)?.requestSubmit();
  else if (option.dataset.act === "calls") toggleCalls();
  else if (option.dataset.act === "theme") document.querySelector("[data-theme-toggle]")?.click();
  else go(new URL(option.dataset.url, location.href));
}

function go(url) {
  location.assign(url);
  if (url.pathname === location.pathname && url.hash) document.querySelector(url.hash)?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || !dialog()) return;
  if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (!document.querySelector("dialog[open]")) openPalette();
    return;
  }
  const inField = event.target.closest("input, textarea, select, [contenteditable], dialog");
  if (event.key === "/" && !inField && !event.ctrlKey && !event.metaKey && !document.querySelector("dialog[open]")) {
    event.preventDefault();
    const filter = document.querySelector("[data-filter]"); // a page that has one of its own
    if (filter) filter.select();
    else openPalette();
    return;
  }
  if (event.target !== field()) return;
  const acts = { ArrowDown: () => step(1), ArrowUp: () => step(-1), Enter: () => take(chosen()) };
  if (!acts[event.key] || event.ctrlKey || event.metaKey) {
    if (event.key === "Enter") field().form.requestSubmit();
    return;
  }
  event.preventDefault();
  acts[event.key]();
});
document.addEventListener("input", (event) => {
  if (!dialog() || event.target !== field()) return;
  clearTimeout(timer);
  timer = setTimeout(fill, QUIET);
});
document.addEventListener("click", (event) => {
  const option = event.target.closest("#palette-list [role=option]");
  if (option) take(option);
  else if (event.target === dialog()) dialog().close(); // its backdrop
});
