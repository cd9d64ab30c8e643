import { expect, it } from "vitest";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const actions = ["Pour coffee", "Wait", "Stir"];

const windows = Array.from({ length: 12 }, (_, at) => {
  const target = {
    action: actions[at % 3]!,
    subtask: `step ${at % 2}`,
    objects: at % 2 ? ["kettle", "mug"] : ["mug"],
    contact: ["yes", "no", "unknown"][at % 3]!,
    transition: "no",
    next_action: actions[(at + 1) % 3]!,
  };
  const answer = { ...target, evidence_window: { start_frame: at * 5, end_frame: at * 5 + 19 } };
  const replies: Record<number, string> = {
    1: JSON.stringify({ ...answer, action: "the person will wait now" }),
    2: JSON.stringify(target),
    3: JSON.stringify({ ...answer, objects: ["Mug", "kettle"] }),
    4: `\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``,
    5: "I do not know",
    6: JSON.stringify(answer).slice(0, 30),
  };
  return {
    row: { id: `w${at}`, episode: `e${Math.floor(at / 6)}`, target, label_options: actions },
    reply: replies[at] ?? JSON.stringify(answer),
  };
});

const program = `
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
const replies = new Map(readFileSync("replies.jsonl", "utf8").trim().split("\\n").map((line) => {
  const { id, reply } = JSON.parse(line);
  return [id, reply];
}));
const parsed = (text) => { try { return JSON.parse(text); } catch { return text; } };
const say = (message) => process.stdout.write(JSON.stringify(message) + "\\n");
for await (const line of createInterface({ input: process.stdin })) {
  const { type, asks = [] } = JSON.parse(line);
  if (type === "hello") say({ type: "ready", protocol: 1, speaks: "prediction" });
  for (const { id, sample } of asks) {
    const reply = replies.get(sample.id);
    say({ type: "answer", id, prediction: process.argv[2] === "fields" ? parsed(reply) : reply });
  }
  if (type === "bye") break;
}
`;

it("scores an omni model's answers alike from a file and from a program, beside a verified result", async () => {
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  folder.file("eval.jsonl", lines(windows.map(({ row }) => row)));
  folder.file("replies.jsonl", lines(windows.map(({ row, reply }) => ({ id: row.id, reply }))));
  folder.file("model.mjs", program);
  folder.file(
    "verified.json",
    JSON.stringify({ adapter: "v6", evaluation: { action_macro_f1: 0.0029, num_samples: 4032 } }),
  );
  folder.file(
    "omni.yaml",
    `name: omni
tasks:
  - { id: omni, family: episode, data: { format: omni, path: eval.jsonl }, options: { task: structured_answer } }
systems:
  - { id: file, kind: predictions, path: replies.jsonl }
  - { id: text, kind: command, command: [${JSON.stringify(process.execPath)}, model.mjs, text] }
  - { id: fields, kind: command, command: [${JSON.stringify(process.execPath)}, model.mjs, fields] }
references:
  - { task: omni, path: verified.json }
`,
  );
  const finished = await cli(["run", "omni.yaml", "--json"], { cwd: folder.path });
  expect(finished.status, finished.stderr).toBe(0);
  const [task] = (JSON.parse(finished.stdout) as Summary).tasks;
  for (const { id, metrics } of task!.systems) {
    const values = Object.fromEntries(
      Object.entries(metrics).map(([name, { value }]) => [name, value]),
    );
    // Windows 5 and 6 hold no JSON, window 2 has six keys; 4 of 12 contacts are unknown.
    expect(values, id).toMatchObject({
      json_validity_rate: 9 / 12,
      subtask_accuracy: 10 / 12,
      transition_accuracy: 10 / 12,
      contact_accuracy: 7 / 8,
      // 14 of 15 objects that are named are right, of 18.
      object_micro_f1: 28 / 33,
    });
    // One of four is missed of the first and of the last action.
    expect(values.action_macro_f1).toBeCloseTo((6 / 7 + 1 + 6 / 7) / 3, 12);
  }
  expect(task!.systems.map(({ id }) => id)).toEqual(["file", "text", "fields"]);
  expect(finished.stdout).toContain('"v6"');
});
