// The rows of a plan: Alt with an arrow moves the one that one is in, and a row says while it is being saved.
import { gettext } from "./words.js";

const MOVES = { ArrowUp: "up", ArrowDown: "down" };
let moved = "";

document.addEventListener("keydown", (event) => {
  const way = event.altKey && MOVES[event.key];
  const button = way && event.target.closest(".step")?.querySelector(`[data-move="${way}"]`);
  if (!button) return;
  event.preventDefault();
  button.click();
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-move]");
  if (button) moved = button.id;
});
document.addEventListener("htmx:before:request", (event) => {
  const row = event.target.closest?.("[data-step]");
  const line = row?.querySelector(".saved");
  if (line) line.lastChild.textContent = gettext("Saving");
});
document.addEventListener("htmx:after:swap", () => {
  if (moved) document.getElementById(moved)?.focus();
  moved = "";
});
