// Runs before the first paint, so that nothing that was chosen flashes. Everything else waits in main.js.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try {
    const theme = localStorage.getItem("theme");
    if (theme) root.dataset.theme = theme;
    if (localStorage.getItem("api-calls")) root.dataset.apiCalls = "";
  } catch {
    // storage is switched off: the system's theme it is
  }
})();
