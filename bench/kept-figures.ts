import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { median } from "./measured-command.ts";
import type { MeasuredProcess } from "./measured-process.ts";

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

export interface Figure {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakMb: number;
}

const kept = fileURLToPath(new URL("./figures.jsonl", import.meta.url));
const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 3);

export type Workload = () => Promise<MeasuredProcess>;

/**
 * Measures whole commands: wall time, CPU time and peak memory, put beside the last row of the same
 * kind of machine and appended to `figures.jsonl`, which is committed. A change that costs every
 * sample something is seen when it is made. CPU time is the figure to trust.
 */
export async function keepFigures(
  workloads: Readonly<Record<string, Workload>>,
): Promise<FiguresRow["figures"]> {
  const load = Math.round(10 * loadavg()[0]!) / 10;
  const figures: Record<string, Figure> = {};
  for (const [name, work] of Object.entries(workloads)) figures[name] = await measured(name, work);
  const row = {
    commit: commitHere(),
    date: new Date().toISOString().slice(0, 10),
    machine: machineKind(),
    load,
    figures,
  };
  compare(row, lastLike(row));
  if (process.env.VIDIMUS_BIN === undefined) appendFileSync(kept, `${JSON.stringify(row)}\n`);
  return figures;
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

/** The last row of the same kind of machine that has one of the same workloads. */
function lastLike({ machine, figures }: FiguresRow): FiguresRow | undefined {
  const lines = existsSync(kept) ? readFileSync(kept, "utf8").split("\n") : [];
  const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FiguresRow);
  return rows.findLast(
    (row) => row.machine === machine && Object.keys(figures).some((name) => name in row.figures),
  );
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
