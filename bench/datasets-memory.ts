import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readHere } from "./datasets.ts";
import { askPeer } from "./side-by-side.ts";

const files = {
  "lines.jsonl": "JSON lines",
  "list.json": "one JSON array",
  "images.parquet": "100,000 rows with pictures of 10 kB",
  "videos.parquet": "one row group of ten videos",
};

/** Memory at files of about a gigabyte, which must not depend on their size. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    if (!askPeer("datasets.py", ["large", folder])) return;
    for (const [name, what] of Object.entries(files)) {
      const path = join(folder, name);
      const { rows, cpuSeconds, seconds, peakMb } = readHere(path);
      const megabytes = (statSync(path).size / 1e6).toFixed(0);
      console.log(
        `${what.padEnd(38)} ${megabytes.padStart(6)} MB ${String(rows).padStart(8)} rows ${cpuSeconds.toFixed(1).padStart(6)} s CPU ${seconds.toFixed(1).padStart(6)} s  peak ${peakMb.toFixed(0).padStart(4)} MB`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
