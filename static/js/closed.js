// Who was signed out, or taken out of the workspace, can do nothing more here. The page says so where they write, and
// sends nothing: what was typed stays to be read and copied, and a draft stands in its field again for who signs in.
let closed = ""; // "signed-out" or "no-access"

const note = () => document.getElementById(`closed-${closed}`).content.cloneNode(true);

function lock(form) {
  const field = form.querySelector("textarea");
  field.readOnly = true;
  for (const moving of form.querySelectorAll("#hearing, #suggested")) moving.replaceChildren();
  form.querySelector(".bottom").replaceChildren(note());
}

// in the place of what sends, where one writes; else, or where something else is pressed, as a note of its own
const say = () => document.getElementById("flash").replaceChildren(note());

export function close(why) {
  if (closed || !document.getElementById(`closed-${why}`)) return;
  closed = why;
  const forms = document.querySelectorAll("form[data-draft]");
  for (const form of forms) lock(form);
  if (![...forms].some((form) => form.checkVisibility())) say();
}

document.addEventListener(
  "submit",
  (event) => {
    if (!closed || !event.target.hasAttribute("hx-post")) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (!event.target.matches("[data-draft]")) say();
  },
  true,
);
// before anything is led away to sign in: the words that were being sent would be gone with the page
document.addEventListener("htmx:after:request", (event) => {
  const { response, sourceElement } = event.detail.ctx;
  if (response.status !== 401) return;
  event.preventDefault();
  close("signed-out");
  if (closed && !sourceElement.closest("form[data-draft]")) say();
});
