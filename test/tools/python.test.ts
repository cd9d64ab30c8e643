import { spawn } from "node:child_process";
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import type { Summary } from "../../src/summary/summary.ts";
import { cli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder();
cpSync(fileURLToPath(new URL("../../examples", import.meta.url)), folder.path, { recursive: true });

type Printed = Summary & { readonly directory: string };
const scoreOf = ({ tasks }: Summary, system: string) =>
  tasks[0]!.systems.find(({ id }) => id === system)!.metrics.F1!.value;

// npm test runs the other examples, and speaks both protocols with workers in Node.
it.each(["command-bridge", "streaming-assistant"])(
  "the example %s, which is written in Python, runs",
  async (name) => {
    const { status, stdout, stderr } = await cli(["run", "--json"], {
      cwd: join(folder.path, name),
    });
    expect(status, stderr).toBe(0);
    expect(JSON.parse(stdout).complete).toBe(true);
  },
);

it("the streaming assistant says the same to a clock that talks in lines and to one that talks HTTP", async () => {
  const cwd = join(folder.path, "streaming-assistant");
  const server = spawn("python3", ["assistant.py", "--port", "0"], {
    cwd,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void server.kill());
  const url = await new Promise<string>((resolve, reject) => {
    server.on("error", reject).stderr.on("data", (text: Buffer) => {
      const found = /http:\S+/.exec(text.toString());
      if (found) resolve(found[0]);
    });
  });
  folder.file(
    "streaming-assistant/both.yaml",
    `
name: both
tasks:
  - { id: assistant, family: dialogue, data: { path: streams.jsonl, media: none }, options: { window: "-5s,5s" } }
systems:
  - { id: lines, kind: command, command: [python3, assistant.py] }
  - { id: server, kind: service, url: "${url}/step", stream: true }
`,
  );
  const { status, stdout, stderr } = await cli(["run", "both.yaml", "--json"], { cwd });
  expect(status, stderr).toBe(0);
  const summary = JSON.parse(stdout) as Printed;
  expect(scoreOf(summary, "lines")).toBeGreaterThan(0.5);
  expect(scoreOf(summary, "server")).toBe(scoreOf(summary, "lines"));
  // 60 and 40 seconds, a step each, and the end of each stream.
  const lines = readFileSync(join(summary.directory, "run.jsonl"), "utf8").trim().split("\n");
  expect(lines.filter((line) => (JSON.parse(line) as RunEvent).event === "reply")).toHaveLength(
    2 * (60 + 1 + 40 + 1),
  );

  const again = await cli(["score", summary.directory, "--json"], { cwd });
  expect(scoreOf(JSON.parse(again.stdout) as Summary, "lines")).toBe(scoreOf(summary, "lines"));
});
