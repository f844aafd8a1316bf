// What one sent oneself has its button to take it back; fragments are the same for everybody, so the page marks its own.
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

mark();
document.addEventListener("sent", giveBack);
document.addEventListener("htmx:after:swap", () => {
  mark();
  giveBack();
});
