import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { cpus, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtCommand, requireBuilt } from "./built-command.ts";
import { startServer } from "./chat-server.ts";
import { askByVidimus } from "./engine-contenders.ts";
import { median } from "./measured-command.ts";
import { type MeasuredProcess, measuredProcess } from "./measured-process.ts";
import { writeAnswers, writeOracleRun } from "./oracle-questions.ts";

/** One line of the kept file: what every workload took at a commit, medians. */
interface FiguresRow {
  readonly commit: string;
  readonly date: string;
  /** What kind of machine it was, without its name. */
  readonly machine: string;
  /** One minute's mean when it began. */
  readonly load: number;
  readonly figures: Readonly<Record<string, Figure>>;
}

interface Figure {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const kept = fileURLToPath(new URL("./figures.jsonl", import.meta.url));
const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);
const [many, million] = [300_000, 1_000_000];

/**
 * Whole commands at fixed sizes: wall time, CPU time and peak memory, put beside the last row of
 * the same kind of machine and appended to `figures.jsonl`, which is committed, so that a change
 * that costs every sample something is seen when it is made. CPU time is the figure to trust.
 */
export async function run(): Promise<void> {
  requireBuilt();
  const directory = mkdtempSync(join(tmpdir(), "vidimus-figures-"));
  const load = Math.round(10 * loadavg()[0]!) / 10;
  try {
    await using server = await startServer(0);
    const figures: Record<string, Figure> = {};
    for (const [name, work] of Object.entries(workloads(directory, server.port)))
      figures[name] = await measured(name, work);
    const row = {
      commit: commitHere(),
      date: new Date().toISOString().slice(0, 10),
      machine: machineKind(),
      load,
      figures,
    };
    compare(row, lastOf(row.machine));
    if (process.env.VIDIMUS_BIN === undefined) appendFileSync(kept, `${JSON.stringify(row)}\n`);
  } finally {
    rmSync(directory, { recursive: true });
  }
}

type Workload = () => Promise<MeasuredProcess>;

function workloads(directory: string, port: number): Readonly<Record<string, Workload>> {
  for (const count of [many, million]) writeOracleRun(directory, `oracle-${count}`, { count });
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
  return {
    [`run of ${many} oracle samples`]: () =>
      command("run", `oracle-${many}.yaml`, "--new", "--json"),
    [`run of ${million} oracle samples`]: () =>
      command("run", `oracle-${million}.yaml`, "--new", "--json"),
    [`score of ${million} predictions`]: () => command(...score),
    "metric detection-map on one video": () =>
      command("metric", "detection-map", "--reference", "truth.json", "--prediction", "found.json"),
    "2000 questions to a chat server": () =>
      askByVidimus({ directory, port, count: 2_000, concurrency: 64, images: [] }),
  };
}

async function measured(name: string, work: Workload): Promise<Figure> {
  const taken: MeasuredProcess[] = [];
  for (let round = 0; round < rounds; round++) {
    process.stderr.write(`${name}: round ${round + 1}\n`);
    const one = await work();
    if (one.status !== 0) throw new Error(`${name} ended with ${one.status}`);
    taken.push(one);
  }
  const middle = (of: keyof Figure, digits: number) =>
    Number(median(taken.map((one) => one[of])).toFixed(digits));
  return {
    seconds: middle("seconds", 2),
    cpuSeconds: middle("cpuSeconds", 2),
    peakMb: middle("peakMb", 0),
  };
}

function compare(row: FiguresRow, before: FiguresRow | undefined): void {
  console.log(
    before
      ? `beside ${before.commit} of ${before.date}, on the same kind of machine`
      : "the first row of this kind of machine",
  );
  console.log(
    `${"".padEnd(36)}${["seconds", "CPU s", "peak MB"].map((title) => title.padStart(20)).join("")}`,
  );
  for (const [name, now] of Object.entries(row.figures)) {
    const cell = (figure: keyof Figure) => {
      const earlier = before?.figures[name]?.[figure];
      return `${now[figure]}${earlier === undefined ? "" : ` (${(now[figure] / earlier).toFixed(2)} ×)`}`.padStart(
        20,
      );
    };
    console.log(name.padEnd(36) + cell("seconds") + cell("cpuSeconds") + cell("peakMb"));
  }
}

function lastOf(machine: string): FiguresRow | undefined {
  const lines = existsSync(kept) ? readFileSync(kept, "utf8").split("\n") : [];
  const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FiguresRow);
  return rows.findLast((row) => row.machine === machine);
}

function machineKind(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `${process.platform} ${process.arch}, ${cpus().length} × ${first?.model.trim() ?? "unknown"}, ${memory}, Node ${process.version}`;
}

/** With a plus sign where something has changed since. */
function commitHere(): string {
  const git = (...args: readonly string[]) =>
    spawnSync("git", args, {
      cwd: fileURLToPath(new URL(".", import.meta.url)),
      encoding: "utf8",
    }).stdout.trim();
  const isChanged = git("status", "--porcelain", "--", "../src", "../package-lock.json") !== "";
  return `${git("rev-parse", "--short", "HEAD")}${isChanged ? "+" : ""}`;
}
