// The hub as an agent of AG-UI's own JavaScript client: two runs of a thread, and one that asks something:
// node agui_client.mjs HUB TOKEN
import { randomUUID } from "node:crypto";
import { HttpAgent } from "@ag-ui/client";

const [hub, token] = process.argv.slice(2);
const kinds = new Set();

/** A thread, and a way to say something in it. */
function begun() {
  const url = `${hub}/ag-ui/hub`;
  const agent = new HttpAgent({ url, headers: { Authorization: `Bearer ${token}` }, threadId: randomUUID() });
  const run = async (text, more = {}) => {
    if (text) agent.addMessage({ id: randomUUID(), role: "user", content: text });
    let outcome;
    const ran = await agent.runAgent(more, {
      onEvent: ({ event }) => {
        kinds.add(event.type);
        if (event.type === "RUN_FINISHED") outcome = event.outcome;
      },
    });
    const last = ran.newMessages.at(-1);
    return { answer: last?.content, names: ran.newMessages.map((each) => each.name), state: agent.state, outcome };
  };
  return run;
}

const told = begun();
const first = await told("What is 12 * 7?");
const second = await told("And what is 8 * 12?");

const vague = begun();
const asked = await vague("Make it better.");
const [question] = asked.outcome.interrupts ?? [];
const resume = [{ interruptId: question.id, status: "resolved", payload: { answer: "What is 12 * 7?" } }];
const answered = await vague("", { resume });

console.log(JSON.stringify({ first, second, asked, answered, kinds: [...kinds] }));
