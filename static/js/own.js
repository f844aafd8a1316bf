// What one sent oneself has its button to take it back; fragments are the same for everybody, so the page marks its own.
import { flash } from "./refused.js";
import { gettext } from "./words.js";

const me = document.querySelector("meta[name=person]")?.content;

function mark() {
  if (me) for (const row of document.querySelectorAll(`#log > [data-by="${CSS.escape(me)}"]`)) row.classList.add("mine");
}

// the words of what was taken back may be sent otherwise: they stand in the composer, if nothing else does
function giveBack() {
  const words = document.getElementById("taken-back");
  const field = document.getElementById("say");
  if (!words?.textContent || !field) return;
  if (field.value === words.textContent) return; // the answer to their sending is not here yet, and will empty the field
  if (!field.value.trim()) {
    field.value = words.textContent;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }
  words.textContent = "";
}

// words for an answer go with their question where somebody else settles it: they stand in the composer, or are told
const begun = new Map(); // by the id of their field

function keepWords() {
  for (const [id, words] of begun) {
    if (document.getElementById(id)) continue;
    begun.delete(id);
    const field = document.getElementById("say");
    if (field?.checkVisibility() && !field.value.trim() && !field.readOnly) {
      field.value = words;
      field.dispatchEvent(new Event("input", { bubbles: true }));
      flash(gettext("That was settled meanwhile. What you wrote stands in the field for messages."));
    } else flash(gettext("That was settled meanwhile. You had written: {words}", { words }));
  }
}

document.addEventListener("input", (event) => {
  const { id, name, value } = event.target;
  if (name !== "words" || !event.target.closest("form.answer")) return;
  if (value.trim()) begun.set(id, value);
  else begun.delete(id);
});
document.addEventListener("submit", (event) => begun.delete(event.target.querySelector("[name=words]")?.id), true);

mark();
document.addEventListener("sent", giveBack);
document.addEventListener("htmx:after:swap", () => {
  mark();
  giveBack();
  keepWords();
});
