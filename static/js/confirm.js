// "Stop?" is asked in a dialog of the page: htmx waits for the answer, and so does a plain form with data-confirm.
import { gettext } from "./words.js";

let asked; // the form whose question stands in the dialog
export const formAsked = () => asked;

function ask(question, form, yes, no) {
  const dialog = document.getElementById("confirm");
  asked = form;
  dialog.querySelector("[data-confirm-text]").textContent = question;
  dialog.querySelector("[data-confirm-more]").textContent = form.dataset.confirmMore ?? "";
  dialog.querySelector("[data-confirm-yes]").textContent = form.dataset.confirmYes ?? gettext("Yes");
  dialog.querySelector("[data-api-call]").hidden = "noCall" in form.dataset; // where no operation does the same
  dialog.returnValue = "";
  dialog.addEventListener("close", () => (dialog.returnValue === "yes" ? yes() : no()), { once: true });
  dialog.showModal();
}

document.addEventListener("htmx:confirm", (event) => {
  const { ctx, issueRequest, dropRequest } = event.detail;
  if (!ctx.confirm || !document.getElementById("confirm")) return;
  event.preventDefault();
  ask(ctx.confirm, ctx.sourceElement, issueRequest, dropRequest);
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.confirm || !document.getElementById("confirm")) return;
  event.preventDefault();
  ask(form.dataset.confirm, form, () => form.submit(), () => {});
});
