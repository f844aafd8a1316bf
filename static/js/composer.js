// Drafts, and sending from the keyboard. A draft is kept for as long as the tab lives. What the field invites to changes
// when the team ends, or goes on.
import { session } from "./store.js";

const ASKED = 1000; // characters of a goal that agents are suggested for: an address has no room for more

// a browser may be shared: what one person began is not shown to another who signs in
const person = document.querySelector("meta[name=person]")?.content;
const key = (form) => `draft:${person}:${form.dataset.draft}`;
const underWay = new WeakMap(); // form -> the words that it was sent with last

const isOver = () => Boolean(document.querySelector("#standing[data-over]"));

for (const form of document.querySelectorAll("form[data-draft]")) {
  const field = form.querySelector("textarea");
  if (!field.value) field.value = session.get(key(form)) ?? "";
}
document.addEventListener(
  "submit",
  (event) => {
    if (event.target.matches("form[data-draft]")) underWay.set(event.target, event.target.querySelector("textarea").value);
  },
  true,
);
document.addEventListener("input", (event) => {
  const form = event.target.closest("form[data-draft]");
  if (!form || event.target.tagName !== "TEXTAREA") return;
  session.set(key(form), event.target.value);
  event.target.removeAttribute("aria-invalid");
});
document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-draft]");
  if (!form || event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.isComposing) return;
  event.preventDefault();
  if (event.target.readOnly) return; // nothing is sent from here any more
  const steer = event.shiftKey && !isOver() && form.querySelector("button[value=steer]");
  form.requestSubmit(steer || form.querySelector(".split > button") || form.querySelector("button[type=submit]"));
});
// before the answer is looked at: what it says of fields stands there after that, whichever module says it
document.addEventListener("htmx:before:response", (event) => {
  const { sourceElement } = event.detail.ctx;
  if (!sourceElement.matches?.("form[data-draft]")) return;
  for (const error of sourceElement.querySelectorAll(".field-error")) error.textContent = "";
});
document.addEventListener("htmx:after:request", (event) => {
  const { ctx } = event.detail;
  const form = ctx.sourceElement;
  if (!form.matches?.("form[data-draft]")) return;
  // the ways to deliver would cover why one of them was refused
  for (const open of form.querySelectorAll(".split details[open]")) open.open = false;
  if (ctx.response.status >= 300) return;
  const field = form.querySelector("textarea");
  if (field.value === underWay.get(form)) field.value = ""; // else the next message is being written
  session.set(key(form), field.value);
  for (const open of form.querySelectorAll("details[open]")) open.open = false;
  form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
});
document.addEventListener("htmx:after:swap", () => {
  const field = document.getElementById("say");
  if (field) field.placeholder = isOver() ? field.dataset.onceOver : field.dataset.whileOpen;
});
// whom a goal suits is asked with its beginning
document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (sourceElement.id === "suggested") request.body.set("text", request.body.get("text").slice(0, ASKED));
});
