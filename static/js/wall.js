// The wall is never put into another order under the pointer, nor while one of its tiles has the focus: it says that the
// order changed, and is read again once one has left it.
const wall = () => document.querySelector("[data-wall]");
const sign = () => document.querySelector("[data-wall-changed]");
const held = () => wall()?.matches(":hover") || wall()?.contains(document.activeElement);
let waits = false;

function free() {
  if (waits && !held()) location.reload();
}

document.addEventListener("htmx:before:swap", (event) => {
  if (!wall() || !held()) return;
  const tasks = event.detail.tasks;
  for (let at = tasks.length - 1; at >= 0; at -= 1) {
    const target = tasks[at].target;
    if (target !== "#wall" && target !== wall()) continue;
    tasks.splice(at, 1);
    waits = true;
    sign().hidden = false;
  }
});
document.addEventListener("pointerout", (event) => event.target.closest("[data-wall]") && setTimeout(free, 300));
document.addEventListener("focusout", () => setTimeout(free, 300));
document.addEventListener("click", (event) => event.target.closest("[data-wall-changed]") && location.reload());
