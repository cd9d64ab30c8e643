import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import { createLocalRun, readLocalRun } from "../../src/store/local-run-store.ts";
import { compatibleWire } from "../providers/openai-chat-wire.ts";
import { providerServer } from "../providers/provider-server.ts";
import type { ModelAnswer, Question } from "../providers/wire.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const { path: cwd } = folder;
const rows = (values: readonly object[]) => values.map((row) => JSON.stringify(row)).join("\n");

interface Printed {
  readonly directory: string;
  readonly tasks: readonly [
    {
      readonly systems: readonly [
        {
          readonly metrics: Readonly<Record<string, { readonly value: number }>>;
          readonly remarks: readonly string[];
        },
      ];
    },
  ];
}

async function printed(...args: readonly string[]) {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd });
  expect(status, stderr).toBe(0);
  const { directory, tasks } = JSON.parse(stdout) as Printed;
  const [{ metrics, remarks }] = tasks[0].systems;
  return { directory, metrics, remarks: remarks.join("\n"), stderr };
}

const config = (name: string, task: string, url: string, more = "") =>
  folder.file(
    `${name}.yaml`,
    `name: ${name}
tasks: [{ id: t, ${task} }]
systems: [{ id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${url}/v1" }]
${more}retries: { attempts: 1 }
cache: { replies: false }
`,
  );

describe("corrected labels", () => {
  const question = (at: number, answer: number, text = `Number ${at}?`) => ({
    id: `q${at}`,
    question: text,
    choices: ["a", "b"],
    answer,
  });
  const data = (corrected: number, last = "Number 11?") =>
    folder.file(
      "qa.jsonl",
      rows(
        Array.from({ length: 12 }, (_, at) =>
          question(at, at < corrected ? 0 : 1, at === 11 ? last : undefined),
        ),
      ),
    );
  const task = "family: multiple-choice, data: { path: qa.jsonl, media: none }";

  it("are scored again without a request, and counted; a question that changed is asked again", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: () => ({ text: "A" }),
    });
    config("choices", task, server.url);
    data(0);
    const first = await printed("run", "choices.yaml");
    expect([first.metrics.accuracy!.value, first.remarks]).toEqual([
      0,
      expect.not.stringContaining("changed"),
    ]);
    expect(server.questions).toHaveLength(12);
    data(10);
    const said = /10 samples have another truth, group or split than when the system answered/;
    const scored = await printed("score", first.directory);
    expect(scored.metrics.accuracy!.value).toBeCloseTo(10 / 12);
    expect(scored.remarks).toMatch(said);
    const again = await printed("run", "choices.yaml");
    expect(again.directory).toBe(first.directory);
    expect(again.metrics.accuracy!.value).toBeCloseTo(10 / 12);
    expect(again.remarks).toMatch(said);
    expect(server.questions).toHaveLength(12);
    data(10, "Number 11, please?");
    await printed("run", "choices.yaml");
    expect(server.questions).toHaveLength(13);
    expect(server.questions.at(-1)!.text).toContain("Number 11, please?");
  });

  it("of a run of version 1 are asked again, as that run began", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: () => ({ text: "A" }),
    });
    config("older", task, server.url);
    data(0);
    const first = await printed("run", "older.yaml");
    // The same run as an earlier version would have begun it, with nothing answered yet.
    const old = join(cwd, "runs", "20200101-000000-older");
    {
      await using store = await readLocalRun(first.directory);
      await using _ = await createLocalRun(old, { ...store.header, schema: "vidimus-run/1" });
    }
    await printed("run", "older.yaml", "--run", old);
    expect(server.questions).toHaveLength(24);
    await printed("run", "older.yaml", "--run", old);
    expect(server.questions).toHaveLength(24);
    data(2);
    const changed = await printed("run", "older.yaml", "--run", old);
    expect(server.questions).toHaveLength(26);
    expect(changed.remarks).not.toContain("another truth");
    await using store = await readLocalRun(old);
    const events: RunEvent[] = [];
    for await (const event of store.events()) events.push(event);
    expect(events.some((event) => event.event === "outcome" && "content" in event)).toBe(false);
  });

  it("are graded again, by the judge alone", async () => {
    const answer = ({ text }: Question): ModelAnswer => ({
      text: text.includes("True answer")
        ? text.includes('{"correct"')
          ? '{"correct": true}'
          : '{"label": "Faithful"}'
        : text.includes("What is known to be true")
          ? '{"label": "Faithful"}'
          : '{"answer": "red"}',
    });
    await using server = await providerServer({ wire: compatibleWire, answer });
    const open =
      "family: retrieval, data: { path: open.jsonl, media: none }, options: { find: false }, graders: { judge: judge }";
    const judge = `graders: [{ id: judge, kind: chat, provider: openai-compatible, model: j, baseUrl: "${server.url}/v1" }]\n`;
    config("judged", open, server.url, judge);
    const ask = (truth: string) =>
      folder.file("open.jsonl", rows([{ id: "q", question: "Which colour?", answer: truth }]));
    ask("blue");
    await printed("run", "judged.yaml");
    const own = () => server.questions.filter(({ text }) => !text.includes("judged"));
    const before = own().length;
    const graded = server.questions.length - before;
    expect([before, graded]).toEqual([1, 2]);
    ask("red");
    await printed("run", "judged.yaml");
    expect(own()).toHaveLength(1);
    expect(server.questions.length - own().length).toBe(4);
  });

  it("do not change which types of events are asked for: a difference is said", async () => {
    await using server = await providerServer({
      wire: compatibleWire,
      answer: () => ({ text: "[]" }),
    });
    config(
      "types",
      "family: event-detection, data: { path: events.jsonl, media: none }",
      server.url,
    );
    const events = (type: string) =>
      folder.file(
        "events.jsonl",
        rows(
          ["fall", type].map((one, at) => ({
            id: `v${at}`,
            duration: 50,
            events: [{ type: one, start: 1, end: 2 }],
          })),
        ),
      );
    events("fight");
    await printed("run", "types.yaml");
    expect(server.questions).toHaveLength(2);
    expect(server.questions[0]!.text).toContain("Types: fall, fight");
    events("fire");
    const again = await printed("run", "types.yaml");
    expect(server.questions).toHaveLength(2);
    expect(again.remarks).toContain(
      'asked as the data was when the run began ({"types":["fall","fight"]})',
    );
  });
});
