// A button of a form that copies what the form would send, as a call of the API. Files stay where they are.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-api-call]");
  if (!button) return;
  const { form } = button;
  const body = new FormData(form);
  for (const [name, value] of [...body]) if (value instanceof File) body.delete(name);
  body.set("of", form.getAttribute("action"));
  const token = document.querySelector("meta[name=csrf-token]")?.content ?? body.get("csrfmiddlewaretoken") ?? "";
  const answer = await fetch(button.dataset.apiCall, { method: "POST", body, headers: { "X-CSRFToken": token } });
  if (!answer.ok) return;
  const text = await answer.text();
  button.dataset.call = text; // to be read where there is no clipboard
  try {
    await navigator.clipboard.writeText(text);
    const words = button.querySelector(".sr");
    const before = words.textContent;
    words.textContent = button.dataset.done;
    const region = document.getElementById("announce"); // the one polite region of a room
    if (region) region.textContent = button.dataset.done;
    button.dataset.copied = "";
    setTimeout(() => {
      delete button.dataset.copied;
      words.textContent = before;
    }, 1500);
  } catch {
    // no clipboard without https
  }
});
