// A goal with a file, over a client that @hey-api/openapi-ts made into ./hey: `tsx hey_api.mts HUB TOKEN`.
import { client } from "./hey/client.gen";
import { createGoal, getGoal, getResult, listDocuments, startPlan, uploadGoalFile } from "./hey/sdk.gen";

const [hub, token] = process.argv.slice(2);
client.setConfig({ baseUrl: hub, auth: token, throwOnError: true });
const { data: goal } = await createGoal({ body: { text: "What is 12 * 7?", shows_plan: true } });
const path = { goal_id: goal!.id };
await uploadGoalFile({ path, body: { file: new File(["a,b\n1,2\n"], "notes.csv", { type: "text/csv" }) } });
const pause = () => new Promise((resolve) => setTimeout(resolve, 300));
const start = () => startPlan({ path: { team_id: goal!.team }, throwOnError: false });
for (let left = 200; left > 0 && (await start()).error; left--) await pause(); // it is planned meanwhile
for (let left = 200; left > 0 && (await getGoal({ path })).data!.outcome === "running"; left--) await pause();
const answer = (await getResult({ path })).data!.answer;
const files = (await listDocuments({ query: { goal: goal!.id } })).data!.items.map((file) => file.name);
console.log(JSON.stringify({ answer, files }));
