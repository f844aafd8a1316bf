// A goal played again: frames one after another, gaps closed, at one to sixteen times the usual speed. Each is an address,
// which the page has once it is shown. Space plays, arrows step, with Shift to the next mark.
import { SILENCE, flash } from "./refused.js";
import { gettext } from "./words.js";

const player = () => document.querySelector("[data-replay]");
const slider = () => player().querySelector("[data-seek]");
const address = (seq) => `${player().dataset.base}${seq}/${player().dataset.query ? `?${player().dataset.query}` : ""}`;
const LEAST = 150; // ms between two frames, however fast

let frames = []; // [event, seconds, mark]
let timer = null;
let shown = 0; // index of the frame that is shown or on its way, or of the last before what is
let busy = false;
let wanted = null;

const indexOf = (seq) => Math.max(frames.findLastIndex(([event]) => event <= seq), 0);

function follow() {
  const log = document.querySelector("[data-replayed]");
  if (log) log.scrollTop = log.scrollHeight;
}

// what is shown stays, and its address with it
function refuse(seq) {
  wanted = null;
  shown = indexOf(seq);
  slider().value = seq;
  pause();
  flash(SILENCE);
}

async function show(seq) {
  wanted = seq;
  shown = indexOf(seq); // who presses on before it has come goes on from there
  if (busy) return;
  busy = true;
  while (wanted !== null) {
    const now = wanted;
    wanted = null;
    await htmx.ajax("GET", address(now), { target: "#stage", swap: "none" });
    const come = Number(document.getElementById("replay-now").dataset.seq);
    if (come !== now) {
      refuse(come);
      break;
    }
    slider().value = now;
    slider().setAttribute("aria-valuetext", gettext("Event {now} of {last}", { now, last: slider().max }));
    history.replaceState(history.state, "", address(now));
    follow();
  }
  busy = false;
}

function look(playing) {
  const button = player().querySelector("[data-play]");
  button.querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  button.querySelector(".sr").textContent = playing ? gettext("Pause") : gettext("Play");
}

function pause() {
  clearTimeout(timer);
  timer = null;
  look(false);
}

function next() {
  const speed = Number(player().querySelector("[data-speed]").value);
  const mine = setTimeout(async () => {
    if (shown + 1 >= frames.length) return pause();
    await show(frames[shown + 1][0]);
    return timer === mine && next(); // who paused and played on meanwhile has another
  }, Math.max((frames[shown][1] * 1000) / speed, LEAST));
  timer = mine;
}

function play() {
  if (timer) return pause();
  look(true);
  if (shown + 1 >= frames.length) show(frames[0][0]);
  next();
  return undefined;
}

function step(by, marked) {
  pause();
  let at = shown + by;
  while (marked && frames[at] && !frames[at][2]) at += by;
  if (frames[at]) show(frames[at][0]);
}

if (player()) {
  frames = JSON.parse(document.getElementById("frames").textContent);
  shown = indexOf(Number(slider().value));
  follow();
  player().addEventListener("click", (event) => {
    const link = event.target.closest("[data-step], [data-to]");
    if (event.target.closest("[data-play]")) return play();
    if (!link || event.ctrlKey || event.metaKey) return undefined;
    event.preventDefault();
    if (link.dataset.step) return step(Number(link.dataset.step));
    pause();
    link.closest("details").open = false;
    link.closest("details").querySelector("summary").focus();
    return show(Number(link.dataset.to));
  });
  slider().addEventListener("input", () => {
    pause();
    show(frames[indexOf(Number(slider().value))][0]);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("select, textarea, dialog, [role=tree], #map a.node")) return;
    const acts = {
      " ": () => !event.target.closest("button, a, summary") && play(),
      ArrowLeft: () => step(-1, event.shiftKey),
      ArrowRight: () => step(1, event.shiftKey),
    };
    if (!acts[event.key] || acts[event.key]() === false) return;
    event.preventDefault();
  });
}
