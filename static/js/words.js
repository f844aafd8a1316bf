// What scripts say: as it stands in them, in English, or what the page brought for it in its own language.
const brought = document.getElementById("words");
const words = brought ? JSON.parse(brought.textContent) : {};

const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);

// `gettext("Remove {name}", { name })`
export const gettext = (text, values = {}) => filled(words[text] ?? text, values);

// `ngettext("{count} file", "{count} files", count)`; in the languages there are, all but one are many
export function ngettext(one, many, count, values = {}) {
  const forms = words[one] ?? [one, many];
  return filled(forms[count === 1 ? 0 : 1], { count, ...values });
}

// the viewer's own locale of the page's language, for dates and hours
export const locale =
  navigator.languages.find((name) => name.split("-")[0] === document.documentElement.lang) ?? document.documentElement.lang;
