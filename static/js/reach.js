// Whom a message would wake stands below it: asked for anew when the names in it change, never at each key.
const names = (text) => (text.match(/^\/\S*|@[\w-]+/g) ?? []).join(" ") + (text.trim() ? "." : "");

let asked;

function ask(form) {
  const place = form.querySelector("#reach");
  const field = form.querySelector("textarea");
  if (!place || asked === names(field.value)) return;
  asked = names(field.value);
  if (asked) place.dispatchEvent(new CustomEvent("reach"));
  else place.replaceChildren();
}

document.addEventListener("input", (event) => {
  const form = event.target.closest("#composer");
  if (form && event.target.id === "say") ask(form);
});
document.addEventListener("focusin", (event) => {
  if (event.target.id !== "say") return;
  asked = undefined;
  ask(event.target.form);
});
document.addEventListener("sent", (event) => {
  asked = "";
  event.target.querySelector("#reach")?.replaceChildren();
});
