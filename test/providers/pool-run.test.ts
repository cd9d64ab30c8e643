import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { type ModelServer, modelServer } from "./model-server.ts";

const folder = temporaryFolder();

function project(name: string, count: number): string {
  const path = join(folder.path, name);
  mkdirSync(path, { recursive: true });
  const rows = Array.from({ length: count }, (_, i) => ({
    id: `q${i}`,
    question: `Is it number ${i}?`,
    choices: ["yes", "no"],
    answer: 0,
    group: `v${Math.floor(i / 4)}`,
  }));
  writeFileSync(join(path, "questions.jsonl"), rows.map((row) => JSON.stringify(row)).join("\n"));
  return path;
}

function configure(path: string, baseUrl: readonly string[] | string, more = ""): void {
  writeFileSync(
    join(path, "vidimus.yaml"),
    `name: pool
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl, media: none } }]
systems:
  - { id: model, kind: chat, provider: openai-compatible, model: m, baseUrl: ${JSON.stringify(baseUrl)}, concurrency: 4 }
cache: { replies: false }
${more}`,
  );
}

interface LogLine {
  readonly event: string;
  readonly sample?: string;
  readonly key?: string;
  readonly facts?: { readonly server?: string; readonly failedOn?: readonly string[] };
}

function runsIn(path: string): readonly string[] {
  return readdirSync(join(path, "runs")).filter((name) => name.endsWith("-pool"));
}

function logOf(path: string): readonly LogLine[] {
  const [run] = runsIn(path);
  return readFileSync(join(path, "runs", run!, "run.jsonl"), "utf8")
    .split("\n")
    .flatMap((line) => {
      const start = line.indexOf('{"event"');
      return start < 0 ? [] : [JSON.parse(line) as LogLine];
    });
}

const textOf = (text: string) => /Is it number (\d+)\?/.exec(text)![1]!;

/** The numbers of questions that servers answered. */
function answeredBy(servers: readonly ModelServer[]): readonly string[] {
  return servers.flatMap(({ answered }) => answered.map(textOf));
}

describe("a run at a list of servers", () => {
  it("ends complete although one dies, and says who answered", { timeout: 60_000 }, async () => {
    const path = project("dies", 600);
    const slow = { delayMs: 40, capacity: 4 };
    await using first = await modelServer(slow);
    await using second = await modelServer(slow);
    configure(path, [first.url, second.url]);
    const run = startCli(["run", "--all"], { cwd: path });
    while (second.answered.length < 60) await new Promise((resolve) => setTimeout(resolve, 5));
    await second.die();
    const { status, stdout, stderr } = await run.finished;
    expect(status, stderr).toBe(0);
    expect(stderr).toContain(`${second.url} of model is down since`);
    const log = logOf(path);
    const samples = log.flatMap(({ event, sample }) => (event === "outcome" ? [sample!] : []));
    expect(samples.length).toBe(600);
    expect(new Set(samples).size).toBe(600);
    expect(new Set(answeredBy([first, second])).size).toBe(600);
    const replies = log.filter(({ event }) => event === "reply");
    const byServer = (url: string) => replies.filter(({ facts }) => facts?.server === url).length;
    expect(byServer(first.url) + byServer(second.url)).toBe(600);
    // Replies that were on their way when it died may not have come.
    expect(byServer(second.url)).toBeLessThanOrEqual(second.answered.length);
    expect(byServer(second.url)).toBeGreaterThan(second.answered.length - 8);
    const failures = replies.flatMap(({ facts }) => facts?.failedOn ?? []);
    expect(new Set(failures)).toEqual(new Set([second.url]));
    const table = stdout.slice(stdout.indexOf("Servers"));
    const row = (url: string) =>
      new RegExp(`${url} +(\\d+) +(\\d+) +\\d+`).exec(table)!.slice(1).map(Number);
    expect(row(first.url)).toEqual([byServer(first.url), 0]);
    expect(row(second.url)).toEqual([byServer(second.url) + failures.length, failures.length]);
  });

  it("goes on when servers are added and removed, and asks nothing again", {
    timeout: 60_000,
  }, async () => {
    const path = project("changes", 80);
    await using first = await modelServer();
    await using second = await modelServer();
    configure(path, [first.url]);
    const begun = await cli(["run", "--limit", "40"], { cwd: path });
    expect(begun.status, begun.stderr).toBe(0);
    configure(path, [second.url, first.url]);
    const more = await cli(["run", "--limit", "60"], { cwd: path });
    expect(more.status, more.stderr).toBe(0);
    await first.die();
    configure(path, [second.url]);
    const ended = await cli(["run"], { cwd: path });
    expect(ended.status, ended.stderr).toBe(0);
    expect(runsIn(path).length).toBe(1);
    const answered = answeredBy([first, second]);
    expect(answered.length).toBe(80);
    expect(new Set(answered).size).toBe(80);
  });

  it("leaves samples open where all servers are down, and says why of each", {
    timeout: 60_000,
  }, async () => {
    const path = project("down", 20);
    await using first = await modelServer();
    await using second = await modelServer({ refuse: () => ({ status: 401 }) });
    await first.die();
    configure(path, [first.url, second.url], "retries: { holdMs: 5000, waitMs: 10 }\n");
    const { status, stderr } = await cli(["run"], { cwd: path });
    expect(status).toBe(3);
    expect(stderr).toContain(`${second.url} of model is not asked any more: 401`);
    expect(stderr).toMatch(
      new RegExp(
        `none of its 2 servers can be asked: ${first.url}: .*ECONNREFUSED.*; ${second.url}: 401`,
      ),
    );
    await first.revive();
    const again = await cli(["run"], { cwd: path });
    expect(again.status, again.stderr).toBe(0);
    expect(runsIn(path).length).toBe(1);
    expect(new Set(answeredBy([first])).size).toBe(20);
  });

  it("asks about one picture or video at one server, whatever groups its samples are in", {
    timeout: 60_000,
  }, async () => {
    const path = project("videos", 0);
    const rows = Array.from({ length: 200 }, (_, i) => ({
      id: `q${i}`,
      question: `Is it number ${i}?`,
      choices: ["yes", "no"],
      answer: 0,
      group: `g${i}`,
      media: [`${Math.floor(i / 5)}.png`],
    }));
    const text = rows.map((row) => JSON.stringify(row)).join("\n");
    writeFileSync(join(path, "questions.jsonl"), text);
    for (let i = 0; i < 40; i++)
      await sharp({
        create: { width: 8, height: 8, channels: 3, background: { r: i, g: 0, b: 0 } },
      })
        .png()
        .toFile(join(path, `${i}.png`));
    const slow = { delayMs: 40, capacity: 4 };
    await using first = await modelServer(slow);
    await using second = await modelServer(slow);
    configure(path, [first.url, second.url]);
    const { status, stderr } = await cli(["run", "--set", "tasks.qa.data.media=."], { cwd: path });
    expect(status, stderr).toBe(0);
    const shown = [first, second].map(
      (server) => new Set(answeredBy([server]).map((number) => Math.floor(Number(number) / 5))),
    );
    for (const { size } of shown) expect(size).toBeGreaterThan(10);
    // Without affinity, five questions at two servers meet 1.9 servers on average.
    expect(shown.reduce((sum, { size }) => sum + size, 0) / 40).toBeLessThan(1.3);
  });

  it.each([
    ["[]", "expected"],
    ['["http://a:1/v1", "http://a:1/v1/"]', "names a server twice"],
    ['["http://a:1/v1", "nowhere"]', "expected a URL"],
  ])("is refused where the list is %s", async (list, problem) => {
    const path = project(`list ${list.length}`, 1);
    configure(path, "x");
    const file = join(path, "vidimus.yaml");
    writeFileSync(file, readFileSync(file, "utf8").replace('"x"', list));
    const { status, stderr } = await cli(["run"], { cwd: path });
    expect(status).toBe(2);
    expect(stderr).toContain("vidimus.yaml:4:");
    expect(stderr).toContain("baseUrl");
    expect(stderr).toContain(problem);
  });
});
