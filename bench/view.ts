import { once } from "node:events";
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isMainThread, Worker, workerData } from "node:worker_threads";
import { writeVideo } from "../src/media/video/write-video.ts";
import { serve } from "../src/server/serve.ts";
import { runStores } from "../src/store/run-stores.ts";

const readers = 50;
const fileBytes = 2 * 2 ** 30;
const rangeBytes = 2 ** 20;
const seconds = 10;
const token = "bench";

/** Latencies of a kind of request, in milliseconds. */
class Latencies {
  readonly #all: number[] = [];

  async time<T>(request: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const answer = await request();
    this.#all.push(performance.now() - start);
    return answer;
  }

  row(name: string): string {
    const sorted = this.#all.sort((a, b) => a - b);
    const at = (share: number) =>
      sorted[Math.floor(share * (sorted.length - 1))]?.toFixed(1) ?? "–";
    return `${name.padEnd(22)}${String(sorted.length).padStart(8)}${[0.5, 0.95, 0.99, 1].map((share) => at(share).padStart(10)).join("")}`;
  }
}

/** `npm run bench view`: a server of `vidimus view` with many readers of one large file. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    const large = sparseVideo(join(folder, "large.mp4"));
    const clip = join(folder, "clip.mp4");
    writeVideo(
      clip,
      { encoder: "libx264", container: "mp4", width: 640, height: 360, framesPerSecond: 25 },
      Array.from({ length: 250 }, (_, at) => new Uint8Array(640 * 360 * 3).fill(at)),
    );
    for (let at = 0; at < 200; at++) {
      const spec = { tasks: [], systems: [] };
      const header = { schema: "vidimus-run/2", name: `run ${at}`, spec, createdAt: at } as const;
      await using _ = await runStores.create(join(folder, "runs", `run-${at}`), header);
    }
    mkdirSync(join(folder, "web"));
    writeFileSync(join(folder, "web", "index.html"), "<!doctype html>");
    await using server = await serve({
      ...{ folder, web: join(folder, "web"), token },
      ...{ port: 0, host: "127.0.0.1" },
    });
    const files = {
      large: await server.registry.register(large),
      clip: await server.registry.register(clip),
    };
    // Those who ask have a thread of their own, as browsers are programs of their own.
    const asking = new Worker(new URL(import.meta.url), {
      workerData: { port: server.port, files },
    });
    await once(asking, "exit");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Files {
  readonly large: string;
  readonly clip: string;
}

if (!isMainThread) {
  const { port, files } = workerData as { readonly port: number; readonly files: Files };
  await load(port, files);
}

async function load(port: number, { large, clip }: Files): Promise<void> {
  const get = async (path: string, range?: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/${path}`, {
      headers: { authorization: `Bearer ${token}`, ...(range ? { range } : {}) },
    });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    return (await response.arrayBuffer()).byteLength;
  };
  const [ranges, tables, frames] = [new Latencies(), new Latencies(), new Latencies()];
  const end = performance.now() + seconds * 1000;
  let bytes = 0;
  const reading = Array.from({ length: readers }, async (_, reader) => {
    for (let at = reader; performance.now() < end; at += readers * 7) {
      const start = (at * rangeBytes) % (fileBytes - rangeBytes);
      const range = `bytes=${start}-${start + rangeBytes - 1}`;
      const read = await ranges.time(() => get(`media/${large}/file`, range));
      bytes += read;
    }
  });
  const listing = (async () => {
    while (performance.now() < end) await tables.time(() => get("data/runs.json"));
  })();
  const stepping = (async () => {
    for (let frame = 0; performance.now() < end; frame = (frame + 1) % 250)
      await frames.time(() => get(`media/${clip}/frames/${frame}.jpg`));
  })();
  await Promise.all([...reading, listing, stepping]);
  console.log(`${readers} readers of 1 MiB ranges of a file of 2 GiB, ${seconds} s`);
  console.log(`${(bytes / 2 ** 20 / seconds).toFixed(0)} MiB/s`);
  console.log(
    `${"request".padEnd(22)}${"count".padStart(8)}${["p50 ms", "p95 ms", "p99 ms", "max ms"].map((name) => name.padStart(10)).join("")}`,
  );
  console.log(ranges.row("range of the file"));
  console.log(tables.row("list of 200 runs"));
  console.log(frames.row("next frame"));
}

/** As large as it says, without taking its room on the disk. */
function sparseVideo(path: string): string {
  const file = openSync(path, "w");
  writeSync(file, "0000ftypisom");
  ftruncateSync(file, fileBytes);
  closeSync(file);
  return path;
}
