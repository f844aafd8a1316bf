// @ opens a list of who can be named: arrows move, Enter takes, Escape closes.
const field = () => document.getElementById("say");
const list = () => document.getElementById("mentions");
const options = () => [...list().querySelectorAll("[role=option]:not([hidden])")];

function word() {
  const upTo = field().value.slice(0, field().selectionStart);
  return upTo.match(/(?:^|\s)@([\w-]*)$/);
}

function close() {
  list().hidden = true;
  field().setAttribute("aria-expanded", "false");
  field().removeAttribute("aria-activedescendant");
}

function select(option) {
  for (const other of list().querySelectorAll("[role=option]")) other.setAttribute("aria-selected", String(other === option));
  field().setAttribute("aria-activedescendant", option.id);
  option.scrollIntoView({ block: "nearest" });
}

function refresh() {
  const found = word();
  if (!found) return close();
  for (const option of list().querySelectorAll("[role=option]")) {
    option.hidden = !option.dataset.search.includes(found[1].toLowerCase());
  }
  if (!options().length) return close();
  list().hidden = false;
  field().setAttribute("aria-expanded", "true");
  return select(options()[0]);
}

function take(option) {
  const start = field().selectionStart - word()[1].length;
  field().setRangeText(`${option.dataset.mentionName} `, start, field().selectionStart, "end");
  close();
  field().focus();
  field().dispatchEvent(new Event("input", { bubbles: true }));
}

function step(by) {
  const all = options();
  const at = all.findIndex((option) => option.getAttribute("aria-selected") === "true");
  select(all[(at + by + all.length) % all.length]);
}

document.addEventListener("input", (event) => {
  if (event.target === field()) refresh();
});
document.addEventListener("keydown", (event) => {
  if (event.target !== field() || !list() || list().hidden || event.isComposing) return;
  const acts = {
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
    Enter: () => take(options().find((option) => option.getAttribute("aria-selected") === "true")),
    Tab: () => take(options().find((option) => option.getAttribute("aria-selected") === "true")),
    Escape: close,
  };
  if (!acts[event.key] || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  acts[event.key]();
});
document.addEventListener("click", (event) => {
  const option = event.target.closest("#mentions [role=option]");
  if (option) return take(option);
  if (event.target.closest("[data-mention]")) {
    field().focus();
    field().setRangeText(/(^|\s)$/.test(field().value.slice(0, field().selectionStart)) ? "@" : " @", field().selectionStart, field().selectionEnd, "end");
    return refresh();
  }
  if (list() && !list().hidden) close();
  return undefined;
});
