// Tells the server that somebody looks at this page, so that it can say later what happened since they left.
const EVERY = 4 * 60 * 1000; // milliseconds; the server takes ten minutes without a word for leaving
const slot = document.querySelector("[data-here]");
const where = slot?.dataset.here;
const goal = slot?.dataset.hereGoal;
const team = slot?.dataset.hereTeam; // whose room is in sight

function tell(read) {
  if (!read && document.visibilityState !== "visible") return;
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";
  const body = new URLSearchParams({ ...(goal && { goal }), ...(team && { team }), ...(read && { read }) });
  const headers = { "X-CSRFToken": token, "HX-Request": "true" };
  fetch(where, { method: "POST", body, headers, keepalive: true }).catch(() => {}); // it is told again
}

if (where) {
  tell();
  setInterval(() => tell(), EVERY);
  document.addEventListener("visibilitychange", () => tell());
  document.addEventListener("read", (event) => tell(event.detail));
}
