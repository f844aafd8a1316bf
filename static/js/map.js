// Pan and zoom change nothing but the view of the picture. It is pushed again and again: until one moves it, it is
// fitted anew each time; then it stays as it was put.
const STEP = 1.25;
const LEAST = 0.2;
const MOST = 2;
const READABLE = 0.6; // smaller, the words of a card cannot be read

const canvas = () => document.querySelector("[data-canvas]");
const picture = () => document.getElementById("map");

let scale = 1;
let keep = open; // what is done when the picture or the window changed
let opened = null; // the canvas that was fitted at first

function size() {
  const [, , width, height] = picture().getAttribute("viewBox").split(" ").map(Number);
  return { width, height };
}

function show() {
  const { width, height } = size();
  picture().setAttribute("width", Math.round(width * scale));
  picture().setAttribute("height", Math.round(height * scale));
}

function zoom(to, least = LEAST) {
  const box = canvas();
  const old = scale;
  const middle = { x: box.scrollLeft + box.clientWidth / 2, y: box.scrollTop + box.clientHeight / 2 };
  scale = Math.min(Math.max(to, least), MOST);
  show();
  box.scrollLeft = (middle.x * scale) / old - box.clientWidth / 2;
  box.scrollTop = (middle.y * scale) / old - box.clientHeight / 2;
}

function whole() {
  const { width, height } = size();
  return Math.min((canvas().clientWidth - 32) / width, (canvas().clientHeight - 32) / height, 1);
}

function fit() {
  zoom(whole(), 0);
  keep = fit;
}

// all of it where that can be read, else the root at the top and in the middle
function open() {
  zoom(Math.max(whole(), READABLE));
  const box = canvas();
  const root = picture().querySelector("a.node:not([data-parent])").getBoundingClientRect();
  box.scrollLeft += root.x + root.width / 2 - (box.getBoundingClientRect().x + box.clientWidth / 2);
  box.scrollTop = 0;
}

function refit() {
  if (!picture()) return;
  if (opened !== canvas()) {
    opened = canvas();
    keep = open;
  }
  keep();
}

function step(by) {
  zoom(scale * by);
  keep = show;
}

const acts = { in: () => step(STEP), out: () => step(1 / STEP), fit };

function neighbour(card, key) {
  const all = [...picture().querySelectorAll("a.node")];
  const siblings = all.filter((other) => other.dataset.parent === card.dataset.parent);
  const at = siblings.indexOf(card);
  const places = {
    ArrowUp: () => document.getElementById(card.dataset.parent ?? ""),
    ArrowDown: () => all.find((other) => other.dataset.parent === card.id),
    ArrowLeft: () => siblings[at - 1],
    ArrowRight: () => siblings[at + 1],
  };
  return places[key]?.();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) acts[button.dataset.zoom]();
});
document.addEventListener("keydown", (event) => {
  if (!picture()) return;
  const card = event.target.closest?.("#map a.node");
  const next = card && neighbour(card, event.key);
  if (next) {
    event.preventDefault();
    next.focus();
  } else if (card && { "+": 1, "-": 1 }[event.key]) {
    acts[event.key === "+" ? "in" : "out"]();
  }
});
document.addEventListener("htmx:after:swap", refit);
window.addEventListener("resize", refit);
for (const moved of ["pointerdown", "wheel", "focusin"]) {
  document.addEventListener(moved, (event) => event.target.closest?.("[data-canvas]") && (keep = show), { passive: true });
}
refit();

// drag the paper; a press on a card stays a press on a card
let held = null;
document.addEventListener("pointerdown", (event) => {
  const box = event.target.closest("[data-canvas]");
  if (!box || event.pointerType !== "mouse" || event.button !== 0 || event.target.closest("a")) return;
  held = { x: event.clientX, y: event.clientY, left: box.scrollLeft, top: box.scrollTop };
  box.setPointerCapture(event.pointerId);
});
document.addEventListener("pointermove", (event) => {
  if (!held) return;
  canvas().scrollLeft = held.left - (event.clientX - held.x);
  canvas().scrollTop = held.top - (event.clientY - held.y);
});
document.addEventListener("pointerup", () => {
  held = null;
});
