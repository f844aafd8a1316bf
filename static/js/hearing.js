// Whom a message would wake stands below it: asked for anew when the names in it change, never at each key.
const names = (text) => (/^\s*$|^\/[a-z_-]*$/.test(text) ? "" : `${text.match(/^\/\S*|@[\w-]+/g) ?? []}.`);

let asked;

function ask(form) {
  const place = form.querySelector("#hearing");
  const field = form.querySelector("textarea");
  if (!place || asked === names(field.value)) return;
  asked = names(field.value);
  if (asked) place.dispatchEvent(new CustomEvent("hearing"));
  else place.replaceChildren();
}

// files wait for the message: whom it would wake does not hang on them
document.addEventListener("htmx:config:request", (event) => {
  const { request, sourceElement } = event.detail.ctx;
  if (sourceElement.id === "hearing") request.body.delete("files");
});
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
  event.target.querySelector("#hearing")?.replaceChildren();
});
