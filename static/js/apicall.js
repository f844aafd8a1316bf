// A button of a form that copies what the form would send, as a call of the API; in the dialog that asks first, of the
// form that it asks about. Files stay where they are, and no secret leaves the page: its name stands in its place.
import { formAsked } from "./confirm.js";
import { flash } from "./refused.js";
import { local } from "./store.js";
import { gettext } from "./words.js";

function fields(form, action) {
  const body = new FormData(form);
  for (const [name, value] of [...body]) if (value instanceof File) body.delete(name);
  for (const { name, value } of form.querySelectorAll("input[type=password]")) if (value) body.set(name, `<${name}>`);
  const said = form.querySelector("button[name]:not([hidden])"); // what its first button says, where nothing else does
  if (said && !body.has(said.name)) body.set(said.name, said.value);
  body.set("of", action ?? form.getAttribute("action") ?? location.pathname + location.search);
  return body;
}

// beside buttons without fields they are shown to who wants that
export function toggleCalls() {
  const shown = document.documentElement.toggleAttribute("data-api-calls");
  local.set("api-calls", shown ? "shown" : "");
  flash(shown ? gettext("Beside each button stands what copies it as an API call.") : gettext("API calls are hidden again."));
}

document.addEventListener("click", async (event) => {
  if (event.target.closest("[data-calls-toggle]")) return toggleCalls();
  const button = event.target.closest("[data-api-call]");
  if (!button) return;
  const body = fields(button.closest("#confirm") ? formAsked() : button.form, button.dataset.of);
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? body.get("csrfmiddlewaretoken") ?? "";
  const answer = await fetch(button.dataset.apiCall, {
    method: "POST",
    body,
    headers: { "X-CSRFToken": token, "HX-Request": "true" },
  });
  const text = await answer.text();
  if (!answer.ok) return flash(new DOMParser().parseFromString(text, "text/html").body.textContent.trim());
  button.dataset.call = text; // to be read where there is no clipboard
  try {
    await navigator.clipboard.writeText(text);
    const words = button.querySelector(".sr");
    const before = words.textContent;
    words.textContent = button.dataset.done;
    const region = document.getElementById("announce"); // the one polite region of a room
    if (region) region.textContent = button.dataset.done;
    button.dataset.copied = "";
    setTimeout(() => {
      delete button.dataset.copied;
      words.textContent = before;
    }, 1500);
  } catch {
    flash(text); // no clipboard without https
  }
});
