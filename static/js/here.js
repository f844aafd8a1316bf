// Tells the server that somebody looks at this page, so that it can say later what happened since they left.
const EVERY = 4 * 60 * 1000; // milliseconds; the server takes ten minutes without a word for leaving
const SIGNED_OUT = 401;
const slot = document.querySelector("[data-here]");
const where = slot?.dataset.here;
const goal = slot?.dataset.hereGoal;
const team = slot?.dataset.hereTeam; // whose room is in sight
let signedOut = false; // the server knows nobody then who looks

function tell(read) {
  if (signedOut || (!read && document.visibilityState !== "visible")) return;
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? "";
  const body = new URLSearchParams({ ...(goal && { goal }), ...(team && { team }), ...(read && { read }) });
  const headers = { "X-CSRFToken": token, "HX-Request": "true" };
  fetch(where, { method: "POST", body, headers, keepalive: true })
    .then((answer) => (signedOut = answer.status === SIGNED_OUT))
    .catch(() => {}); // it is told again
}

if (where) {
  tell();
  setInterval(() => tell(), EVERY);
  document.addEventListener("visibilitychange", () => tell());
  document.addEventListener("read", (event) => tell(event.detail));
}
