import { existsSync } from "node:fs";
import { UserError } from "../src/core/user-error.ts";
import { peerPython } from "./side-by-side.ts";

interface Benchmark {
  readonly summary: string;
  /** Packages that `VIDIMUS_PEERS` must have for what ours is put beside. */
  readonly packages?: string;
  load(): Promise<{ readonly run: () => Promise<void> }>;
}

const benchmarks: Readonly<Record<string, Benchmark>> = {
  help: {
    summary:
      "how soon --help, --version, list, check and run of one sample are there, built and from source",
    load: () => import("./help.ts"),
  },
  run: {
    summary: "a million samples end to end, and resuming them",
    load: () => import("./run.ts"),
  },
  figures: {
    summary:
      "a few workloads, appended to bench/figures.jsonl and put beside the last row of the same kind of machine",
    load: () => import("./figures.ts"),
  },
  demo: {
    summary: "the demo with all its processes, appended to bench/figures.jsonl too",
    load: () => import("./demo.ts"),
  },
  replies: {
    summary: "reading one reply: bytes, extractor, run log, cache",
    load: () => import("./replies.ts"),
  },
  chat: {
    summary: "CPU time of a request to a chat server, beside a bare loop of undici",
    load: () => import("./chat.ts"),
  },
  workers: {
    summary:
      "a fixed amount of work by one, two and four workers on PostgreSQL, and what the queue costs",
    load: () => import("./workers.ts"),
  },
  view: {
    summary: "50 readers of ranges of a large video beside tables and frames, from one server",
    load: () => import("./view.ts"),
  },
  bootstrap: { summary: "intervals over a million samples", load: () => import("./bootstrap.ts") },
  media: {
    summary: "frames of a long video, beside OpenCV, PyAV, decord, ffmpeg and TorchCodec",
    load: () => import("./media.ts"),
  },
  clips: {
    summary: "many short clips to pixels and to JPEG, beside PyAV, TorchCodec, OpenCV and decord",
    packages: "av, pillow, opencv-python-headless, decord, torch and torchcodec",
    load: () => import("./clips.ts"),
  },
  "media-memory": {
    summary: "memory of a decoding process by the length of the video",
    load: () => import("./media-memory.ts"),
  },
  "media-sharing": {
    summary: "ten questions about one video, beside one",
    load: () => import("./media-sharing.ts"),
  },
  "media-windows": {
    summary: "120 windows of a long video, beside one pass over it",
    load: () => import("./media-windows.ts"),
  },
  encoder: {
    summary: "videos to embeddings, beside PyAV, Pillow and ONNX Runtime in Python; products",
    packages: "open_clip_torch, onnx, onnxruntime, av, pillow and numpy, which also make the model",
    load: () => import("./encoder.ts"),
  },
  heads: {
    summary:
      "learning twelve tasks of an episode of 1,161 windows × 8,546 features, beside NumPy and PyTorch",
    packages: "numpy and torch",
    load: () => import("./heads.ts"),
  },
  metrics: {
    summary: "metrics beside their official implementations",
    packages: "numpy, pandas, scipy, pycocoevalcap, sacrebleu, pytrec-eval-terrier and ranx",
    load: () => import("./metrics.ts"),
  },
  datasets: {
    summary: "reading rows of every format, beside pandas, NumPy and pyarrow",
    packages: "numpy, pandas and pyarrow, which also make the files",
    load: () => import("./datasets.ts"),
  },
  "datasets-memory": {
    summary: "memory at files of a gigabyte",
    packages: "numpy and pyarrow, which make the files",
    load: () => import("./datasets-memory.ts"),
  },
  engine: {
    summary: "whole runs against a local chat server, beside promptfoo, inspect_ai and lmms-eval",
    load: () => import("./engine.ts"),
  },
  pool: {
    summary: "the same work at 1, 2 and 4 servers of limited capacity, and with a slow one",
    load: () => import("./pool.ts"),
  },
  compare: {
    summary:
      "16 systems by sacreBLEU's paired bootstrap beside sacreBLEU, and two runs of 100,000 samples",
    packages: "sacrebleu",
    load: () => import("./compare.ts"),
  },
  dialogue: {
    summary: "streaming dialogue, beside the original's way",
    packages: "numpy, scipy and pycocoevalcap",
    load: () => import("./dialogue.ts"),
  },
  events: {
    summary: "a million detections, all metrics, beside the toolkit's mAP",
    packages: "numpy and pandas",
    load: () => import("./events.ts"),
  },
  "episode-features": {
    summary: "features of video, depth and sound in frames per second, beside OpenCV and NumPy",
    packages: "numpy and opencv-python-headless",
    load: () => import("./episode-features.ts"),
  },
  bridge: {
    summary: "what the bridge to Python adds to each ask, beside a loop in Python",
    packages: "numpy and pillow",
    load: () => import("./bridge.ts"),
  },
  "view-run": {
    summary: "a run of 100,000 samples in a real browser: first view, slices, search, scrolling",
    load: () => import("./view-run.ts"),
  },
  "retrieval-family": {
    summary: "100,000 queries, all metrics",
    load: () => import("./retrieval-family.ts"),
  },
};

const settings: Readonly<Record<string, string>> = {
  VIDIMUS_BIN:
    "main.js of another build, for help, run, engine, chat, figures and demo (whose rows are not kept then)",
  VIDIMUS_PEERS:
    "python of the peers of metrics, media, datasets, dialogue, events, bridge and heads",
  VIDIMUS_PEERS_TORCH: "python with torch and torchcodec, for media",
  VIDIMUS_PROMPTFOO: "promptfoo's command, for engine",
  VIDIMUS_INSPECT: "python with inspect_ai and openai, for engine",
  VIDIMUS_LMMS: "python with lmms-eval, for engine",
  VIDIMUS_BENCH_CASES:
    "only these cases: media 30:8,30:2fps, …; engine text:0,frames:100, …; heads timeline_action, …",
  VIDIMUS_BENCH_PEERS: "only these peers of engine",
  VIDIMUS_BENCH_ROUNDS: "rounds of media, media-windows, heads, pool, chat, figures and demo",
  VIDIMUS_BENCH_QUERIES: "queries of metrics beside trec_eval",
};

function usage(): string {
  const table = (rows: readonly (readonly [string, string])[]) =>
    rows.map(([name, what]) => `  ${name.padEnd(23)}${what}`).join("\n");
  return [
    "npm run bench [names…]: the named benchmarks, or all, which takes hours. Figures are printed, never asserted.",
    table(Object.entries(benchmarks).map(([name, { summary }]) => [name, summary])),
    "In the environment:",
    table(Object.entries(settings)),
  ].join("\n\n");
}

async function main(wanted: readonly string[]): Promise<void> {
  if (wanted.some((name) => name === "--help" || name === "-h")) return console.log(usage());
  const names = Object.keys(benchmarks);
  const unknown = wanted.filter((name) => !names.includes(name));
  if (unknown.length > 0)
    throw new UserError(
      `unknown benchmark: ${unknown.join(", ")}`,
      `there are ${names.join(", ")}`,
    );
  for (const name of wanted.length > 0 ? wanted : names) {
    console.log(`\n# ${name}`);
    const { packages, load } = benchmarks[name]!;
    if (packages !== undefined && !existsSync(peerPython))
      console.log(
        `no peers: make a Python environment with ${packages}, and name its python as VIDIMUS_PEERS`,
      );
    await (await load()).run();
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.hint === undefined ? error.message : `${error.message}: ${error.hint}`);
  process.exitCode = 2;
}
