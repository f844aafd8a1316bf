// The API's description, shown by Swagger UI, with what it lacks for people who don't see well or use no pointer.

const place = document.getElementById("swagger-ui");
const settings = JSON.parse(JSON.parse(document.getElementById("swagger-settings").textContent)); // a text in a text

// A link inside the button that opens an operation can't be told from it by a screen reader; the button does the same.
const plainNames = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => ({ text }) => React.createElement("span", { className: "nostyle" }, text),
  },
});

const dark = matchMedia("(prefers-color-scheme: dark)");
const follow = () => {
  const chosen = document.documentElement.dataset.theme; // theme.js put it there
  document.documentElement.classList.toggle("dark-mode", chosen ? chosen === "dark" : dark.matches);
};
dark.addEventListener("change", follow);
follow();

SwaggerUIBundle({
  ...settings,
  dom_id: "#swagger-ui",
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [plainNames],
  requestInterceptor: (request) => {
    request.headers["X-CSRFToken"] = place.dataset.csrfToken;
    return request;
  },
  onComplete: () => document.getElementById("servers")?.setAttribute("aria-label", "Server"),
});
