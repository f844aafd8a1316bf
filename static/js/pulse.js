// A message that passes along an edge of the map is seen: the picture that comes has a higher count at that edge, and a
// light runs along it for a second. Whoever asked for less motion sees the count alone.
const still = matchMedia("(prefers-reduced-motion: reduce)");
const edges = () => document.querySelectorAll("#map [data-said]");
let before = new Map(); // edge -> how many messages were said below it
let drawn = null; // the map that these are of

function count() {
  const map = document.getElementById("map");
  const now = new Map([...edges()].map((edge) => [edge.id, Number(edge.dataset.said)]));
  if (map && map.closest("[data-canvas]") === drawn && !still.matches) {
    for (const edge of edges()) if (before.has(edge.id) && now.get(edge.id) > before.get(edge.id)) run(edge);
  }
  drawn = map?.closest("[data-canvas]") ?? null;
  before = now;
}

function run(edge) {
  const light = edge.cloneNode();
  for (const name of ["id", "data-said"]) light.removeAttribute(name);
  light.setAttribute("class", "pulse");
  light.setAttribute("pathLength", "100");
  light.addEventListener("animationend", () => light.remove());
  edge.after(light);
}

document.addEventListener("htmx:after:swap", count);
count();
