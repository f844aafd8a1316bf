// One timer for all ages, and times of day in the viewer's own zone. The server's text stays where script is off.
import { gettext, locale } from "./words.js";

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86400;

// as hours are written where the viewer is: 14:05, 2:05 PM
const hours = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });
const two = (number) => String(number).padStart(2, "0");

function clock(seconds) {
  const whole = Math.max(Math.floor(seconds), 0);
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)}:${two(whole % MINUTE)}`;
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h ${two(Math.floor((whole % HOUR) / MINUTE))} min`;
  return `${Math.floor(whole / DAY)} d`;
}

// over days with the hours: nearly three are not two
function left(seconds) {
  return seconds < DAY ? clock(seconds) : `${clock(seconds)} ${Math.floor((seconds % DAY) / HOUR)} h`;
}

function ago(seconds, moment) {
  if (seconds < MINUTE) return gettext("just now");
  if (seconds < HOUR) return gettext("{minutes} min ago", { minutes: Math.floor(seconds / MINUTE) });
  if (seconds < DAY) return gettext("{hours} h ago", { hours: Math.floor(seconds / HOUR) });
  if (seconds < 2 * DAY) return gettext("yesterday");
  return moment.toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
}

function zoned(moment) {
  const minutes = -moment.getTimezoneOffset();
  const offset = `${minutes < 0 ? "-" : "+"}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  return `${moment.toLocaleDateString(locale)} ${moment.toLocaleTimeString(locale)} UTC${offset}`;
}

function put(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function tick() {
  const now = Date.now();
  for (const element of document.querySelectorAll("[data-since]")) {
    put(element, clock((now - Date.parse(element.getAttribute("datetime"))) / 1000));
  }
  for (const element of document.querySelectorAll("[data-until]")) {
    put(element, left((Date.parse(element.getAttribute("datetime")) - now) / 1000));
  }
  for (const element of document.querySelectorAll("[data-ago]")) {
    const moment = new Date(element.getAttribute("datetime"));
    put(element, ago((now - moment) / 1000, moment));
  }
}

export function place(root = document) {
  for (const element of root.querySelectorAll("time[data-at]")) {
    const moment = new Date(element.getAttribute("datetime"));
    put(element, hours.format(moment));
    element.title = zoned(moment);
  }
  for (const element of root.querySelectorAll("time[data-on-day]")) {
    const moment = new Date(element.getAttribute("datetime"));
    put(element, days.format(moment));
    element.title = zoned(moment);
  }
  for (const element of root.querySelectorAll("time[data-since], time[data-ago], time[data-until]")) {
    element.title = zoned(new Date(element.getAttribute("datetime")));
  }
  tick();
}

place();
setInterval(tick, 1000);
document.addEventListener("htmx:after:swap", () => place());
