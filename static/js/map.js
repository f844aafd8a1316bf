// Pan and zoom change nothing but the view of the picture; it is pushed again and again and keeps it.
const STEP = 1.25;
const LEAST = 0.2;
const MOST = 2;

const canvas = () => document.querySelector("[data-canvas]");
const picture = () => document.getElementById("map");

let scale = null; // null: as drawn

function size() {
  const [, , width, height] = picture().getAttribute("viewBox").split(" ").map(Number);
  return { width, height };
}

function show() {
  const { width, height } = size();
  picture().setAttribute("width", Math.round(width * (scale ?? 1)));
  picture().setAttribute("height", Math.round(height * (scale ?? 1)));
}

function zoom(to) {
  const box = canvas();
  const old = scale ?? 1;
  const middle = { x: box.scrollLeft + box.clientWidth / 2, y: box.scrollTop + box.clientHeight / 2 };
  scale = Math.min(Math.max(to, LEAST), MOST);
  show();
  box.scrollLeft = (middle.x * scale) / old - box.clientWidth / 2;
  box.scrollTop = (middle.y * scale) / old - box.clientHeight / 2;
}

function fit() {
  const { width, height } = size();
  zoom(Math.min((canvas().clientWidth - 32) / width, (canvas().clientHeight - 32) / height, 1));
}

const acts = { in: () => zoom((scale ?? 1) * STEP), out: () => zoom((scale ?? 1) / STEP), fit };

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
document.addEventListener("htmx:after:swap", () => picture() && scale !== null && show());

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
