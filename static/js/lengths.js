// What is pasted is never cut: a text that is longer than its field takes stays as it is, why it can't be sent stands
// below it, and the browser sends its form only when it is shorter.
import { gettext, locale } from "./words.js";

// as a form sends it, and the hub counts it: a line ends with two characters
const lengthOf = (field) => [...field.value.trim().replaceAll("\n", "\r\n")].length;
const shown = (number) => number.toLocaleString(locale);

function fault(field) {
  const [count, most] = [lengthOf(field), Number(field.dataset.most)];
  if (count <= most) return "";
  const values = { count: shown(count), most: shown(most) };
  return field.form?.querySelector("input[type=file]")
    ? gettext("This has {count} characters, and at most {most} can be sent. Shorten it, or attach the rest as a file.", values)
    : gettext("This has {count} characters, and at most {most} can be sent. Shorten it.", values);
}

function lineBelow(field) {
  const box = field.closest(".field") ?? field;
  if (box.nextElementSibling?.matches("[data-too-long]")) return box.nextElementSibling;
  const line = document.createElement("p");
  line.className = "field-error";
  line.dataset.tooLong = "";
  line.setAttribute("role", "status");
  box.after(line);
  return line;
}

function check(field) {
  const why = fault(field);
  if (!why && !field.validity.customError) return;
  field.setCustomValidity(why);
  if (why) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  lineBelow(field).textContent = why;
}

document.addEventListener("input", (event) => event.target.dataset.most && check(event.target));
// what the browser or a draft put back into a field
addEventListener("pageshow", () => {
  for (const field of document.querySelectorAll("[data-most]")) if (field.value !== field.defaultValue) check(field);
});
// a fold that was closed over such a text would hide why nothing is sent
document.addEventListener(
  "invalid",
  ({ target }) => {
    const fold = target.dataset.most && target.closest("details:not([open])");
    if (fold) fold.open = true;
  },
  true,
);
