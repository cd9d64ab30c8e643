import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import type { SystemSummary } from "../../src/summary/system-summary.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { anthropicWire } from "./anthropic-wire.ts";
import { type BatchServer, batchServer } from "./batch-server.ts";
import { googleWire } from "./google-wire.ts";
import { compatibleWire, openaiChatWire } from "./openai-chat-wire.ts";
import { openaiResponsesWire } from "./openai-responses-wire.ts";
import { type Behaviour, providerServer } from "./provider-server.ts";
import type { Question, Wire } from "./wire.ts";

const folder = temporaryFolder();
const env = { MY_KEY: "sk-batch-0123456789" };
const wires = [openaiChatWire, openaiResponsesWire, anthropicWire, googleWire];

/** Ten questions about one picture; the right answer is "yes", in changing places. */
async function project(
  name: string,
  wire: Wire,
  { url }: BatchServer,
  more = "",
  keys = "",
): Promise<string> {
  const path = join(folder.path, name);
  mkdirSync(path);
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: "#f00" } });
  writeFileSync(join(path, "red.png"), await picture.png().toBuffer());
  const rows = Array.from({ length: 10 }, (_, i) => {
    const choices = i % 2 === 0 ? ["yes", "no"] : ["no", "yes"];
    return JSON.stringify({
      id: `q${i}`,
      question: `So (${i})?`,
      choices,
      answer: choices.indexOf("yes"),
      image: "red.png",
      group: `g${i}`,
    });
  });
  writeFileSync(join(path, "questions.jsonl"), rows.join("\n"));
  const batch = "mode: batch, batch: { most: 4, waitSeconds: 0.2, pollSeconds: 0.05 }";
  const system = `{ id: model, kind: chat, provider: ${wire.id}, model: m-1, baseUrl: "${url}", apiKey: "\${MY_KEY}", ${batch}${more} }`;
  writeFileSync(
    join(path, "vidimus.yaml"),
    `name: batches\ntasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl } }]\nsystems: [${system}]\nretries: { waitMs: 5 }\ncache: { replies: false }\n${keys}`,
  );
  return path;
}

async function scored(path: string, args: readonly string[] = ["run"]): Promise<SystemSummary> {
  const { status, stdout, stderr } = await cli([...args, "--json"], { cwd: path, env });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout).tasks[0].systems[0] as SystemSummary;
}

function log(path: string): string {
  const [run] = readdirSync(join(path, "runs"));
  return readFileSync(join(path, "runs", run!, "run.jsonl"), "utf8");
}

/** Whether the log says so of a batch; there may be no log yet. */
function noted(path: string, state: string): boolean {
  try {
    return log(path).includes(`"state":"${state}"`);
  } catch {
    return false;
  }
}

const answer = ({ text }: Question) => ({
  text: text.indexOf("yes") < text.indexOf("no") ? "A" : "B",
});
const number = ({ text }: Question) => Number(/\((\d)\)/.exec(text)![1]);

describe.each(wires)("batches of $id", (wire) => {
  it("bring every reply to its own question", async () => {
    await using server = await batchServer({ wire, answer });
    const path = await project(`whole ${wire.id}`, wire, server);
    const system = await scored(path);
    expect(server.refused).toEqual([]);
    expect(system).toMatchObject({
      outcomes: { answered: 10 },
      metrics: { accuracy: { value: 1 } },
    });
    expect(server.batches.map(({ length }) => length).sort()).toEqual([2, 4, 4]);
    expect(server.batches.flat().every(({ pictures }) => pictures.length === 1)).toBe(true);
    expect(server.batches.flat().map(number).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(system.resources?.tokens.input).toBeGreaterThan(0);
    expect(log(path)).not.toContain(env.MY_KEY);
  });

  it("count what replies of no use cost, in tables, log and score alike", async () => {
    const fate = (question: Question, batch: number) =>
      batch < 3 && number(question) < 3 ? "hollow" : "answered";
    await using server = await batchServer({ wire, answer, fate });
    const path = await project(
      `hollow ${wire.id}`,
      wire,
      server,
      "",
      "prices: { m-1: { input: 1000, output: 0 } }\n",
    );
    const system = await scored(path);
    const asked = server.batches.flat().length;
    expect(asked).toBeGreaterThan(10);
    expect(system).toMatchObject({
      outcomes: { answered: 10 },
      resources: {
        asks: 10,
        retries: asked - 10,
        tokens: { input: asked * 21, output: asked * 7 },
        unpriced: 0,
      },
    });
    expect(system.resources!.cost).toBeCloseTo((asked * 21) / 1_000, 9);
    expect(
      (await scored(path, ["score", join(path, "runs", readdirSync(join(path, "runs"))[0]!)]))
        .resources,
    ).toEqual(system.resources);
  });

  it("ask again for what a batch left out", async () => {
    const fates = ["rate", "expired", "missing"] as const;
    const fate = (question: Question, batch: number) =>
      batch < 2 && number(question) < 3 ? fates[number(question)]! : "answered";
    await using server = await batchServer({ wire, answer, fate });
    const system = await scored(await project(`again ${wire.id}`, wire, server));
    expect(server.refused).toEqual([]);
    expect(system).toMatchObject({
      outcomes: { answered: 10 },
      metrics: { accuracy: { value: 1 } },
    });
    expect(server.batches.flat().length).toBeGreaterThan(10);
    expect(system.resources?.retries).toBeGreaterThan(0);
  });
});

describe("a batch that was submitted", () => {
  it.each([openaiChatWire, anthropicWire, googleWire])(
    "is found again by $id after a crash, and never submitted twice",
    async (wire) => {
      await using server = await batchServer({ wire, answer, looks: Number.POSITIVE_INFINITY });
      const path = await project(`crash ${wire.id}`, wire, server);
      const first = startCli(["run"], { cwd: path, env });
      while (!noted(path, "submitted") && first.process.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 20));
      first.process.kill("SIGKILL");
      await first.finished;
      const before = server.batches.flat().map(number);
      server.release();
      const system = await scored(path);
      expect(server.refused).toEqual([]);
      expect(system).toMatchObject({
        outcomes: { answered: 10 },
        metrics: { accuracy: { value: 1 } },
      });
      expect(before.length).toBeGreaterThan(0);
      expect(server.batches.flat().map(number).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      const looked = server.looked;
      await scored(path);
      expect(server.looked).toBe(looked);
    },
  );

  it("is found again where a judge was asked by it, and done with once its verdicts are in the log", async () => {
    const verdict = ({ text }: Question) => ({
      text: text.includes("True answer") ? '{"correct": true}' : '{"label": "Faithful"}',
    });
    await using server = await batchServer({
      wire: anthropicWire,
      answer: verdict,
      looks: Number.POSITIVE_INFINITY,
    });
    const path = await project("judged", anthropicWire, server);
    const ids = Array.from({ length: 10 }, (_, i) => `q${i}`);
    const rows = (of: (id: string) => object) =>
      ids.map((id) => JSON.stringify({ id, ...of(id) })).join("\n");
    writeFileSync(
      join(path, "open.jsonl"),
      rows((id) => ({ video: `${id}.mp4`, question: `What is ${id}?`, answer: "a drill" })),
    );
    writeFileSync(
      join(path, "given.jsonl"),
      rows(() => ({ answer: "a drill" })),
    );
    const system = /systems: \[(.*)\]/.exec(readFileSync(join(path, "vidimus.yaml"), "utf8"))![1]!;
    writeFileSync(
      join(path, "vidimus.yaml"),
      `name: judged\ntasks: [{ id: qa, family: retrieval, data: { path: open.jsonl }, graders: { judge: model } }]\nsystems: [{ id: mine, kind: predictions, path: given.jsonl }]\ngraders: [${system}]\nretries: { waitMs: 5 }\ncache: { replies: false }\n`,
    );
    const first = startCli(["run"], { cwd: path, env });
    while (!noted(path, "submitted") && first.process.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    first.process.kill("SIGKILL");
    await first.finished;
    server.release();
    expect((await scored(path)).graders![0]).toMatchObject({
      due: 10,
      graded: 10,
      resources: { asks: 20 },
    });
    expect(server.batches.flat()).toHaveLength(20);
    expect(noted(path, "ended")).toBe(true);
  });

  it("is done with once its replies are in the log: what is asked again is asked anew", async () => {
    const unreadable = { text: "I could not say" };
    let isSecond = false;
    await using server = await batchServer({
      wire: anthropicWire,
      answer: (question) => (isSecond ? answer(question) : unreadable),
    });
    const path = await project("anew", anthropicWire, server);
    expect(await scored(path, ["run", "--set", "minAnswered=0"])).toMatchObject({
      outcomes: { unparsed: 10 },
    });
    isSecond = true;
    expect(await scored(path, ["run", "--retry", "unparsed"])).toMatchObject({
      outcomes: { answered: 10 },
    });
    expect(server.batches.flat()).toHaveLength(20);
  });
});

describe("files of OpenAI's batches", () => {
  it("are deleted once their replies are in the log", async () => {
    await using server = await batchServer({ wire: openaiChatWire, answer });
    const path = await project("tidy", openaiChatWire, server);
    expect(await scored(path)).toMatchObject({ outcomes: { answered: 10 } });
    expect([server.files, server.refused]).toEqual([[], []]);
    expect(noted(path, "removed")).toBe(true);
  });

  it("are kept by a crash, and deleted by the start that reads them", async () => {
    await using server = await batchServer({
      wire: openaiChatWire,
      answer,
      looks: Number.POSITIVE_INFINITY,
    });
    const path = await project("untidy", openaiChatWire, server);
    const first = startCli(["run"], { cwd: path, env });
    while (!noted(path, "submitted") && first.process.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    first.process.kill("SIGKILL");
    await first.finished;
    expect(server.files.length).toBeGreaterThan(0);
    server.release();
    expect(await scored(path)).toMatchObject({ outcomes: { answered: 10 } });
    expect(server.files).toEqual([]);
  });

  it("are deleted by a start that has nothing left to ask them for, after another system was killed", async () => {
    await using server = await batchServer({ wire: openaiChatWire, answer });
    let behaviour: Behaviour = "hang";
    await using slow = await providerServer({
      wire: compatibleWire,
      answer,
      behave: () => behaviour,
    });
    const path = await project("killed-beside", openaiChatWire, server);
    const config = join(path, "vidimus.yaml");
    const beside = `{ id: slow, kind: chat, provider: openai-compatible, model: m, baseUrl: "${slow.url}/v1" }`;
    writeFileSync(
      config,
      readFileSync(config, "utf8").replace("systems: [", `systems: [${beside}, `),
    );
    const first = startCli(["run"], { cwd: path, env });
    const isAnswered = () =>
      noted(path, "submitted") &&
      log(path).match(/"event":"outcome"[^\n]*"system":"model"/g)?.length === 10;
    while (!isAnswered() && first.process.exitCode === null)
      await new Promise((resolve) => setTimeout(resolve, 20));
    first.process.kill("SIGKILL");
    await first.finished;
    expect([noted(path, "ended"), server.files.length > 0]).toEqual([false, true]);
    behaviour = "ok";
    expect(await scored(path)).toMatchObject({ outcomes: { answered: 10 } });
    expect([server.files, server.refused, server.batches.flat().length]).toEqual([[], [], 10]);
    expect(noted(path, "removed")).toBe(true);
  });

  it("that cannot be deleted are worth a remark, and deleted by the next start, which asks nothing", async () => {
    let deletion = 500;
    await using server = await batchServer({
      wire: openaiChatWire,
      answer,
      deletion: () => deletion,
    });
    const path = await project("stuck", openaiChatWire, server);
    const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: path, env });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).complete).toBe(true);
    expect(stderr).toContain(
      'remark: the system "model": files of the batch batch_0 could not be deleted from the provider',
    );
    expect(server.files.length).toBeGreaterThan(0);
    expect((await cli(["run", "--json"], { cwd: path, env })).stderr).toContain(
      "could not be deleted",
    );
    deletion = 200;
    expect(await scored(path)).toMatchObject({ outcomes: { answered: 10 } });
    expect(server.files).toEqual([]);
    expect(server.batches.flat()).toHaveLength(10);
  });

  it("are all tried where one cannot be deleted", async () => {
    let tried = 0;
    await using server = await batchServer({
      wire: openaiChatWire,
      answer,
      deletion: () => (tried++ === 0 ? 500 : 200),
    });
    const path = await project("one-stuck", openaiChatWire, server);
    expect(await scored(path)).toMatchObject({ outcomes: { answered: 10 } });
    expect(server.files).toHaveLength(1);
  });
});

it("equal requests of one batch are sent once, and paid for once", async () => {
  await using server = await batchServer({ wire: anthropicWire, answer });
  const keys = "prices: { m-1: { input: 1000, output: 0, cachedInput: 1000 } }\n";
  const path = await project("equal", anthropicWire, server, ", temperature: 0", keys);
  // Room for all six, and long enough for them to be there, however busy the machine is.
  const config = join(path, "vidimus.yaml");
  writeFileSync(
    config,
    readFileSync(config, "utf8").replace("most: 4, waitSeconds: 0.2", "most: 12, waitSeconds: 2"),
  );
  const rows = readFileSync(join(path, "questions.jsonl"), "utf8").split("\n");
  writeFileSync(
    join(path, "questions.jsonl"),
    [...rows.slice(0, 3), ...rows.slice(0, 3).map((row) => row.replace('"q', '"again'))].join("\n"),
  );
  const system = await scored(path);
  const asked = server.batches.flat();
  expect(asked).toHaveLength(3);
  expect(system).toMatchObject({
    outcomes: { answered: 6 },
    resources: {
      asks: 6,
      cached: 3,
      retries: 0,
      unpriced: 0,
      tokens: { input: 3 * 21, output: 3 * 7 },
      cost: (3 * 21) / 1_000,
    },
  });
  expect(
    (await scored(path, ["score", join(path, "runs", readdirSync(join(path, "runs"))[0]!)]))
      .resources,
  ).toEqual(system.resources);
});

it("a batch is cut to what the budget pays for, and the rest is left for a higher one", async () => {
  await using server = await batchServer({ wire: anthropicWire, answer });
  // A reply of 100 tokens may cost a tenth of a dollar; the real ones, of 7 tokens, cost less than
  // a hundredth.
  const keys = (budget: string) =>
    `prices: { m-1: { input: 0, output: 1000 } }\nbudget: ${budget} USD\n`;
  const path = await project("paid", anthropicWire, server, ", maxTokens: 100", keys("0.35"));
  const { status, stderr } = await cli(["run"], { cwd: path, env });
  expect([status, server.refused], stderr).toEqual([0, []]);
  // One at first, by what it may cost, and by what the provider may bill; then by what they did.
  expect(server.batches[0]).toHaveLength(1);
  expect(server.batches.flat()).toHaveLength(10);

  await using dear = await batchServer({ wire: anthropicWire, answer });
  const poor = await project("poor", anthropicWire, dear, ", maxTokens: 7", keys("0.025"));
  const first = await cli(["run"], { cwd: poor, env });
  expect(first.status, first.stderr).toBe(3);
  // 0.007 dollars each.
  expect(dear.batches.flat()).toHaveLength(3);
  writeFileSync(
    join(poor, "vidimus.yaml"),
    readFileSync(join(poor, "vidimus.yaml"), "utf8").replace("0.025 USD", "1 USD"),
  );
  expect(await scored(poor)).toMatchObject({ outcomes: { answered: 10 } });
  expect(dear.batches.flat().map(number).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

it("a provider that bills more than its limit of tokens does not take a batch beyond the budget", async () => {
  await using server = await batchServer({ wire: openaiChatWire, answer });
  // Seven tokens are billed where two were allowed: 0.007 dollars instead of 0.002.
  const keys = "prices: { m-1: { input: 0, output: 1000 } }\nbudget: 0.03 USD\n";
  const path = await project("billed", openaiChatWire, server, ", maxTokens: 2", keys);
  const { status, stdout, stderr } = await cli(["run", "--json"], { cwd: path, env });
  expect(status, stderr).toBe(3);
  const { cost } = (JSON.parse(stdout).tasks[0].systems[0] as SystemSummary).resources!;
  expect(cost).toBeGreaterThan(0.02);
  expect(cost).toBeLessThanOrEqual(0.03);
});

it.each([
  [
    "a provider without them",
    "openai-compatible",
    "",
    'the system "model" cannot be asked in batches',
  ],
  ["streams", "openai", ", stream: true", "takes neither stream nor scoring by echo"],
])("batches are refused with %s", async (name, id, more, message) => {
  await using server = await batchServer({ wire: openaiChatWire, answer });
  const path = await project(`refused ${name}`, { ...openaiChatWire, id }, server, more);
  const { status, stderr } = await cli(["run"], { cwd: path, env });
  expect(status).toBe(2);
  expect(stderr).toContain(message);
});
