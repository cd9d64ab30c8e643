import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import { cli, startCli } from "../support/cli.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const samples = 3_000;
const kills = 100;

const folder = temporaryFolder();
folder.file(
  "questions.jsonl",
  Array.from({ length: samples }, (_, i) => {
    const question = {
      id: `q${i}`,
      group: `v${i % 300}`,
      type: ["count", "colour"][i % 2],
      question: `Number ${i}?`,
      choices: ["one", "two", "three"],
      answer: i % 3,
    };
    return `${JSON.stringify(question)}\n`;
  }).join(""),
);
const config = (name: string) => `
name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: questions.jsonl }, extractors: [standard, strict] }
systems:
  - kind: scripted
    delayMs: 2
    concurrency: 4
    rules:
      - { match: 'Number \\d*7\\?', refuse: no sevens }
      - { match: 'Number \\d*[05]\\?', reply: ['one', 'Answer: two', '**three**', 'who knows'] }
      - { match: '', reply: ['A', 'B.', '(C)'] }
  - { kind: majority }
  - { kind: chance }
`;

async function eventsOf(directory: string): Promise<RunEvent[]> {
  await using store = await readLocalRun(directory);
  expect(store.damage).toEqual([]);
  const events: RunEvent[] = [];
  for await (const event of store.events()) events.push(event);
  return events;
}

function figures(directory: string): unknown {
  const stored = JSON.parse(readFileSync(join(directory, "metrics.json"), "utf8")) as object;
  const ofTheFile = ["basis", "journal", "files", "digest", "name", "machine"];
  const figures = Object.entries(stored).filter(([name]) => !ofTheFile.includes(name));
  return Object.fromEntries(figures);
}

it(`ends like an uninterrupted run after ${kills} kills at random moments, with every sample exactly once`, {
  timeout: 400_000,
}, async () => {
  folder.file("calm.yaml", config("calm"));
  const calm = await cli(["run", "calm.yaml", "--json"], { cwd: folder.path });
  expect(calm.status, calm.stderr).toBe(0);
  const expected = figures(JSON.parse(calm.stdout).directory);

  const random = seededRandom(11, "kills");
  let killed = 0;
  let completed = 0;
  // A run that completes early is followed by another, until there were enough kills; the last one
  // is left to complete.
  for (let run = 0; killed < kills; run++) {
    const name = `wild-${run}`;
    folder.file("wild.yaml", config(name));
    for (let isComplete = false; !isComplete; ) {
      const running = startCli(["run", "wild.yaml", "--json"], { cwd: folder.path });
      const timer =
        killed < kills
          ? setTimeout(() => running.process.kill("SIGKILL"), 150 + 350 * random())
          : undefined;
      const { status, signal, stderr } = await running.finished;
      clearTimeout(timer);
      if (signal === "SIGKILL") killed++;
      else {
        expect(status, stderr).toBe(0);
        isComplete = true;
      }
    }
    const directories = readdirSync(join(folder.path, "runs")).filter(
      (entry) => entry.endsWith(name) && existsSync(join(folder.path, "runs", entry, "run.jsonl")),
    );
    expect(directories).toHaveLength(1);
    const directory = join(folder.path, "runs", directories[0]!);
    const events = await eventsOf(directory);
    const keys = events.flatMap((event) => (event.event === "outcome" ? [event.key] : []));
    expect(new Set(keys).size).toBe(3 * samples);
    expect(keys).toHaveLength(3 * samples);
    expect(figures(directory)).toEqual(expected);
    completed++;
  }
  expect(killed).toBeGreaterThanOrEqual(kills);
  expect(completed).toBeGreaterThan(0);
});
