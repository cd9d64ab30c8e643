import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Request {
  readonly model: string;
  readonly seed?: number;
  readonly text: string;
}

/** How the server of a test answers: a status with a body, or a text as the model's reply. */
type Handler = (
  request: Request,
  count: number,
) =>
  | string
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> };

const seen: Request[] = [];
let handle: Handler = () => "A";

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let body = "";
  for await (const chunk of request) body += chunk;
  const { model, seed, messages } = JSON.parse(body) as {
    model: string;
    seed?: number;
    messages: { content: unknown }[];
  };
  const asked = { model, text: JSON.stringify(messages), ...(seed === undefined ? {} : { seed }) };
  seen.push(asked);
  const answer = handle(asked, seen.length);
  if (typeof answer !== "string") {
    response
      .writeHead(answer.status, { "content-type": "application/json", ...answer.headers })
      .end(answer.body);
    return;
  }
  const reply = {
    ...{ id: `r-${seen.length}`, object: "chat.completion", created: 1, model },
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: answer } }],
    usage: { prompt_tokens: 1_000, completion_tokens: 10, total_tokens: 1_010 },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
}

const server: Server = createServer((request, response) => void respond(request, response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
afterAll(() => server.close());
beforeEach(() => {
  seen.length = 0;
  handle = () => "A";
});

const folder = temporaryFolder();
const samples = 30;
folder.file(
  "questions.jsonl",
  Array.from({ length: samples }, (_, i) => {
    const sample = {
      id: `q${i}`,
      group: `v${i % 15}`,
      question: `Number ${i}?`,
      choices: ["one", "two"],
      answer: i % 2,
    };
    return `${JSON.stringify(sample)}\n`;
  }).join(""),
);

const chat = (id: string, more = "") =>
  `  - { id: ${id}, kind: chat, provider: openai-compatible, baseUrl: "${baseUrl}", model: ${id}-model, concurrency: 4${more} }\n`;

async function run(
  name: string,
  { systems = chat("m"), keys = "", args = [] as readonly string[] } = {},
) {
  folder.file(
    `${name}.yaml`,
    `name: ${name}\n${keys}\nretries: { waitMs: 1, attempts: 4 }\ntasks:\n  - { id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }\nsystems:\n${systems}`,
  );
  const { status, stdout, stderr } = await cli(["run", `${name}.yaml`, "--json", ...args], {
    cwd: folder.path,
  });
  const summary = stdout.startsWith("{") ? JSON.parse(stdout) : {};
  const of = (id: string) =>
    summary.tasks?.[0]?.systems?.find((system: { id: string }) => system.id === id);
  return { status, stderr, stdout, directory: summary.directory as string, of };
}

async function eventsOf(directory: string): Promise<readonly RunEvent[]> {
  await using store = await readLocalRun(directory);
  const events: RunEvent[] = [];
  for await (const event of store.events()) events.push(event);
  return events;
}

describe("a run of a chat system", () => {
  it("journals usage, request id and times, and accounts for tokens and cost", async () => {
    const { status, stderr, of, directory } = await run("accounts", {
      keys: "prices: { m-model: { input: 2, output: 10 } }",
    });
    expect(status, stderr).toBe(0);
    expect(of("m").resources).toMatchObject({
      ...{ asks: samples, cached: 0, retries: 0, unpriced: 0 },
      tokens: { input: 1_000 * samples, output: 10 * samples },
      cost: Math.round(samples * (0.002 + 0.0001) * 1e9) / 1e9,
      times: { total: { n: samples }, queue: { n: samples } },
    });
    const replies = (await eventsOf(directory)).filter(({ event }) => event === "reply");
    expect(replies).toHaveLength(samples);
    expect(replies[0]).toMatchObject({
      facts: { usage: { input: 1_000, output: 10 }, totalMs: expect.any(Number) },
      cache: expect.any(String),
    });
    const rows = readFileSync(join(directory, "samples.csv"), "utf8").trim().split("\n");
    const cost = rows[0]!.split(",").indexOf("cost_usd");
    expect(rows[1]!.split(",")[cost]).toBe("0.0021");
    const scored = await cli(["score", directory, "--json"], { cwd: folder.path });
    expect(JSON.parse(scored.stdout).tasks[0].systems[0].resources).toEqual(of("m").resources);
  });

  it("answers a second run from the cache, at no cost, and explains why", async () => {
    const keys = "prices: { m-model: { input: 2, output: 10 } }";
    const { directory: first } = await run("cached", {
      keys,
      systems: chat("m", ", maxTokens: 77"),
    });
    seen.length = 0;
    const again = await run("cached", {
      keys,
      systems: chat("m", ", maxTokens: 77"),
      args: ["--new"],
    });
    expect(seen).toEqual([]);
    expect(again.of("m")).toMatchObject({
      resources: { asks: samples, cached: samples, cost: 0 },
      n: samples,
    });
    const why = await cli(["cache", "why", again.directory, "q3"], { cwd: folder.path });
    expect(why.stdout).toMatch(/^qa, m: ask 1 of step 1: from the cache, key [0-9a-f]{64}:/);
    expect(why.stdout).toContain("Number 3?");
    const miss = await cli(["cache", "why", first, "q3"], { cwd: folder.path });
    expect(miss.stdout).toMatch(/asked anew, key [0-9a-f]{64} \(kept since\)/);
    const other = await run("cached-other", { systems: chat("m", ", maxTokens: 78") });
    expect(seen).toHaveLength(samples);
    const differs = await cli(["cache", "why", other.directory, "q3"], { cwd: folder.path });
    expect(differs.stdout).toContain("differs at system.identity.maxTokens: 77 there, 78 here");
    seen.length = 0;
    await run("cached-off", {
      keys: "cache: { replies: false }",
      systems: chat("m", ", maxTokens: 77"),
    });
    expect(seen).toHaveLength(samples);
    const cleared = await cli(["cache", "clear", "--json"], { cwd: folder.path });
    const { kinds } = JSON.parse(cleared.stdout) as { kinds: { id: string; removed: number }[] };
    expect(kinds.find(({ id }) => id === "replies")?.removed).toBeGreaterThanOrEqual(2 * samples);
  });

  it("tries again what may pass, and ends like a run without trouble", async () => {
    const calm = await run("calm", { keys: "cache: { replies: false }" });
    const failures = new Map<string, number>();
    const troubles = [
      { status: 429, body: "{}", headers: { "retry-after": "0" } },
      { status: 500, body: '{"error":{"message":"oops"}}' },
      { status: 503, body: "busy" },
    ];
    handle = ({ text }, count) => {
      const before = failures.get(text) ?? 0;
      failures.set(text, before + 1);
      return before < 2 ? troubles[count % troubles.length]! : "A";
    };
    const wild = await run("wild", { keys: "cache: { replies: false }" });
    expect(wild.status, wild.stderr).toBe(0);
    const { resources, ...figures } = wild.of("m");
    const { resources: _, ...expected } = calm.of("m");
    expect(figures).toEqual(expected);
    expect(resources.retries).toBe(2 * samples);
    const outcomes = (await eventsOf(wild.directory)).filter(({ event }) => event === "outcome");
    expect(outcomes).toHaveLength(samples);
  });

  it("counts what failed alike when it ends, when it goes on, and when it is scored again", async () => {
    const keys = "cache: { replies: false }\nprices: { m-model: { input: 100, output: 0 } }";
    const broken = {
      ...{ id: "r", object: "chat.completion", created: 1, model: "m-model" },
      choices: [{ index: 0, finish_reason: "abort", message: { role: "assistant", content: "A" } }],
      usage: { prompt_tokens: 1_000, completion_tokens: 10, total_tokens: 1_010 },
    };
    let isBroken = false;
    handle = ({ text }) => {
      if (/Number [37]\?/.test(text)) return { status: 400, body: '{"error":{"message":"odd"}}' };
      if (text.includes("Number 5?")) return { status: 500, body: '{"error":{"message":"oops"}}' };
      if (!text.includes("Number 9?") || isBroken) return "A";
      isBroken = true;
      return { status: 200, body: JSON.stringify(broken) };
    };
    const rows = (directory: string) =>
      readFileSync(join(directory, "samples.csv"), "utf8").split("\n").sort();
    const again = async (directory: string) => {
      const { stdout, stderr } = await cli(["score", directory, "--json"], { cwd: folder.path });
      expect(stdout, stderr).not.toBe("");
      return JSON.parse(stdout).tasks[0].systems[0];
    };
    const first = await run("failures", { keys });
    expect(first.status, first.stderr).toBe(3);
    expect(first.of("m")).toMatchObject({
      failureClasses: { deterministic: 2, transient: 1 },
      // Three more for the one that is down, one more for the one that broke off, which had cost a
      // tenth of a dollar.
      resources: { asks: samples, retries: 4, unpriced: 3, cost: (samples - 3 + 1) / 10 },
    });
    const before = rows(first.directory);
    expect(await again(first.directory)).toEqual(first.of("m"));
    expect(rows(first.directory)).toEqual(before);
    handle = ({ text }) => (text.includes("Number 3?") ? { status: 400, body: "{}" } : "A");
    const resumed = await run("failures", { keys });
    expect(resumed).toMatchObject({ status: 3, directory: first.directory });
    expect(resumed.of("m")).toMatchObject({
      failureClasses: { deterministic: 1 },
      resources: { asks: samples + 3, retries: 4, cost: samples / 10 },
    });
    expect(await again(first.directory)).toEqual(resumed.of("m"));
    // Refused at once, the system leaves the sample as the log has it, with one request more.
    handle = () => ({ status: 401, body: '{"error":{"message":"bad key"}}' });
    const refused = await run("failures", { keys });
    const { remarks, resources, ...figures } = refused.of("m");
    const { resources: before401, ...others } = resumed.of("m");
    expect(remarks[0]).toMatch(/^not asked any more: .*401/);
    expect({ ...figures, remarks: remarks.slice(1) }).toEqual(others);
    const { asks, unpriced, retries, cost, tokens } = before401;
    expect(resources).toMatchObject({
      asks: asks + 1,
      unpriced: unpriced + 1,
      retries,
      cost,
      tokens,
    });
    expect(await again(first.directory)).toEqual(refused.of("m"));
    // Once it answers again, nothing is said any more of its having been stopped.
    handle = ({ text }) => (text.includes("Number 3?") ? { status: 400, body: "{}" } : "A");
    const allowed = await run("failures", { keys });
    expect(allowed.of("m").remarks).toEqual(resumed.of("m").remarks);
    expect(await again(first.directory)).toEqual(allowed.of("m"));
  });

  it("stops a system whose key is rejected, leaves its samples open and lets the others finish", async () => {
    handle = ({ model }, count) =>
      model === "bad-model" && count > 8
        ? { status: 401, body: '{"error":{"message":"bad key"}}' }
        : "A";
    const { status, of, directory } = await run("auth", {
      systems: chat("bad") + chat("good"),
      keys: "cache: { replies: false }",
    });
    expect(status).toBe(3);
    expect(of("good")).toMatchObject({ n: samples, outcomes: { answered: samples } });
    const { outcomes, remarks } = of("bad");
    expect(outcomes.failed).toBe(0);
    expect(outcomes.pending + outcomes.answered).toBe(samples);
    expect(outcomes.pending).toBeGreaterThan(0);
    expect(remarks[0]).toMatch(/^not asked any more: .*401/);
    expect(seen.filter(({ model }) => model === "bad-model").length).toBeLessThan(samples);
    handle = () => "A";
    const again = await run("auth", {
      systems: chat("bad") + chat("good"),
      keys: "cache: { replies: false }",
    });
    expect(again).toMatchObject({ status: 0, directory });
  });

  it("stops at the budget, and goes on when it is raised", async () => {
    const keys = (budget: string) =>
      `cache: { replies: false }\nprices: { m-model: { input: 100, output: 0 } }\nbudget: ${budget}`;
    const first = await run("budget", { keys: keys("1 USD") });
    expect(first.status).toBe(3);
    // A tenth of a dollar each.
    expect(first.of("m").resources.cost).toBe(1);
    expect(first.of("m").outcomes.answered).toBe(10);
    expect(first.of("m").remarks[0]).toContain("the budget of 1 USD is spent");
    const spent =
      "work is left to do: the budget of 1 USD is spent (1.00 USD so far), and the same command would stop at once";
    expect(first.stderr).toContain(spent);
    expect(first.stderr).toMatch(
      /\nto go on, raise "budget" in the configuration, or: .* run budget\.yaml --json --set budget=…\n$/,
    );
    const asked = seen.length;
    const same = await run("budget", { keys: keys("1 USD") });
    expect(same.status).toBe(3);
    expect(same.stderr).toContain(spent);
    expect(seen).toHaveLength(asked);
    const raised = await run("budget", { keys: keys("1 USD"), args: ["--set", "budget=20"] });
    expect(raised).toMatchObject({ status: 0, directory: first.directory });
    expect(seen).toHaveLength(samples);
  });

  it("spends one budget on all rows of a matrix, over starts", async () => {
    const keys = (budget: string) =>
      `cache: { replies: false }
prices: { m-model: { input: 100, output: 0 } }
budget: ${budget}
matrix: [{ name: one }, { name: two, set: { systems.m.temperature: 0.5 } }]`;
    const planned = await run("rows", { keys: keys("1 USD"), args: ["--dry-run"] });
    expect(JSON.parse(planned.stdout).budget).toEqual({ usd: 1, spentUsd: 0 });
    const dry = async (budget: number) =>
      (
        await cli(["run", "rows.yaml", "--dry-run", "--set", `budget=${budget}`], {
          cwd: folder.path,
        })
      ).stdout;
    // By the lowest estimate 60 asks of some twenty tokens are more than a tenth of a dollar.
    expect(await dry(0.1)).toMatch(
      /\nestimate, .*: 60 asks, 0 images, .* USD; .*\nbudget: 0\.1 USD; too little by the lowest estimate\n$/,
    );
    expect(await dry(1000)).toMatch(/\nbudget: 1000 USD; enough by the highest estimate\n$/);
    // A tenth of a dollar each: the first row takes all that there is, less what rows are still to
    // cost.
    const first = await run("rows", { keys: keys("1 USD") });
    expect(first.status, first.stderr).toBe(3);
    expect(first.stderr).toContain(
      "the budget of 1 USD is spent (1.00 USD so far), and the same command would stop at once",
    );
    expect(first.stderr).toMatch(
      /\nto go on, raise "budget" in the configuration, or: .* --set budget=…\n$/,
    );
    expect(seen).toHaveLength(10);
    await run("rows", { keys: keys("1 USD") });
    expect(seen).toHaveLength(10);
    const more = await run("rows", { keys: keys(`${samples / 10 + 0.5} USD`) });
    expect(more.status).toBe(3);
    expect(seen).toHaveLength(samples + 5);
    // What a row has spent itself counts once: it comes to its end before the next begins.
    const ended = async (row: string) =>
      (await eventsOf(join(more.directory, row))).filter(({ event }) => event === "outcome").length;
    expect([await ended("one"), await ended("two")]).toEqual([samples, 5]);
    expect(await dry(4)).toMatch(/\nbudget: 4 USD, 3\.50 USD of it spent; /);
    expect((await run("rows", { keys: keys("1 USD"), args: ["--set", "budget=100"] })).status).toBe(
      0,
    );
    expect(seen).toHaveLength(2 * samples);
  });

  it.each([[], ["--dry-run"]])(
    "keeps no budget without prices, and says so before it asks (%s)",
    async (...args) => {
      const { status, stderr } = await run("priceless", { keys: "budget: 5 USD", args });
      expect(status).toBe(2);
      expect(stderr).toContain('no price is known for the model "m-model"');
      expect(seen).toEqual([]);
    },
  );

  it("is kept by judges too, over starts, many of whom are asked at once", {
    timeout: 60_000,
  }, async () => {
    let [underWay, most] = [0, 0];
    folder.file(
      "open.jsonl",
      Array.from(
        { length: 30 },
        (_, i) =>
          `${JSON.stringify({ id: `q${i}`, video: `v${i % 15}.mp4`, question: `Number ${i}?`, answer: "a drill" })}\n`,
      ).join(""),
    );
    folder.file(
      "given.jsonl",
      Array.from(
        { length: 30 },
        (_, i) => `${JSON.stringify({ id: `q${i}`, answer: "a drill" })}\n`,
      ).join(""),
    );
    handle = () => {
      most = Math.max(most, ++underWay);
      setTimeout(() => underWay--, 20);
      return '{"correct": true, "label": "Faithful"}';
    };
    const judged = async (prices: string, budget: string) => {
      const system = "{ id: mine, kind: predictions, path: given.jsonl }";
      folder.file(
        "judged.yaml",
        `name: judged\nprices: { ${prices} }\nbudget: ${budget}\ncache: { replies: false }\ntasks:\n  - { id: open, family: retrieval, data: { path: open.jsonl }, graders: { judge: referee } }\nsystems: [${system}]\ngraders:\n${chat("referee", ", pacing: fixed")}`,
      );
      const { status, stdout, stderr } = await cli(["run", "judged.yaml", "--json"], {
        cwd: folder.path,
      });
      return { status, stdout, stderr };
    };
    const priceless = await judged("other: { input: 1, output: 1 }", "1 USD");
    expect(priceless).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('the model "referee-model" of the grader "referee"'),
    });
    // Every ask costs a thousandth of a dollar; half of the sixty are paid for.
    const price = "referee: { input: 1, output: 0 }";
    const first = await judged(price, "0.03 USD");
    expect(first.status, first.stderr).toBe(3);
    expect(first.stdout).toContain("the budget of 0.03 USD is spent");
    expect(seen).toHaveLength(30);
    expect(most).toBeGreaterThan(2);
    const before = seen.length;
    expect((await judged(price, "0.03 USD")).status).toBe(3);
    expect(seen.length - before).toBeLessThanOrEqual(30 - before);
    expect((await judged(price, "1 USD")).status).toBe(0);
    expect(seen.length).toBeLessThanOrEqual(60 + 8);
  });

  it("estimates tokens and cost without asking", async () => {
    const args = ["--dry-run"];
    const keys = "prices: { m-model: { input: 2, output: 10 } }\nbudget: 0.5 USD\nrepeats: 2";
    const { stdout } = await run("estimate", { keys, args });
    const { plans, budget } = JSON.parse(stdout);
    const [plan] = plans;
    expect(budget).toEqual({ usd: 0.5, spentUsd: 0 });
    expect(plan).toMatchObject({
      samples: 2 * samples,
      remaining: 2 * samples,
      estimate: { asks: 2 * samples, images: 0 },
    });
    expect(plan.estimate.inputTokens[0]).toBeLessThan(plan.estimate.inputTokens[1]);
    expect(plan.estimate.cost[0]).toBeGreaterThan(0);
    expect(seen).toEqual([]);
  });
});

describe("repeats", () => {
  const keys = "repeats: 3\ncache: { replies: true }";
  const systems = `${chat("m", ", temperature: 1, seed: 5")}  - { kind: chance }\n`;

  it("ask every sample so often, each with a seed of its own, and are resumed and scored again", async () => {
    handle = ({ seed = 0 }, count) => {
      if (count > 40 && count < 46) return { status: 400, body: '{"error":{"message":"odd"}}' };
      return seed % 2 === 0 ? "A" : "B";
    };
    const first = await run("repeats", { keys, systems });
    expect(first.status, first.stderr).toBe(3);
    expect(seen).toHaveLength(3 * samples);
    expect(new Set(seen.map(({ seed }) => seed)).size).toBe(3);
    const again = await run("repeats", { keys, systems });
    expect(again.status).toBe(0);
    expect(seen).toHaveLength(3 * samples + 5);
    const { repeats, metrics, slices } = again.of("m");
    expect(metrics.accuracy).toMatchObject({ value: 0.5, n: 3 * samples });
    expect(Object.keys(slices.repeat)).toEqual(["1", "2", "3"]);
    expect(repeats).toMatchObject({
      count: 3,
      metrics: { accuracy: { mean: 0.5, deviation: 0 } },
      vote: { accuracy: { value: 0.5, n: samples } },
    });
    expect(again.of("chance").repeats.metrics.accuracy.deviation).toBeGreaterThan(0);
    const scored = JSON.parse(
      (await cli(["score", again.directory, "--json"], { cwd: folder.path })).stdout,
    );
    expect(scored.tasks[0].systems[0].repeats).toEqual(repeats);
    const more = await run("repeats", { keys: "repeats: 4", systems });
    expect(more).toMatchObject({ status: 0, directory: first.directory });
    expect(seen).toHaveLength(4 * samples + 5);
    const markdown = await cli(["report", more.directory, "--markdown"], { cwd: folder.path });
    expect(markdown.stdout).toContain("#### Repeats of the same samples");
    expect(markdown.stdout).toContain("#### Time per sample, ms");
    expect(readFileSync(join(more.directory, "report.html"), "utf8")).toContain(
      "Requests and cost",
    );
  });
});
