// The frame of a page: theme, title, tabs of the inspector, notes that go away.
import { local } from "./store.js";

function toggleTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  local.set("theme", root.dataset.theme);
}

function openTab(name) {
  const app = document.getElementById("app");
  app.dataset.tab = name;
  for (const link of document.querySelectorAll("#inspector [data-tab-link]")) {
    if (link.dataset.tabLink === name) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const late of document.querySelectorAll(`[data-panel="${CSS.escape(name)}"] [hx-trigger^="opened"]`)) {
    late.dispatchEvent(new Event("opened"));
  }
  const url = new URL(location.href);
  url.searchParams.set("tab", name);
  history.replaceState(history.state, "", url);
}

export function retitle() {
  const waiting = document.querySelector("[data-waiting]")?.dataset.waiting;
  const plain = document.title.replace(/^\(\d+\) /, "");
  document.title = Number(waiting) ? `(${waiting}) ${plain}` : plain;
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-theme-toggle]")) toggleTheme();
  event.target.closest("[data-dismiss]")?.closest(".note-line")?.remove();
  const tab = event.target.closest("[data-tab-link]");
  if (tab && document.getElementById("app") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    openTab(tab.dataset.tabLink);
    if (getComputedStyle(document.getElementById("inspector")).visibility === "hidden") location.hash = "#inspector";
  }
  for (const open of document.querySelectorAll("details.pop[open], .split details[open]")) {
    if (!open.contains(event.target)) open.open = false;
  }
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const open of document.querySelectorAll("details.pop[open], .split details[open]")) {
    open.open = false;
    open.querySelector("summary").focus();
  }
});
// what is read as it was recorded does not move under the eyes: a link says that there is more
function tellNewer() {
  const newer = document.querySelector("[data-raw-newer]");
  const shown = document.querySelector("#raw-rows > [data-seq]");
  if (newer && shown) newer.hidden = Number(document.getElementById("cursor")?.dataset.seq ?? 0) <= Number(shown.dataset.seq);
}
document.addEventListener("htmx:after:swap", () => {
  retitle();
  tellNewer();
});
// what was refused is where one looks, however far down its form stands
const wrong = document.querySelector("main [aria-invalid='true'], main .form-error");
wrong?.scrollIntoView({ block: "center" });
wrong?.focus({ preventScroll: true });
// what a form answered with can't be asked for again: a refresh shows the page that stays
const stays = document.querySelector("[data-address]")?.dataset.address;
if (stays) history.replaceState(history.state, "", stays);
// the page's own token, so that markup which is the same for everybody needs none
document.addEventListener("htmx:config:request", (event) => {
  const token = document.querySelector("meta[name=csrf-token]")?.content;
  if (token) event.detail.ctx.request.headers["X-CSRFToken"] = token;
});
