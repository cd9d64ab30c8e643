import { digestOnly } from "../src/datasets/blobs/blob-folder.ts";
import { openDataFile } from "../src/datasets/open-data-file.ts";

/**
 * `node bench/read-rows.ts <file>`: reads all rows of a data file and prints how many, how long and
 * how much memory.
 */
const startedAt = performance.now();
const before = process.cpuUsage();
let rows = 0;
for await (const batch of openDataFile(process.argv[2]!, { blobs: digestOnly }).rows())
  rows += batch.length;
const { user, system } = process.cpuUsage(before);
console.log(
  JSON.stringify({
    rows,
    cpuSeconds: (user + system) / 1e6,
    seconds: (performance.now() - startedAt) / 1000,
    peakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
