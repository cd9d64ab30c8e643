import { spawnSync } from "node:child_process";
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import { builtProgram } from "../support/built-program.ts";
import { cli, type Running, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const samples = 400;
const folder = temporaryFolder();
folder.file(
  "questions.jsonl",
  Array.from(
    { length: samples },
    (_, i) =>
      `${JSON.stringify({ id: `q${i}`, question: `Number ${i}?`, choices: ["one", "two"], answer: i % 2 })}\n`,
  ).join(""),
);

function config(name: string, delayMs: number): string {
  return folder.file(
    `${name}.yaml`,
    `
name: ${name}
tasks: [{ id: qa, family: multiple-choice, data: { path: questions.jsonl } }]
systems: [{ id: slow, kind: scripted, delayMs: ${delayMs}, concurrency: 4, rules: [{ match: '', reply: [A, B] }] }]
`,
  );
}

function directoryOf(name: string): string {
  const runs = join(folder.path, "runs");
  const found = existsSync(runs)
    ? readdirSync(runs).filter((entry) => entry.endsWith(`-${name}`))
    : [];
  return found[0] === undefined ? "" : join(runs, found[0]);
}

/** Starts a run and waits until it has written some outcomes. */
async function underWay(
  name: string,
  delayMs: number,
): Promise<{ readonly running: Running; readonly directory: string }> {
  const running = startCli(["run", config(name, delayMs)], { cwd: folder.path });
  const journal = () => join(directoryOf(name), "run.jsonl");
  while (directoryOf(name) === "" || !existsSync(journal()) || statSync(journal()).size < 4_000) {
    if (running.process.exitCode !== null) throw new Error((await running.finished).stderr);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { running, directory: directoryOf(name) };
}

async function outcomesOf(directory: string): Promise<readonly string[]> {
  await using store = await readLocalRun(directory);
  const keys: string[] = [];
  for await (const event of store.events()) if (event.event === "outcome") keys.push(event.key);
  expect(store.damage).toEqual([]);
  return keys;
}

/**
 * Makes the owner one of another PID namespace, as if it ran in a container: its number says
 * nothing here.
 */
function moveOwnerElsewhere(directory: string, silentMs: number): void {
  const path = join(directory, "run.lock");
  writeFileSync(
    path,
    JSON.stringify({
      ...JSON.parse(readFileSync(path, "utf8")),
      pid: 2 ** 22 + 1,
      namespace: "pid:[1]",
    }),
  );
  const at = new Date(Date.now() - silentMs);
  utimesSync(path, at, at);
}

const canUnshare =
  spawnSync("unshare", ["--user", "--map-root-user", "--pid", "--fork", "true"]).status === 0;

/** Runs shell lines where `mount` changes nothing for anybody else, in the folder of the tests. */
function inOwnMounts(script: string): { readonly status: number | null; readonly output: string } {
  const words = ["--user", "--map-root-user", "--mount", "sh", "-ec", script];
  const env = {
    ...process.env,
    NO_COLOR: "1",
    VIDIMUS_CACHE: join(folder.path, ".cache"),
    VIDIMUS: `${process.execPath} ${builtProgram()}`,
  };
  const { status, stdout, stderr } = spawnSync("unshare", words, {
    cwd: folder.path,
    env,
    encoding: "utf8",
  });
  return { status, output: stdout + stderr };
}

const canMount = inOwnMounts("mkdir -p probe && mount -t tmpfs none probe").status === 0;

describe("two processes and one run", () => {
  it.skipIf(!canUnshare)(
    "a process in another PID namespace leaves a live owner its run",
    async () => {
      const { running, directory } = await underWay("spaces", 40);
      const words = [
        "--user",
        "--map-root-user",
        "--pid",
        "--fork",
        process.execPath,
        builtProgram(),
        "run",
        "spaces.yaml",
      ];
      const second = spawnSync("unshare", words, { cwd: folder.path, encoding: "utf8" });
      expect(second.stderr).toContain(
        `another process is writing this run: process ${running.process.pid}`,
      );
      expect(second.status).toBe(2);
      expect((await running.finished).status).toBe(0);
      expect(new Set(await outcomesOf(directory)).size).toBe(samples);
    },
    60_000,
  );

  it("an owner that slept while another took over stops, and nothing is damaged or done twice", async () => {
    const { running, directory } = await underWay("asleep", 40);
    running.process.kill("SIGSTOP");
    moveOwnerElsewhere(directory, 120_000);
    const second = await cli(["run", "asleep.yaml"], { cwd: folder.path });
    expect(second.status, second.stderr).toBe(0);
    const before = readFileSync(join(directory, "run.jsonl"));
    running.process.kill("SIGCONT");
    const first = await running.finished;
    expect(first.stderr).toContain("the lock of this run was removed");
    expect(first.status).toBe(2);
    expect(readFileSync(join(directory, "run.jsonl")).equals(before)).toBe(true);
    const keys = await outcomesOf(directory);
    expect(keys).toHaveLength(samples);
    expect(new Set(keys).size).toBe(samples);
  }, 60_000);

  it("an owner that wakes up while the other is still writing stops and names it", async () => {
    const { running, directory } = await underWay("woken", 40);
    running.process.kill("SIGSTOP");
    moveOwnerElsewhere(directory, 120_000);
    const second = startCli(["run", "woken.yaml"], { cwd: folder.path });
    await second.says("continuing");
    running.process.kill("SIGCONT");
    const first = await running.finished;
    expect(first.stderr).toContain(
      `another process has taken over this run: process ${second.process.pid}`,
    );
    expect(first.status).toBe(2);
    expect((await second.finished).status).toBe(0);
    const keys = await outcomesOf(directory);
    expect(keys).toHaveLength(samples);
    expect(new Set(keys).size).toBe(samples);
  }, 60_000);

  it("a run whose folder is deleted stops and says so", async () => {
    const { running, directory } = await underWay("deleted", 40);
    rmSync(directory, { recursive: true });
    const { status, stderr } = await running.finished;
    expect(stderr).toContain(
      `the folder of this run was deleted or moved while it was being written: ${directory}`,
    );
    expect(status).toBe(2);
    expect(existsSync(directory)).toBe(false);
  }, 60_000);

  it("a run whose log is replaced stops and says so", async () => {
    const { running, directory } = await underWay("replaced", 40);
    const journal = join(directory, "run.jsonl");
    renameSync(journal, `${journal}.old`);
    const { status, stderr } = await running.finished;
    expect(stderr).toContain(
      `the log of this run was deleted or replaced while it was being written: ${journal}`,
    );
    expect(status).toBe(2);
  }, 60_000);

  it("a folder deleted during one long request stops the run before the request ends", async () => {
    const running = startCli(["run", config("long", 600_000)], { cwd: folder.path });
    const journal = () => join(directoryOf("long"), "run.jsonl");
    while (
      directoryOf("long") === "" ||
      !existsSync(journal()) ||
      !readFileSync(journal(), "utf8").includes('"note":"cell"')
    )
      await new Promise((resolve) => setTimeout(resolve, 20));
    rmSync(directoryOf("long"), { recursive: true });
    const { status, stderr } = await running.finished;
    expect(stderr).toContain("the folder of this run was deleted or moved");
    expect(status).toBe(2);
  }, 60_000);
});

describe("a disk that takes no more", () => {
  it.skipIf(!canMount)("full: the run says so, and goes on where it was once there is room", () => {
    config("full", 0);
    const { output } = inOwnMounts(`
      mkdir -p runs && mount -t tmpfs -o size=160k none runs
      $VIDIMUS run full.yaml && echo "first $?" || echo "first $?"
      mount -o remount,size=64m runs
      $VIDIMUS run full.yaml > /dev/null
      cp runs/*-full/run.jsonl full.jsonl
    `);
    expect(output).toContain("error: the run log cannot be written: the disk is full");
    expect(output).toContain("first 2");
    expect(output).toContain("continuing runs/");
    const lines = readFileSync(join(folder.path, "full.jsonl"), "utf8").trim().split("\n");
    const outcomes = lines
      .map((line) => JSON.parse(line))
      .filter(({ event }) => event === "outcome");
    expect(outcomes).toHaveLength(samples);
    expect(new Set(outcomes.map(({ key }) => key)).size).toBe(samples);
  });

  it.skipIf(!canMount)("read-only: a user's mistake in words", () => {
    config("readonly", 0);
    const { output } = inOwnMounts(`
      mkdir -p runs && mount -t tmpfs -o ro none runs
      $VIDIMUS run readonly.yaml && echo "code $?" || echo "code $?"
    `);
    expect(output).toMatch(/^error: the file system is read-only: .*runs/m);
    expect(output).toContain("code 2");
  });
});
