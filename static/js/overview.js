// The whole map in small, with what of it is seen, where the canvas does not show all of it. A press goes there.
const SVG = "http://www.w3.org/2000/svg";
const MARGIN = 40; // units around the cards

const canvas = () => document.querySelector("[data-canvas]");
const picture = () => document.getElementById("map");
const inset = () => document.querySelector("[data-overview]");

function part(node) {
  const box = node.querySelector("rect");
  const [x, y] = (/translate\(([\d.]+) ([\d.]+)\)/.exec(node.getAttribute("transform")) ?? [0, 0, 0]).slice(1).map(Number);
  const small = document.createElementNS(SVG, "rect");
  small.setAttribute("class", node.matches(".node") ? "part" : "folded");
  if (node.dataset.state) small.dataset.state = node.dataset.state;
  small.setAttribute("x", x + Number(box.getAttribute("x") ?? 0));
  small.setAttribute("y", y + Number(box.getAttribute("y") ?? 0));
  for (const name of ["width", "height"]) small.setAttribute(name, box.getAttribute(name));
  return small;
}

// from pixels of the canvas to units of the picture
const scale = () => Number(picture().getAttribute("width")) / picture().viewBox.baseVal.width;

function draw() {
  if (!inset() || !picture()) return;
  const { width, height } = picture().viewBox.baseVal;
  inset().setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width + 2 * MARGIN} ${height + 2 * MARGIN}`);
  const view = document.createElementNS(SVG, "rect");
  view.setAttribute("class", "view");
  inset().replaceChildren(view, ...[...picture().querySelectorAll("a.node, a.fold-node")].map(part));
  look();
}

function look() {
  const view = inset()?.querySelector(".view");
  if (!view || !picture()) return;
  const box = canvas().getBoundingClientRect();
  const whole = picture().getBoundingClientRect();
  const place = { x: box.x - whole.x, y: box.y - whole.y, width: box.width, height: box.height };
  for (const [name, pixels] of Object.entries(place)) view.setAttribute(name, pixels / scale());
  inset().classList.toggle("is-needed", whole.width > box.width + 1 || whole.height > box.height + 1);
}

function go(event) {
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(inset().getScreenCTM().inverse());
  const box = canvas().getBoundingClientRect();
  const whole = picture().getBoundingClientRect();
  canvas().scrollLeft += whole.x + point.x * scale() - (box.x + box.width / 2);
  canvas().scrollTop += whole.y + point.y * scale() - (box.y + box.height / 2);
}

let held = false;
document.addEventListener("pointerdown", (event) => {
  held = event.button === 0 && event.target.closest?.("[data-overview]") !== null;
  if (held) go(event);
});
document.addEventListener("pointermove", (event) => held && go(event));
for (const ended of ["pointerup", "pointercancel"]) document.addEventListener(ended, () => (held = false));

document.addEventListener("scroll", (event) => event.target === canvas() && look(), { capture: true, passive: true });
document.addEventListener("click", (event) => event.target.closest?.("[data-zoom]") && look());
document.addEventListener("keydown", () => requestAnimationFrame(look));
document.addEventListener("htmx:after:swap", draw);
window.addEventListener("resize", look);
draw();
