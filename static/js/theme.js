// Runs before the first paint, so that a chosen theme does not flash. Everything else waits in main.js.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
  } catch {
    // storage is switched off: the system's theme it is
  }
})();
