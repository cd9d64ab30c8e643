import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { median } from "./measured-command.ts";
import { askPeer } from "./side-by-side.ts";

const sizes = [10_000, 100_000, 1_000_000];
const formats = ["jsonl", "json", "csv", "parquet", "arrow", "npz"];
const rounds = 3;
const reader = fileURLToPath(new URL("./read-rows.ts", import.meta.url));

interface Reading {
  readonly rows: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly peakMb: number;
}

/**
 * Rows per CPU second and peak memory of every format, ours beside pandas, NumPy and pyarrow on the
 * same file, in processes of their own.
 */
export async function run(): Promise<void> {
  console.log(
    `rows per CPU second and peak memory; median of ${rounds}, alternating; ours streams, pandas and NumPy load everything`,
  );
  console.log("format      rows        MB   ours                     peer");
  for (const count of sizes) {
    const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
    try {
      if (!askPeer("datasets.py", ["make", folder, String(count)])) return;
      for (const format of formats) compare(join(folder, `rows.${format}`), format, count);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }
}

function compare(path: string, format: string, count: number): void {
  const ours: Reading[] = [];
  const peer: Reading[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(readHere(path));
    const theirs = askPeer<Reading>("datasets.py", ["read", path]);
    if (theirs) peer.push(theirs);
  }
  const size = (statSync(path).size / 1e6).toFixed(1);
  console.log(
    `${format.padEnd(8)} ${String(count).padStart(8)} ${size.padStart(8)}   ${shown(ours)}   ${shown(peer)}`,
  );
}

/** Reads a file in a process of its own. */
export function readHere(path: string): Reading {
  const { stdout, stderr } = spawnSync(process.execPath, [reader, path], { encoding: "utf8" });
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout) as Reading;
}

export function shown(readings: readonly Reading[]): string {
  if (readings.length === 0) return "–";
  const perSecond = median(readings.map(({ rows, cpuSeconds }) => rows / cpuSeconds));
  const peak = median(readings.map(({ peakMb }) => peakMb));
  return `${Math.round(perSecond).toLocaleString("en").padStart(11)}/s ${peak.toFixed(0).padStart(5)} MB`;
}
