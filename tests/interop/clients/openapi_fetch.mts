// A goal with a file, over openapi-fetch with the types that openapi-typescript made into ./schema.d.ts:
// `tsx openapi_fetch.mts HUB TOKEN`.
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const [hub, token] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl: hub, headers: { Authorization: `Bearer ${token}` } });
const { data: goal } = await client.POST("/api/v1/goals", {
  body: { text: "What is 12 * 7?", files: [] },
  bodySerializer: (said) => {
    const form = new FormData();
    form.append("text", said.text);
    form.append("files", new File(["a,b\n1,2\n"], "notes.csv", { type: "text/csv" }));
    return form;
  },
});
const params = { path: { goal_id: goal!.id } };
let outcome = "running";
for (let left = 200; left > 0 && outcome === "running"; left--) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  outcome = (await client.GET("/api/v1/goals/{goal_id}", { params })).data!.outcome;
}
const answer = (await client.GET("/api/v1/goals/{goal_id}/result", { params })).data!.answer;
const { data: files } = await client.GET("/api/v1/documents", { params: { query: { goal: goal!.id } } });
console.log(JSON.stringify({ answer, files: files!.items.map((file) => file.name) }));
