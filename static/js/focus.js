// Where what had the focus is gone after a swap, the nearest of what it stood in has it: a screen reader goes on from there,
// and not from the top of the page.
let around = []; // the ids of what the focus is in, from the inside

document.addEventListener("htmx:before:swap", () => {
  around = [];
  for (let part = document.activeElement; part && part !== document.body; part = part.parentElement) {
    if (part.id) around.push(part.id);
  }
});
document.addEventListener("htmx:after:swap", () => {
  if (document.activeElement && document.activeElement !== document.body) return;
  const part = around.map((id) => document.getElementById(id)).find(Boolean);
  if (!part) return;
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
});
