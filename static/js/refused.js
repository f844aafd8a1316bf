// What is refused before a door of the pages is reached, as too large or as too much at once, answers with a document
// or a whole page. That has no place inside this one, so that its words are said instead, and so is that none came.
import { gettext } from "./words.js";

const WHOLE = /^\s*<!doctype/i;
const SMALLER = gettext("Take a file away, or choose smaller ones.");
export const SILENCE = gettext("No answer came from the server. Try again in a moment.");

// of a document, of a whole page, or of a part of one
export function words(text) {
  if (text.trimStart().startsWith("{")) return JSON.parse(text).detail ?? "";
  const page = new DOMParser().parseFromString(text, "text/html");
  if (!WHOLE.test(text)) return page.body.textContent.trim();
  return [...page.querySelectorAll("h1, .lede")].map((part) => part.textContent.trim()).join(". ");
}

export function flash(sentence) {
  const line = document.getElementById("flash-line").content.cloneNode(true);
  line.querySelector("span").textContent = sentence;
  document.getElementById("flash").replaceChildren(line);
}

document.addEventListener("htmx:after:request", (event) => {
  const { request, response, sourceElement, text } = event.detail.ctx;
  const isDocument = response.headers.get("Content-Type")?.includes("json");
  if (response.status < 400 || !(isDocument || WHOLE.test(text))) return;
  event.preventDefault();
  const files = response.status === 413 && sourceElement.querySelector("#err-files");
  if (files) files.textContent = `${words(text)} ${SMALLER}`;
  else if (request.method !== "GET") flash(words(text));
});
document.addEventListener("htmx:error", (event) => {
  const { request, response, sourceElement } = event.detail.ctx ?? {};
  if (["composer", "hearing"].includes(sourceElement?.id)) return; // see outbox.js; who will hear is asked while one writes
  if (request && !response && request.method !== "GET") flash(SILENCE);
});
