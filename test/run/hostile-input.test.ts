import { existsSync, readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openDataFile } from "../../src/datasets/open-data-file.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
const question = { id: "a", question: "?", choices: ["yes", "no"], answer: 0 };
folder.file("q.jsonl", JSON.stringify(question));

const config = (name: string, { data = "q.jsonl", system = "{ kind: chance }" } = {}) =>
  folder.file(
    `${name}.yaml`,
    `name: ${name}\ntasks: [{ id: qa, family: multiple-choice, data: { path: ${data} } }]\nsystems: [${system}]\nretries: { attempts: 1 }\n`,
  );

const run = (name: string) => cli(["run", `${name}.yaml`, "--json"], { cwd: folder.path });
const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

describe("JSON that is nested deeply", () => {
  it.each([
    [
      "rows",
      "deep.jsonl",
      `${JSON.stringify(question)}\n{"id":"b","metadata":${deep(100_000)}}\n`,
      "deep.jsonl:2: is nested more than 500 levels deep",
    ],
    [
      "elements",
      "deep.json",
      `[{"id":"b","metadata":${deep(100_000)}}]`,
      "deep.json:1: is nested more than 500 levels deep",
    ],
    [
      "comments",
      "deep2.jsonl",
      `{"id":"b","metadata":${'{"a":'.repeat(600)}1${"}".repeat(600)}}\n`,
      "deep2.jsonl:1: is nested more than 500 levels deep",
    ],
  ])("is a user's mistake in %s", async (_, file, text, message) => {
    folder.file(file, text);
    config(file, { data: file });
    const { status, stderr } = await run(file);
    expect(stderr).toContain(message);
    expect(status).toBe(2);
  });

  it("is a user's mistake in a configuration", async () => {
    folder.file("deep.yaml", `name: ${deep(100_000)}\n`);
    const { status, stderr } = await cli(["run", "deep.yaml"], { cwd: folder.path });
    expect(stderr).toMatch(/deep\.yaml:1:\d+ {2}lists or mappings are nested too deeply/);
    expect(status).toBe(2);
  });

  it("fails the sample where a service or a command answers so", async () => {
    const server = createServer((request, response) => {
      request.resume();
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"prediction":{"choice":${deep(100_000)}}}`);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    folder.file(
      "deep.mjs",
      `import { createInterface } from "node:readline";
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ type: "ready", protocol: 1, speaks: "prediction" }));
  for (const { id } of message.asks ?? []) console.log('{"type":"answer","id":' + id + ',"prediction":{"choice":${deep(100_000)}}}');
}
`,
    );
    config("replies", {
      system: `{ id: s, kind: service, url: "${url}" }, { id: c, kind: command, command: [${process.execPath}, deep.mjs] }`,
    });
    const { status, stdout, stderr } = await run("replies");
    server.closeAllConnections();
    server.close();
    expect(status, stderr).toBe(3);
    for (const { outcomes, reasons } of JSON.parse(stdout).tasks[0].systems) {
      expect(outcomes.failed).toBe(1);
      expect(reasons[0].reason).toContain("nested more than 500 levels deep");
    }
  });
});

it("symbolic links that lead in a circle are a user's mistake", async () => {
  symlinkSync(join(folder.path, "circle.jsonl"), join(folder.path, "circle.jsonl"));
  config("circle", { data: "circle.jsonl" });
  const { status, stderr } = await run("circle");
  expect(stderr).toMatch(/error: symbolic links lead in a circle: .*circle\.jsonl/);
  expect(status).toBe(2);
});

/** A gzip file of so many pieces, packed one by one, as the format allows. */
function packed(name: string, piece: string, count: number, start = ""): string {
  const member = gzipSync(piece, { level: 9 });
  return folder.file(
    name,
    Buffer.concat([gzipSync(start), ...Array.from({ length: count }, () => member)]),
  );
}

async function rowsOf(path: string): Promise<number> {
  let count = 0;
  for await (const rows of openDataFile(path).rows()) count += rows.length;
  return count;
}

describe("packed text that was made to fill the memory", () => {
  const megabyte = 1 << 20;

  it.each(["line.jsonl.gz", "line.csv.gz", "line.json.gz"])(
    "is refused where a record has no end: %s",
    async (name) => {
      const path = packed(name, " ".repeat(megabyte), 300, name.includes(".json.") ? "[1," : "");
      await expect(rowsOf(path)).rejects.toThrow(
        /line\.\w+\.gz:\d+: the (line|element 2) is longer than 256 MB/,
      );
    },
    60_000,
  );

  it("is refused where it has no end at all, and honest data of many alike rows is not", async () => {
    const bomb = packed("blank.jsonl.gz", `${" ".repeat(megabyte)}\n`, 1_200);
    await expect(rowsOf(bomb)).rejects.toThrow(
      "blank.jsonl.gz: unpacks to more than 500 times its size",
    );
    const rows = Array.from(
      { length: 10_000 },
      (_, i) => `{"id":"q${i}","choice":${i % 4}}\n`,
    ).join("");
    expect(await rowsOf(packed("honest.jsonl.gz", rows, 20))).toBe(200_000);
  }, 120_000);
});

describe("what a command has started", () => {
  /**
   * A program that answers, and starts another one that would live for ever and writes its number.
   */
  const nanny = (name: string, end: string) =>
    folder.file(
      `${name}.mjs`,
      `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
writeFileSync("${name}.pid", String(child.pid));
for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") console.log(JSON.stringify({ type: "ready", protocol: 1, speaks: "prediction" }));
  for (const { id } of message.asks ?? []) { ${end} }
}
process.exit(0);
`,
    );
  const system = (name: string, more = "") => ({
    system: `{ kind: command, command: [${process.execPath}, ${name}.mjs]${more} }`,
  });
  const pidOf = (name: string) => Number(readFileSync(join(folder.path, `${name}.pid`), "utf8"));
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !readFileSync(`/proc/${pid}/stat`, "utf8").includes(") Z ");
    } catch {
      return false;
    }
  };
  const gone = async (pid: number) => {
    for (let wait = 0; wait < 100 && isAlive(pid); wait++)
      await new Promise((resolve) => setTimeout(resolve, 50));
    return !isAlive(pid);
  };
  const answer = `console.log(JSON.stringify({ type: "answer", id, prediction: { choice: 0 } }));`;

  it.each([
    ["ends", "ends", answer, ""],
    ["crashes", "crashes", "process.exit(3);", ""],
    ["hangs and is killed", "hangs", "for (;;);", ", timeoutMs: 300, cancelGraceMs: 100"],
  ])("dies with it when it %s", async (_, name, end, more) => {
    nanny(name, end);
    config(name, system(name, more));
    await run(name);
    expect(await gone(pidOf(name))).toBe(true);
  });

  it("dies when the run is left at once", async () => {
    nanny("left", "for (;;);");
    config("left", system("left"));
    const running = startCli(["run", "left.yaml"], { cwd: folder.path });
    while (!existsSync(join(folder.path, "left.pid")))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    running.process.kill("SIGINT");
    await running.says("stopping");
    running.process.kill("SIGINT");
    expect((await running.finished).status).toBe(130);
    expect(await gone(pidOf("left"))).toBe(true);
  });
});
