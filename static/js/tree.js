// The outline is one tab stop: up and down move, left and right fold, Enter opens. Folds are remembered for the tab.
import { session } from "./store.js";

const links = () => [...document.querySelectorAll("#outline [role=treeitem] > a")].filter((link) => link.offsetParent);
const item = (link) => link.closest("[role=treeitem]");

function focus(link) {
  if (!link) return;
  for (const other of document.querySelectorAll("#outline [role=treeitem] > a")) other.tabIndex = other === link ? 0 : -1;
  link.focus();
}

function fold(node, open) {
  node.setAttribute("aria-expanded", String(open));
  session.set(`fold:${node.dataset.team}`, open ? "" : "1");
}

function refold() {
  for (const node of document.querySelectorAll("#outline [aria-expanded]")) {
    if (session.get(`fold:${node.dataset.team}`)) node.setAttribute("aria-expanded", "false");
  }
}

function left(link) {
  const node = item(link);
  if (node.getAttribute("aria-expanded") === "true") return fold(node, false);
  return focus(node.parentElement.closest("[role=treeitem]")?.querySelector(":scope > a"));
}

function right(link) {
  const node = item(link);
  if (node.getAttribute("aria-expanded") === "false") return fold(node, true);
  return focus(node.querySelector(":scope > [role=group] a"));
}

document.addEventListener("keydown", (event) => {
  const link = event.target.closest?.("#outline [role=treeitem] > a");
  if (!link) return;
  const all = links();
  const at = all.indexOf(link);
  const acts = {
    ArrowDown: () => focus(all[at + 1]),
    ArrowUp: () => focus(all[at - 1]),
    Home: () => focus(all[0]),
    End: () => focus(all.at(-1)),
    ArrowLeft: () => left(link),
    ArrowRight: () => right(link),
  };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});
document.addEventListener("htmx:after:swap", refold);
refold();
