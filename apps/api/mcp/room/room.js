// The room of one goal inside a host of MCP Apps. It speaks to its host alone, by messages, and shows what agents wrote
// as text and never as markup.
"use strict";

(() => {
  const LOOK_MS = 3000, LONGEST_MS = 30000;
  const TEXTS = JSON.parse(document.getElementById("texts").textContent);  // language -> text -> what is said for it
  let spoken = {};
  const gettext = (text) => spoken[text] ?? text;
  const words = () => ({
    queued: gettext("Queued"), forming: gettext("Forming"), discussing: gettext("Discussing"),
    working: gettext("Working"), waiting_team: gettext("Waits for a team"), needs_you: gettext("Needs you"),
    paused: gettext("Paused"), stalled: gettext("Stalled"), done: gettext("Done"), partial: gettext("Done in part"),
    failed: gettext("Failed"), stopped: gettext("Stopped"),
  });
  const kinds = () => (
    { agent: gettext("Agent"), person: gettext("Person"), coordinator: gettext("Hub"), hub: gettext("Hub") });
  const WITH_WORDS = new Set(["question", "approval", "check", "plan"]);
  const root = document.documentElement;
  const part = (id) => document.getElementById(id);
  const room = { locale: "", labels: {}, goal: "", team: "", page: "", after: 0, timer: 0, pause: LOOK_MS, busy: false, again: false, gone: false };

  // --- the host ---------------------------------------------------------------------------------------------------

  const asked = new Map();
  let last = 0;
  const post = (message) => window.parent.postMessage({ jsonrpc: "2.0", ...message }, "*");

  function ask(method, params) {
    const id = ++last;
    return new Promise((done, failed) => {
      asked.set(id, { done, failed });
      post({ id, method, params });
    });
  }

  async function call(name, args) {
    const result = await ask("tools/call", { name, arguments: args });
    if (result.isError) throw new Error(textOf(result) || gettext("The hub refused it."));
    return result.structuredContent ?? JSON.parse(textOf(result));
  }

  const textOf = (result) => (result.content ?? []).map((one) => (one.type === "text" ? one.text : "")).join("\n");

  const HEARD = {
    "ui/notifications/tool-input": (params) => begin(params.arguments?.goal),
    "ui/notifications/tool-result": (params) => begin(goalOf(params)),
    "ui/notifications/tool-cancelled": () => room.goal || say(gettext("It was cancelled.")),
    "ui/notifications/host-context-changed": dress,
  };

  window.addEventListener("message", (event) => {
    const said = event.data;
    if (event.source !== window.parent || said?.jsonrpc !== "2.0") return;
    if (said.method === undefined) {
      const waits = asked.get(said.id);
      asked.delete(said.id);
      if (said.error) waits?.failed(new Error(String(said.error.message ?? gettext("The host refused it."))));
      else waits?.done(said.result ?? {});
    } else if (said.id === undefined) {
      HEARD[said.method]?.(said.params ?? {});
    } else {
      answer(said);
    }
  });

  function answer(request) {
    if (request.method === "ui/resource-teardown") {
      room.gone = true;
      clearTimeout(room.timer);
    } else if (request.method !== "ping") {
      post({ id: request.id, error: { code: -32601, message: "There is no such method here." } });
      return;
    }
    post({ id: request.id, result: {} });
  }

  function goalOf(result) {
    const given = result.structuredContent ?? {};
    return result._meta?.["ioa-web/goal"] ?? given.goal?.id ?? given.id;
  }

  /** Speak the language of the host, where the hub has it. */
  function speak(locale) {
    try {
      room.locale = Intl.getCanonicalLocales(locale)[0] ?? "";
    } catch {
      return; // no name of a language
    }
    const language = room.locale.split("-")[0];
    spoken = TEXTS[language] ?? {};
    root.lang = language in TEXTS ? language : "en";
    document.title = gettext("Room");
    if (!room.team) part("title").textContent = gettext("The room of a goal");
    part("open").textContent = gettext("Open in the hub");
    part("send").textContent = gettext("Send");
    part("words").placeholder = part("label").textContent = gettext("Write to the team");
    part("log").setAttribute("aria-label", gettext("What was said"));
    part("asked").setAttribute("aria-label", gettext("What waits for you"));
    if (!room.goal) say(gettext("Waiting for a goal …"));
  }

  function dress(context) {
    if (typeof context.locale === "string") speak(context.locale);
    if (context.theme === "light" || context.theme === "dark") root.dataset.theme = context.theme;
    const box = context.containerDimensions;
    if (!box) return;
    root.toggleAttribute("data-filled", "height" in box);
    if (Number.isFinite(box.maxHeight)) root.style.setProperty("--most", `${box.maxHeight}px`);
  }

  // --- looking ----------------------------------------------------------------------------------------------------

  function begin(goal) {
    if (typeof goal !== "string" || goal === room.goal) return;
    Object.assign(room, { goal, after: 0 });
    part("log").replaceChildren();
    look();
  }

  async function look() {
    if (room.busy) {
      room.again = true;
      return;
    }
    clearTimeout(room.timer);
    Object.assign(room, { busy: true, again: false });
    let more = false, over = false;
    try {
      const goal = room.goal;
      const seen = await call("look_into_room", { goal, after: room.after, locale: room.locale });
      if (goal === room.goal) show(seen);
      more = seen.more || goal !== room.goal;
      over = seen.result !== null;
      room.pause = LOOK_MS;
      trouble("");
    } catch (error) {
      const unread = gettext("The room can't be read just now:");
      trouble(`${unread} ${error.message}`);
      room.pause = Math.min(room.pause * 2, LONGEST_MS);
    }
    room.busy = false;
    if (room.gone) return;
    if (more || room.again) look();
    else room.timer = setTimeout(look, over ? LONGEST_MS : room.pause);
  }

  function trouble(words) {
    part("trouble").textContent = words;
    part("trouble").hidden = !words;
  }

  function say(words) {
    part("hint").textContent = words;
    part("hint").hidden = !words;
  }

  // --- showing ----------------------------------------------------------------------------------------------------

  function show(seen) {
    Object.assign(room, { team: seen.goal.team, page: seen.page, labels: seen.labels });
    say("");
    part("title").textContent = seen.goal.title;
    const state = part("state");
    if (state.dataset.state !== seen.goal.status) {
      state.dataset.state = seen.goal.status;
      state.replaceChildren(glyph(seen.goal.status), words()[seen.goal.status] ?? seen.goal.status);
    }
    for (const id of ["state", "log"]) part(id).hidden = false;
    part("composer").hidden = !seen.may_speak;
    part("open").hidden = !seen.page;
    const log = part("log");
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 48;
    addLines(log, seen.lines);
    showAsked(seen.waiting, seen.may_speak);
    if (atEnd) log.scrollTop = log.scrollHeight;
  }

  function addLines(log, lines) {
    for (const line of lines.filter((one) => one.number > room.after)) {
      log.append(shown(line));
      room.after = line.number;
    }
  }

  function shown(line) {
    const sender = line.sender;
    const time = made("time", "", new Date(line.created_at).toLocaleTimeString(room.locale || [], { hour: "2-digit", minute: "2-digit" }));
    time.dateTime = line.created_at;
    if (line.kind === "notice") {
      return made("li", "msg kind-notice", made("span"), made("p", "notice", made("span", "", line.text), time));
    }
    const kind = kinds()[sender.kind] ?? "";
    const mark = made("span", `kind kind-${sender.kind}`, kind);
    const who = made("p", "who", made("b", "", made("bdi", "name", sender.name)), mark, time);
    const said = prose(line.text);
    const framed = line.kind === "conclusion" ? made("div", "card answer", made("div", "pad answered", said)) : said;
    return made("li", `msg kind-${line.kind}`, avatar(sender, kind), made("div", "body", who, framed));
  }

  // --- what waits for a person --------------------------------------------------------------------------------------

  function showAsked(waiting, maySpeak) {
    const list = part("asked");
    const known = new Map([...list.children].map((one) => [one.dataset.id, one]));
    for (const one of waiting) {
      if (!known.delete(one.id)) list.append(question(one, maySpeak));
    }
    for (const gone of known.values()) gone.remove();
  }

  function question(one, maySpeak) {
    const card = made("li", "card card-you", made("header", "", glyph("needs_you"), made("h3", "", one.question)));
    card.dataset.id = one.id;
    card.dataset.state = "needs_you";
    const pad = made("div", "pad");
    card.append(pad);
    if (one.kind === "permit") {
      pad.append(made("p", "", gettext("What permits an agent something is decided in the hub itself.")));
      return card;
    }
    if (!maySpeak) return card;
    const choices = one.options.length ? one.options : one.kind === "approval" ? ["Approve", "Deny"] : [];
    if (choices.length) pad.append(made("div", "actions", ...choices.map((choice, at) => button(card, one, choice, !at))));
    if (WITH_WORDS.has(one.kind)) pad.append(answering(card, one, choices.length > 0));
    return card;
  }

  function button(card, one, choice, first) {
    const element = made("button", first ? "btn btn-primary" : "btn", room.labels[choice] ?? choice);
    element.addEventListener("click", () => decide(card, one.id, choice));
    return element;
  }

  function answering(card, one, besides) {
    const field = made("input");
    field.placeholder = besides ? gettext("Or answer in words") : gettext("Answer in words");
    field.setAttribute("aria-label", `${field.placeholder}: ${one.question}`);
    const send = made("button", "btn", gettext("Answer"));
    const answer = () => field.value.trim() && decide(card, one.id, field.value);
    send.addEventListener("click", answer);
    field.addEventListener("keydown", (event) => event.key === "Enter" && !event.isComposing && answer());
    return made("div", "words", field, send);
  }

  const decide = (card, approval, answer) => act(card, "decide", { approval, answer });

  /** Do something once: what one does it with is out of reach until the hub has answered. */
  async function act(place, tool, args) {
    const controls = [...place.querySelectorAll("button, input, textarea")];
    for (const one of controls) one.disabled = true;
    try {
      await call(tool, args);
      trouble("");
      return true;
    } catch (error) {
      trouble(error.message);
      return false;
    } finally {
      for (const one of controls) one.disabled = false;
      look();
    }
  }

  // No form: hosts need not let a sandbox submit any.
  async function send() {
    const field = part("words");
    const text = field.value;
    if (text.trim() && (await act(part("composer"), "post_message", { team: room.team, text }))) field.value = "";
    field.focus();
  }

  part("send").addEventListener("click", send);
  part("words").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send();
  });

  part("open").addEventListener("click", () => ask("ui/open-link", { url: room.page }).catch((error) => trouble(error.message)));

  // --- the beginning ------------------------------------------------------------------------------------------------

  new ResizeObserver(() => {
    const box = document.body.getBoundingClientRect();
    post({ method: "ui/notifications/size-changed", params: { width: Math.ceil(box.width), height: Math.ceil(box.height) } });
  }).observe(document.body);

  ask("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "ioa-web-room", version: "1" },
    appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] },
  }).then(
    (host) => {
      dress(host.hostContext ?? {});
      post({ method: "ui/notifications/initialized", params: {} });
    },
    (error) => say(`The host did not let the room in: ${error.message}`),
  );
})();
