import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { requireBuilt } from "./built-command.ts";
import { startServer } from "./chat-server.ts";
import { askBarely, askByVidimus, type EngineJob } from "./engine-contenders.ts";
import { makeImages } from "./make-images.ts";
import { median } from "./measured-command.ts";

const rounds = Number(process.env.VIDIMUS_BENCH_ROUNDS ?? 5);
const concurrency = 32;
/** Frames of about 30 kB. */
const imageSize = { width: 208, height: 144 };

/**
 * CPU time of a whole run per request, start and report included, and of a bare loop that sends
 * the same requests. Both take turns; the server has a process of its own and is not counted.
 */
export async function run(): Promise<void> {
  requireBuilt();
  const directory = mkdtempSync(join(tmpdir(), "vidimus-bench-chat-"));
  try {
    await using server = await startServer(0);
    const job = { directory, port: server.port, concurrency };
    await compare("small bodies", { ...job, count: 20_000, images: [] });
    const images = await makeImages(join(directory, "images"), imageSize);
    await compare("8 frames of 30 kB", { ...job, count: 4_000, images });
  } finally {
    rmSync(directory, { recursive: true });
  }
}

async function compare(name: string, job: EngineJob): Promise<void> {
  // Frames are decoded once, outside the figures.
  if (job.images.length > 0) await askByVidimus(job);
  const load = loadavg()[0]!;
  const [ours, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const each = ({ cpuSeconds }: { readonly cpuSeconds: number }) =>
      (1000 * cpuSeconds) / job.count;
    ours.push(each(await askByVidimus(job)));
    bare.push(each(await askBarely(job)));
  }
  const [ourMs, bareMs] = [median(ours), median(bare)];
  console.log(
    `${name}, concurrency ${concurrency}, ${job.count} requests: ms CPU per request ours ${ourMs.toFixed(3)}, bare undici ${bareMs.toFixed(3)}, ratio ${(ourMs / bareMs).toFixed(1)} (medians of ${rounds}, load ${load.toFixed(1)})`,
  );
}
