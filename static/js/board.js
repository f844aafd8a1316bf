// The cards of the board: up and down move in a column, left and right to the next one that has any. A choice that
// narrows the board or the timeline is taken at once. A phone has one column in sight: at first one that has any.
const cards = (column) => [...column.querySelectorAll("a[data-card]")];
const columns = () => [...document.querySelectorAll("[data-board] [data-column]")].filter((one) => cards(one).length);

function beside(card, by) {
  const all = columns();
  const here = all.findIndex((column) => column.contains(card));
  const next = all[here + by];
  return next && cards(next)[Math.min(cards(all[here]).indexOf(card), cards(next).length - 1)];
}

function within(card, by) {
  const all = cards(card.closest("[data-column]"));
  return all[all.indexOf(card) + by];
}

const ways = {
  ArrowUp: (card) => within(card, -1),
  ArrowDown: (card) => within(card, 1),
  ArrowLeft: (card) => beside(card, -1),
  ArrowRight: (card) => beside(card, 1),
  j: (card) => within(card, 1),
  k: (card) => within(card, -1),
};

document.addEventListener("keydown", (event) => {
  const board = document.querySelector("[data-board]");
  if (!board || !ways[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.closest("input, textarea, select, dialog")) return;
  const card = event.target.closest("[data-board] .board-card")?.querySelector("a[data-card]");
  if (!card && event.key.startsWith("Arrow") && event.target !== board) return;
  const next = card ? ways[event.key](card) : columns().map(cards)[0]?.[0];
  event.preventDefault();
  next?.focus();
});
document.addEventListener("change", (event) => {
  event.target.closest("[data-narrowing]")?.requestSubmit();
});

const board = document.querySelector("[data-board]");
const first = board && matchMedia("(width < 720px)").matches && !location.hash && columns()[0];
if (first) board.scrollLeft += first.getBoundingClientRect().left - board.getBoundingClientRect().left;
