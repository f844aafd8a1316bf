// Who double-clicks on what sends something means it once. The second click would send it again, or, where the first one has
// already brought another question to the same place, answer that.
const SENDS = "form[method=post] button:not([type=button]), button[hx-post]";

document.addEventListener(
  "click",
  (event) => {
    if (event.detail < 2 || !event.target.closest(SENDS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  true,
);
