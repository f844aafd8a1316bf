// A button that puts the lines above it into a field, below what stands there, to be changed.
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-use]");
  if (!button) return;
  const box = button.closest("[data-suggested]");
  const field = document.getElementById(button.dataset.use);
  const lines = Array.from(box.querySelectorAll("li"), (line) => line.textContent);
  field.value = [field.value.trimEnd(), ...lines].filter(Boolean).join("\n");
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
  box.remove();
});
