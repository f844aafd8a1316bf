// Of what waits, several are ticked: how many they are, all of them at once, and no button that would decide nothing.
import { gettext, ngettext } from "./words.js";

const form = document.getElementById("together");
const boxes = () => [...document.querySelectorAll('input[form="together"][name="approval"]')];

export const chosen = () => boxes().filter((box) => box.checked);

function show() {
  const number = chosen().length;
  const said = number
    ? ngettext("{count} is ticked.", "{count} are ticked.", number)
    : gettext("Tick several to decide them at once.");
  form.querySelector("[data-chosen]").textContent = said;
  for (const button of form.querySelectorAll("[data-needs-chosen]")) button.disabled = !number;
  const all = form.querySelector("[data-choose-all]");
  all.checked = number === boxes().length;
  all.indeterminate = number > 0 && !all.checked;
}

if (form) {
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-choose-all]")) for (const box of boxes()) box.checked = event.target.checked;
    if (event.target.matches('[data-choose-all], input[form="together"]')) show();
  });
  window.addEventListener("pageshow", show); // a page that is gone back to has its ticks again
  show();
}
