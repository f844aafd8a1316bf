// The keys of every page. A key, or two after each other, takes what bears it: data-key="g a". Never inside a field, a
// dialog or while a word is being composed.
import { chosen } from "./together.js";

const PATIENCE = 1500; // milliseconds between two keys of one command
const FIELDS = "input:not([type=checkbox]), textarea, select, [contenteditable], dialog";
const goal = () => document.getElementById("goal");
const unreadRoom = () => document.querySelector("#outline li.unread > a");
const teamAbove = () =>
  document.querySelector('#outline [aria-selected="true"]')?.parentElement.closest("[role=treeitem]")?.querySelector("a");
const pauseButton = () => document.querySelector('#topbar form:is([action$="/pause/"], [action$="/resume/"]) button');
const rows = () => [...document.querySelectorAll("main .list > li a:first-of-type, main .wall h2 a, main .queue a, #log > li.msg")];

const acts = {
  n: () => unreadRoom()?.click(),
  u: () => teamAbove()?.click(),
  c: () => (goal() ? goal().focus() : take("new goal")),
  r: () => document.getElementById("say")?.focus(),
  p: () => pauseButton()?.click(),
  j: () => step(1),
  k: () => step(-1),
  m: () => document.querySelector(".tile:focus-within [data-mute], .tile:hover [data-mute]")?.click(),
  "@": () => mention(),
  ".": () => document.querySelector("#topbar .actions :is(button, a, summary)")?.focus(),
  x: () => decision()?.querySelector(".queue-tick input")?.click(),
  a: () => (chosen().length ? together("button[value=approve]") : decision()?.querySelector("button[name=answer].btn-primary, .actions button[name=answer]"))?.focus(),
  d: () => (chosen().length ? together("input[name=reason]") : (decision()?.querySelector("input[name=reason]") ?? denial()))?.focus(),
  e: () => change(),
  "?": () => document.getElementById("keyboard")?.showModal(),
};
// the card in hand of those that wait, else the first; keys lead to what decides, Enter decides
const decision = () =>
  document.activeElement?.closest(".card-you") ?? document.querySelector("main .queue .card-you, #needs .card-you, #log .card-you");
const together = (what) => document.querySelector(`#together ${what}`);
const denial = () => [...(decision()?.querySelectorAll(".actions button[name=answer]") ?? [])].at(1);

function change() {
  const fold = decision()?.querySelector("details.permit-edit");
  if (!fold) return decision()?.querySelector("input[name=words]")?.focus();
  fold.open = true;
  fold.querySelector("textarea").focus();
}

function mention() {
  const field = document.getElementById("say");
  if (!field) return;
  field.focus();
  field.setRangeText("@", field.selectionStart, field.selectionEnd, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

let last = { key: "", at: 0 };

function step(by) {
  const all = [...new Map(rows().map((row) => [row.closest("li") ?? row, row])).values()];
  const at = all.findIndex((row) => row === document.activeElement);
  const next = all[at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(Math.max(at + by, 0), all.length - 1)];
  if (next?.matches(".msg")) next.tabIndex = -1;
  next?.focus();
}

function take(keys) {
  const bearer = document.querySelector(`[data-key="${CSS.escape(keys)}"]`);
  if (!bearer) return false;
  bearer.click();
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.closest(FIELDS) || document.querySelector("dialog[open]")) return;
  const pair = performance.now() - last.at < PATIENCE ? `${last.key} ${event.key}` : "";
  last = { key: event.key, at: performance.now() };
  if (!take(pair) && pair.startsWith("g ")) return;
  if (pair.startsWith("g ") || take(event.key)) return event.preventDefault();
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});
// an address may lead to the field in which a goal is written
if (location.hash === "#goal") goal()?.focus();
