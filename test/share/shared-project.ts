import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { RunEvent } from "../../src/core/run/run-event.ts";
import { readLocalRun } from "../../src/store/local-run-store.ts";
import type { temporaryFolder } from "../support/temporary-folder.ts";

/** Writes questions about videos, three to each. */
export function writeQuestions(
  folder: ReturnType<typeof temporaryFolder>,
  count: number,
  name = "questions.jsonl",
): void {
  const rows = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      ...{ id: `q${i}`, group: `v${Math.floor(i / 3)}`, type: ["count", "colour"][i % 2] },
      ...{ question: `Number ${i}?`, choices: ["one", "two", "three"], answer: i % 3 },
    }),
  );
  folder.file(name, `${rows.join("\n")}\n`);
}

/** A configuration with a system that is asked and two that answer from memory. */
export function sharedConfig(name: string, delayMs: number): string {
  return `
name: ${name}
tasks:
  - { id: qa, family: multiple-choice, data: { path: questions.jsonl }, extractors: [standard, strict] }
systems:
  - id: talker
    kind: scripted
    delayMs: ${delayMs}
    concurrency: 4
    rules:
      - { match: 'Number \\d*7\\?', refuse: no sevens }
      - { match: 'Number \\d*[05]\\?', reply: ['one', 'Answer: two', '**three**', 'who knows'] }
      - { match: '', reply: ['A', 'B.', '(C)'] }
  - { kind: majority }
  - { kind: chance }
cache: { replies: false }
`;
}

/** Folders of the runs of a name. */
export function namesOf(folder: string, name: string, output = "runs"): readonly string[] {
  const place = join(folder, output);
  return (existsSync(place) ? readdirSync(place) : []).filter(
    (entry) => entry.endsWith(`-${name}`) && existsSync(join(place, entry, "run.jsonl")),
  );
}

/** The only run of a name. */
export function runOf(folder: string, name: string, output = "runs"): string {
  const found = namesOf(folder, name, output);
  expect(found).toHaveLength(1);
  return join(folder, output, found[0]!);
}

export async function eventsOf(directory: string): Promise<RunEvent[]> {
  await using store = await readLocalRun(directory);
  expect(store.damage).toEqual([]);
  const events: RunEvent[] = [];
  for await (const event of store.events()) events.push(event);
  return events;
}

/** How often each piece of work was brought to an end. */
export async function outcomeCounts(directory: string): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const event of await eventsOf(directory))
    if (event.event === "outcome") counts.set(event.key, (counts.get(event.key) ?? 0) + 1);
  return counts;
}

/** What a run came to, without what is of its files and its machine. */
export function figuresOf(directory: string): unknown {
  const stored = JSON.parse(readFileSync(join(directory, "metrics.json"), "utf8")) as object;
  const ofTheFile = ["basis", "journal", "files", "digest", "name", "machine"];
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !ofTheFile.includes(name)));
}
