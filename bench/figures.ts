import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { startServer } from "./chat-server.ts";
import { comparedSamples, makeComparedRuns } from "./compared-runs.ts";
import { askByVidimus } from "./engine-contenders.ts";
import { type Figure, keepFigures, type Workload } from "./kept-figures.ts";
import { measuredProcess } from "./measured-process.ts";
import { writeAnswers, writeOracleRun } from "./oracle-questions.ts";

const million = 1_000_000;
const counts = [100_000, 300_000, million] as const;
const oracleRun = (count: number) => `run of ${count} oracle samples`;

/** Whole commands at fixed sizes, kept in `figures.jsonl`, and how time grows with samples. */
export async function run(): Promise<void> {
  requireBuilt();
  const directory = mkdtempSync(join(tmpdir(), "vidimus-figures-"));
  try {
    await using server = await startServer(0);
    printGrowth(await keepFigures(workloads(directory, server.port)));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

function workloads(directory: string, port: number): Readonly<Record<string, Workload>> {
  for (const count of counts) writeOracleRun(directory, `oracle-${count}`, { count });
  writeAnswers(join(directory, "answers.jsonl"), million);
  const events = {
    database: {
      v: { subset: "validation", duration: 60, annotations: [{ segment: [0, 9], label: "jump" }] },
    },
  };
  writeFileSync(join(directory, "truth.json"), JSON.stringify(events));
  writeFileSync(
    join(directory, "found.json"),
    JSON.stringify({ results: { v: [{ segment: [0, 8], label: "jump", score: 0.9 }] } }),
  );
  const command = (...args: readonly string[]) =>
    measuredProcess({ command: process.execPath, args: [builtCommand, ...args], cwd: directory });
  const score = [
    "score",
    "--family",
    "multiple-choice",
    "--data",
    `oracle-${million}.jsonl`,
    "--predictions",
    "answers.jsonl",
    "--json",
  ];
  const compared = makeComparedRuns(directory);
  return {
    ...Object.fromEntries(
      counts.map((count) => [
        oracleRun(count),
        () => command("run", `oracle-${count}.yaml`, "--new", "--json"),
      ]),
    ),
    [`compare of ${comparedSamples} samples`]: () => command("compare", ...compared, "--json"),
    [`score of ${million} predictions`]: () => command(...score),
    "metric detection-map on one video": () =>
      command("metric", "detection-map", "--reference", "truth.json", "--prediction", "found.json"),
    "2000 questions to a chat server": () =>
      askByVidimus({ directory, port, count: 2_000, concurrency: 64, images: [] }),
  };
}

/** Start-up included: it weighs most where samples are few. */
function printGrowth(figures: Readonly<Record<string, Figure>>): void {
  const perSample = (count: number, of: "seconds" | "cpuSeconds") =>
    (1e6 * figures[oracleRun(count)]![of]) / count;
  console.log("\ntime per sample       wall       CPU");
  for (const count of counts)
    console.log(
      `${String(count).padStart(15)}${(["seconds", "cpuSeconds"] as const).map((of) => `${perSample(count, of).toFixed(1)} µs`.padStart(10)).join("")}`,
    );
  const growth = perSample(million, "cpuSeconds") / perSample(counts[0], "cpuSeconds");
  console.log(`CPU time per sample of ${million} beside ${counts[0]}: ${growth.toFixed(2)} ×`);
}
