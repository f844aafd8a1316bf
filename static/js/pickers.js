// @ opens a list of who can be named, / at the beginning one of commands: arrows move, Enter takes, Escape closes.
const PICKERS = { mentions: /(?:^|\s)@([\w-]*)$/, commands: /^\/([\w-]*)$/ };

const field = () => document.getElementById("say");
const open = () => Object.keys(PICKERS).map((id) => document.getElementById(id)).find((list) => list && !list.hidden);
const options = (list) => [...list.querySelectorAll("[role=option]:not([hidden])")];
const selected = (list) => options(list).find((option) => option.getAttribute("aria-selected") === "true");

function word(id) {
  return field().value.slice(0, field().selectionStart).match(PICKERS[id]);
}

function close() {
  const list = open();
  if (list) list.hidden = true;
  field().setAttribute("aria-expanded", "false");
  field().removeAttribute("aria-activedescendant");
}

function select(list, option) {
  for (const other of list.querySelectorAll("[role=option]")) other.setAttribute("aria-selected", String(other === option));
  field().setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

let asked = 0; // the last question to the server; an older answer is not shown

// whom one may name is asked for as it is typed: of thousands of agents a few fit
async function fetchOptions(list, typed) {
  const mine = (asked += 1);
  await new Promise((done) => setTimeout(done, 120));
  if (mine !== asked) return;
  try {
    const answer = await fetch(`${list.dataset.source}?q=${encodeURIComponent(typed)}`, { headers: { "HX-Request": "true" } });
    const text = answer.ok ? await answer.text() : "";
    if (mine !== asked || word(list.id)?.[1].toLowerCase() !== typed) return;
    const chosen = selected(list)?.dataset.optionText;
    list.innerHTML = text;
    show(list, chosen);
  } catch {
    close(); // the server is away
  }
}

function show(list, chosen) {
  list.hidden = options(list).length === 0;
  field().setAttribute("aria-expanded", String(!list.hidden));
  if (list.hidden) return;
  field().setAttribute("aria-controls", list.id);
  select(list, options(list).find((option) => option.dataset.optionText === chosen) ?? options(list)[0]);
}

function refresh() {
  asked += 1;
  close();
  const id = Object.keys(PICKERS).find((each) => word(each));
  const list = id && document.getElementById(id);
  if (!list) return;
  const typed = word(id)[1].toLowerCase();
  for (const option of list.querySelectorAll("[role=option]")) option.hidden = !option.dataset.search.includes(typed);
  show(list);
  if (list.dataset.source) fetchOptions(list, typed);
}

function take(option) {
  const { id } = option.closest("[role=listbox]");
  const start = field().selectionStart - word(id)[1].length;
  field().setRangeText(option.dataset.optionText, start, field().selectionStart, "end");
  close();
  field().focus();
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

function step(list, by) {
  const all = options(list);
  select(list, all[(all.indexOf(selected(list)) + by + all.length) % all.length]);
}

document.addEventListener("input", (event) => {
  if (event.target === field()) refresh();
});
document.addEventListener("keydown", (event) => {
  const list = event.target === field() && open();
  if (!list || event.isComposing || event.ctrlKey || event.metaKey) return;
  const acts = {
    ArrowDown: () => step(list, 1),
    ArrowUp: () => step(list, -1),
    Enter: () => take(selected(list)),
    Tab: () => take(selected(list)),
    Escape: close,
  };
  if (!acts[event.key]) return;
  event.preventDefault();
  event.stopPropagation();
  acts[event.key]();
});
document.addEventListener("click", (event) => {
  const option = event.target.closest("#mentions [role=option], #commands [role=option]");
  if (option) return take(option);
  if (event.target.closest("[data-mention]")) {
    field().focus();
    field().setRangeText(/(^|\s)$/.test(field().value.slice(0, field().selectionStart)) ? "@" : " @", field().selectionStart, field().selectionEnd, "end");
    return refresh();
  }
  if (field() && open()) close();
  return undefined;
});
