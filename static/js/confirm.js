// "Stop?" is asked in a dialog of the page; htmx waits for the answer.
document.addEventListener("htmx:confirm", (event) => {
  const { ctx, issueRequest, dropRequest } = event.detail;
  const dialog = document.getElementById("confirm");
  if (!ctx.confirm || !dialog) return;
  event.preventDefault();
  const form = ctx.sourceElement;
  dialog.querySelector("[data-confirm-text]").textContent = ctx.confirm;
  dialog.querySelector("[data-confirm-more]").textContent = form.dataset.confirmMore ?? "";
  dialog.querySelector("[data-confirm-yes]").textContent = form.dataset.confirmYes ?? "Yes";
  dialog.returnValue = "";
  dialog.addEventListener("close", () => (dialog.returnValue === "yes" ? issueRequest() : dropRequest()), { once: true });
  dialog.showModal();
});
