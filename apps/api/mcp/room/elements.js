// What the room is drawn of: elements, and the paragraphs of what somebody wrote, as text and never as markup.
"use strict";

/** An element with a class and what is in it: texts and other elements. */
function made(name, kind, ...inside) {
  const element = document.createElement(name);
  if (kind) element.className = kind;
  element.append(...inside.filter((one) => one !== null && one !== undefined));
  return element;
}

function glyph(state) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  svg.setAttribute("class", "glyph");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `#s-${state}`);
  svg.append(use);
  return svg;
}

/** Who said something; `kind`: what that is, in words. */
function avatar(sender, kind) {
  const words = sender.name.replaceAll("-", " ").split(" ").filter(Boolean);
  const letters = words.length > 1 ? [...words[0]][0] + [...words[1]][0] : [...(words[0] ?? "?")].slice(0, 2).join("");
  const person = sender.kind === "person";
  const look = person ? "avatar-person" : sender.kind === "agent" ? `hue-${(crc32(sender.handle) % 8) + 1}` : "avatar-event";
  const element = made("span", `avatar ${look}`, person ? [...letters][0].toUpperCase() : letters);
  element.setAttribute("role", "img");
  element.setAttribute("aria-label", kind);
  return element;
}

function crc32(text) {
  let crc = -1;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

/** What somebody wrote: paragraphs, lists, headings, code and bold words of Markdown; all else stands as it is. */
function prose(text) {
  const box = made("div", "prose");
  for (const piece of text.split(/(^```[^\n]*\n[\s\S]*?^```[ \t]*$)/m)) {
    const code = /^```[^\n]*\n([\s\S]*?)\n?```[ \t]*$/.exec(piece);
    if (code) box.append(made("pre", "", made("code", "", code[1])));
    else box.append(...piece.split(/\n{2,}/).filter((one) => one.trim()).map(block));
  }
  return box;
}

function block(text) {
  const lines = text.replace(/^\n+|\n+$/g, "").split("\n");
  if (lines.every((line) => /^\s*[-*] /.test(line))) {
    return made("ul", "", ...lines.map((line) => made("li", "", ...inline(line.replace(/^\s*[-*] /, "")))));
  }
  if (lines.length > 1 && lines.every((line) => line.startsWith("|")) && /^[|\s:-]+$/.test(lines[1])) return table(lines);
  const heading = lines.length === 1 && /^#{1,6} (.*)$/.exec(lines[0]);
  return heading ? made("p", "", made("strong", "", heading[1])) : made("p", "plain", ...inline(lines.join("\n")));
}

function table([head, , ...rows]) {
  const cells = (line, name) => line.replace(/^\||\|\s*$/g, "").split("|").map((one) => made(name, "", ...inline(one.trim())));
  const body = made("tbody", "", ...rows.map((line) => made("tr", "", ...cells(line, "td"))));
  return made("div", "tabled", made("table", "", made("thead", "", made("tr", "", ...cells(head, "th"))), body));
}

function inline(text) {
  return text.split(/(\*\*[^*\n]+\*\*|`[^`\n]+`)/).map((one) => {
    if (one.length > 4 && one.startsWith("**") && one.endsWith("**")) return made("strong", "", one.slice(2, -2));
    if (one.length > 2 && one.startsWith("`") && one.endsWith("`")) return made("code", "", one.slice(1, -1));
    return document.createTextNode(one);
  });
}
