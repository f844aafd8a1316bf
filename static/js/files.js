// Files of the composer: drop, paste or choose them, see them, take one back. The input's own list is the truth.
import { gettext, locale } from "./words.js";

const input = () => document.getElementById("files");

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };

function readable(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 ** 2 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 ** 2).toLocaleString(locale, TENTHS)} MB`;
}

// browsers call every picture that is pasted image.png
function named(file) {
  const taken = [...input().files].map((other) => other.name);
  if (!taken.includes(file.name)) return file;
  const [, stem, ending] = file.name.match(/^(.*?)(\.[^.]*)?$/s);
  let number = 2;
  while (taken.includes(`${stem}-${number}${ending ?? ""}`)) number += 1;
  return new File([file], `${stem}-${number}${ending ?? ""}`, { type: file.type });
}

function set(files) {
  const all = new DataTransfer();
  for (const file of files) all.items.add(file);
  input().files = all.files;
  list();
}

function row(file, at) {
  const line = document.createElement("li");
  const name = document.createElement("span");
  const size = document.createElement("small");
  const remove = document.createElement("button");
  name.className = "truncate";
  name.textContent = name.title = file.name;
  size.textContent = readable(file.size);
  remove.type = "button";
  remove.className = "btn btn-quiet btn-icon btn-sm";
  remove.textContent = "×";
  remove.setAttribute("aria-label", gettext("Remove {name}", { name: file.name }));
  remove.addEventListener("click", () => set([...input().files].filter((_, other) => other !== at)));
  line.append(name, size, remove);
  return line;
}

function list() {
  const rows = [...input().files].map(row);
  const place = document.getElementById("uploads");
  place.replaceChildren(...rows);
  place.hidden = rows.length === 0;
  document.getElementById("err-files").textContent = "";
}

// what was sent along is the goal's now
document.addEventListener("sent", (event) => event.target.contains(input()) && set([]));

if (input()) {
  let chosen = [];
  input().addEventListener("click", () => (chosen = [...input().files]));
  input().addEventListener("change", () => set([...chosen, ...input().files]));
  const zone = document.querySelector("[data-drop]");
  zone.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    zone.classList.add("dropping");
  });
  zone.addEventListener("dragleave", () => zone.classList.remove("dropping"));
  zone.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    zone.classList.remove("dropping");
    set([...input().files, ...event.dataTransfer.files]);
  });
  // what comes with words is text that was copied, with a picture of it beside: the words are meant
  zone.addEventListener("paste", (event) => {
    const { files, types } = event.clipboardData;
    if (!files.length || types.includes("text/plain")) return;
    event.preventDefault();
    set([...input().files, ...[...files].map(named)]);
  });
}
