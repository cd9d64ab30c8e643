import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { textHash } from "../../src/math/text-hash.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { compatibleWire } from "./openai-chat-wire.ts";
import { type Behaviour, providerServer } from "./provider-server.ts";
import type { ModelAnswer, Question, Wire } from "./wire.ts";

const key = "sk-not-to-be-found-4711";
const folder = temporaryFolder();

/**
 * What a server does to a question the first times; after that it answers. Hanging is rare, because
 * it costs the time limit.
 */
const trouble: readonly Behaviour[] = [
  "rate",
  "rate-without-header",
  "overloaded",
  "error",
  "unavailable",
  "drip",
  "half",
  "reset",
  "wrong-type",
  "empty",
  "duplicate",
  "ok",
];

function worst({ text }: Question, count: number): Behaviour {
  const hash = textHash(text, 0) >>> 0;
  if (count === 0 && hash % 100 === 0) return "hang";
  if (count > hash % 3) return "ok";
  return trouble[(hash + count * 5) % trouble.length]!;
}

/** Right, wrong, refused, unparsed or cut off, by the question alone. */
function modelAnswer({ text }: Question): ModelAnswer {
  const hash = textHash(text, 1) >>> 0;
  if (hash % 50 === 0) return { text: "", finish: "filter" };
  if (hash % 50 === 1) return { text: "Let me think about", finish: "length" };
  if (hash % 50 === 2) return { text: "It cannot be told." };
  return { text: hash % 3 === 0 ? "A" : "B" };
}

function project(name: string, count: number): string {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  const rows = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: `q${i}`,
      question: `Is it number ${i}?`,
      choices: ["yes", "no"],
      answer: 1,
      group: `v${i % 40}`,
    }),
  );
  writeFileSync(join(path, "questions.jsonl"), rows.join("\n"));
  return path;
}

interface Run {
  readonly wire: Wire;
  readonly path: string;
  readonly count: number;
  readonly settings?: string;
  readonly behave?: (question: Question, count: number) => Behaviour;
}

async function run({ wire, path, count, settings = "", behave }: Run) {
  await using server = await providerServer({
    wire,
    answer: modelAnswer,
    ...(behave ? { behave } : {}),
  });
  writeFileSync(
    join(path, "vidimus.yaml"),
    `name: worst
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: ${wire.id}, model: m, baseUrl: "${server.url}/v1", apiKey: "\${MY_KEY}", timeoutMs: 1000${settings} }
retries: { attempts: 8, waitMs: 10 }
cache: { replies: false }
`,
  );
  const { status, stdout, stderr } = await cli(["run", "--json"], {
    cwd: path,
    env: { MY_KEY: key },
  });
  expect(stdout + stderr).not.toContain(key);
  expect(server.refused).toEqual([]);
  expect(server.questions.length).toBeGreaterThanOrEqual(count);
  return { status, stderr, summary: JSON.parse(stdout) };
}

function filesBelow(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}

function outcomesIn(path: string): readonly string[] {
  const log = filesBelow(join(path, "runs")).find((file) => file.endsWith("run.jsonl"))!;
  return readFileSync(log, "utf8")
    .split("\n")
    .filter((line) => line.includes('"event":"outcome"'))
    .map((line) => (JSON.parse(line) as { sample: string }).sample);
}

/** Everything that does not tell how long it took or what it was called. */
function tableOf(summary: {
  readonly complete: boolean;
  readonly tasks: readonly { readonly systems: readonly Readonly<Record<string, unknown>>[] }[];
}) {
  const [{ id, n, coverage, metrics, slices, outcomes }] = summary.tasks[0]!.systems as [
    Readonly<Record<string, unknown>>,
  ];
  return { complete: summary.complete, id, n, coverage, metrics, slices, outcomes };
}

describe("a run against the worst of servers", () => {
  it.each<readonly [string, Wire, string, number]>([
    ["whole replies", compatibleWire, ", pacing: fixed", 2_000],
    ["streamed replies, adaptively", anthropicWire, ", stream: true", 150],
  ])(
    "ends complete and scores as against a good one: %s",
    { timeout: 180_000 },
    async (name, wire, settings, count) => {
      const [good, bad] = [project(`good ${name}`, count), project(`bad ${name}`, count)];
      const calm = await run({ wire, path: good, count, settings });
      const rough = await run({ wire, path: bad, count, settings, behave: worst });
      expect(calm.status, calm.stderr).toBe(0);
      expect(rough.status, rough.stderr).toBe(0);
      expect(tableOf(rough.summary)).toEqual(tableOf(calm.summary));
      expect(tableOf(rough.summary)).toMatchObject({ complete: true, n: count });
      const outcomes = outcomesIn(bad);
      expect(outcomes.length).toBe(count);
      expect(new Set(outcomes).size).toBe(count);
      for (const file of filesBelow(bad))
        expect(readFileSync(file).includes(key), file).toBe(false);
    },
  );

  it("stops at once where the key is wrong, and says so", async () => {
    const path = project("unauthorised", 300);
    await using server = await providerServer({
      wire: compatibleWire,
      answer: modelAnswer,
      behave: () => "unauthorised",
    });
    writeFileSync(
      join(path, "vidimus.yaml"),
      `name: unauthorised
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1", concurrency: 4 }
  - { kind: oracle }
`,
    );
    const { status, stdout } = await cli(["run", "--json"], { cwd: path });
    expect(status).toBe(3);
    expect(server.questions.length).toBeLessThanOrEqual(8);
    const [model, oracle] = JSON.parse(stdout).tasks[0].systems;
    expect(JSON.stringify(model)).toContain("401");
    expect(oracle.metrics.accuracy.value).toBe(1);
  });

  it.each(["401 at once", "401 behind paid replies"])(
    "counts the requests that were refused, in tables, score and log alike: %s",
    async (name) => {
      const path = project(`refused ${name}`, 6);
      let isRefused = true;
      let paid = 0;
      const behave = (_: Question, count: number): Behaviour => {
        if (isRefused && (count > 0 || name === "401 at once")) return "unauthorised";
        paid++;
        return isRefused ? "hollow" : "ok";
      };
      await using server = await providerServer({
        wire: compatibleWire,
        answer: () => ({ text: "A" }),
        behave,
      });
      writeFileSync(
        join(path, "vidimus.yaml"),
        `name: refused
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: "${server.url}/v1", concurrency: 2, pacing: fixed }
retries: { waitMs: 1 }
cache: { replies: false }
prices: { m: { input: 1000, output: 0 } }
`,
      );
      const resourcesOf = async (...args: readonly string[]) => {
        const { stdout, stderr } = await cli([...args, "--json"], { cwd: path });
        expect(stdout, stderr).not.toBe("");
        return JSON.parse(stdout).tasks[0].systems[0].resources;
      };
      const first = await resourcesOf("run");
      const run = join(path, "runs", readdirSync(join(path, "runs"))[0]!);
      expect(first.asks + first.retries).toBe(server.questions.length);
      expect(first.tokens.input).toBe(paid * 21);
      expect(paid > 0).toBe(name !== "401 at once");
      expect(await resourcesOf("score", run)).toEqual(first);
      isRefused = false;
      const second = await resourcesOf("run");
      expect(second.asks + second.retries).toBe(server.questions.length);
      expect(second.tokens.input).toBe(paid * 21);
      expect(await resourcesOf("score", run)).toEqual(second);
    },
  );
});
