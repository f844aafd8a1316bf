// Keys of the wall: a number shows a goal's last lines in place, and shows them anew while they change; m mutes the goal
// in hand. The wall is never put into another order under the pointer, nor while one of its tiles has the focus: it says that the
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

const dialog = () => document.getElementById("peek");
let shown = ""; // the address of the goal whose lines are shown

async function fill(address) {
  const answer = await fetch(address, { headers: { "X-Requested-With": "fetch" } });
  if (!answer.ok || answer.redirected) return location.reload();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (shown !== address) return; // it was closed meanwhile
  const held = dialog().contains(document.activeElement) && document.activeElement.matches(".btn-primary");
  dialog().querySelector("[data-peeked]").replaceChildren(...page.body.childNodes);
  if (!dialog().open) dialog().showModal();
  else if (held) dialog().querySelector(".btn-primary").focus();
  const lines = dialog().querySelector(".last-lines");
  lines.scrollTop = lines.scrollHeight;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-peek]");
  if (!button) return event.target === dialog() && dialog().close(); // its backdrop
  shown = button.dataset.peek;
  fill(shown);
});
document.addEventListener("close", (event) => event.target === dialog() && (shown = ""), true);
document.addEventListener("htmx:after:swap", () => {
  if (shown && document.querySelector(`[data-peek="${CSS.escape(shown)}"]`)) fill(shown);
});
