import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { averagePrecision } from "../../src/metrics/retrieval/average-precision.ts";
import { bpref } from "../../src/metrics/retrieval/bpref.ts";
import { hit } from "../../src/metrics/retrieval/hit.ts";
import { judgeRun } from "../../src/metrics/retrieval/judge-run.ts";
import { ndcg } from "../../src/metrics/retrieval/ndcg.ts";
import { precision } from "../../src/metrics/retrieval/precision.ts";
import { rPrecision } from "../../src/metrics/retrieval/r-precision.ts";
import { recall } from "../../src/metrics/retrieval/recall.ts";
import { reciprocalRank } from "../../src/metrics/retrieval/reciprocal-rank.ts";
import { qrelsReader } from "../../src/metrics/retrieval/trec-qrels.ts";
import type { TrecReader } from "../../src/metrics/retrieval/trec-reader.ts";
import { runReader } from "../../src/metrics/retrieval/trec-run.ts";
import { askPeer, cpuSeconds, sideBySide } from "../side-by-side.ts";

const rules = { noTruth: "zero", missing: "skip" } as const;
const usualMetrics = [
  averagePrecision("m", rules),
  reciprocalRank("m", rules),
  ndcg("m", rules),
  ndcg("m", { ...rules, k: 10 }),
  rPrecision("m", rules),
  bpref("m", rules),
  ...[5, 10, 100].map((k) => precision("m", { ...rules, k })),
  ...[10, 100, 1000].map((k) => recall("m", { ...rules, k })),
  ...[1, 5, 10].map((k) => hit("m", { ...rules, k })),
];

const depth = 1_000;
/** How many queries trec_eval and ranx are given; ranx keeps about a kilobyte per line. */
const queries = { trec: Number(process.env.VIDIMUS_BENCH_QUERIES ?? 10_000), ranx: 1_000 };
const judgedPerQuery = 60;

interface Files {
  readonly qrels: string;
  readonly run: string;
}

interface PeerAnswer {
  /** CPU seconds of each part. */
  readonly read: number;
  readonly evaluate: number;
  readonly map: number;
}

/**
 * From the two files to the usual measures: everything that `vidimus metric retrieval` does but
 * printing.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    await compare(folder, "trec", "trec_eval (C, its own reader)");
    await compare(folder, "ranx", "ranx (warm)");
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compare(folder: string, peer: "trec" | "ranx", name: string): Promise<void> {
  const files = writeFiles(folder, queries[peer]);
  let ours = { map: Number.NaN, parts: "" };
  let theirs: PeerAnswer | undefined;
  const size = (statSync(files.run).size / 1e6).toFixed(0);
  await sideBySide(
    `retrieval, ${queries[peer]} queries × ${depth} documents (${size} MB), files to ${usualMetrics.length} measures`,
    [
      {
        name: "vidimus",
        run: () =>
          cpuSeconds(async () => {
            ours = await score(files);
          }),
      },
      {
        name,
        run: () => {
          theirs = askPeer<PeerAnswer>("retrieval.py", [peer, files.qrels, files.run]);
          return theirs ? theirs.read + theirs.evaluate : Number.NaN;
        },
      },
    ],
  );
  console.log(
    `  ours: ${ours.parts}; peak ${(process.resourceUsage().maxRSS / 1024).toFixed(0)} MB`,
  );
  if (theirs)
    console.log(
      `  ${name}: read ${theirs.read.toFixed(2)} s, evaluate ${theirs.evaluate.toFixed(2)} s`,
    );
  if (theirs) console.log(`  MAP ${ours.map.toFixed(10)} and ${theirs.map.toFixed(10)}`);
  rmSync(files.qrels);
  rmSync(files.run);
}

async function score({
  qrels,
  run,
}: Files): Promise<{ readonly map: number; readonly parts: string }> {
  const parts: string[] = [];
  const timed = async <T>(part: string, job: () => T): Promise<T> => {
    let result: T | undefined;
    parts.push(`${part} ${(await cpuSeconds(() => (result = job()))).toFixed(2)} s`);
    return result!;
  };
  const judgements = await timed("qrels", () => read(qrels, qrelsReader()));
  const hits = await timed("run", () => read(run, runReader()));
  const { queries: judged } = await timed("judge", () => judgeRun(judgements, hits));
  const scores = await timed("measures", () =>
    usualMetrics.map((metric) => metric.prepare(judged.values())()),
  );
  return { map: scores[0]!, parts: parts.join(", ") };
}

/** Without a stream, so that nothing but reading and parsing is timed. */
function read<T>(path: string, reader: TrecReader<T>): T {
  const file = openSync(path, "r");
  const chunk = new Uint8Array(1 << 20);
  for (let length = readSync(file, chunk); length > 0; length = readSync(file, chunk))
    reader.push(chunk.subarray(0, length));
  closeSync(file);
  return reader.finish();
}

/** Scores fall with the rank, with ties now and then; six of ten judged documents are returned. */
function writeFiles(folder: string, queryCount: number): Files {
  const files = { qrels: join(folder, "qrels.txt"), run: join(folder, "run.txt") };
  const random = seededRandom(1, "bench-retrieval");
  const qrels = openSync(files.qrels, "w");
  const hits = openSync(files.run, "w");
  for (let query = 0; query < queryCount; query++) {
    const first = Math.floor(random() * 8_000_000);
    const documentAt = (at: number) => `D${first + at * 7}`;
    let text = "";
    let value = 20 + random();
    for (let rank = 0; rank < depth; rank++) {
      value -= random() < 0.02 ? 0 : random() * 0.02;
      text += `${query + 1} Q0 ${documentAt(rank)} ${rank + 1} ${value.toFixed(4)} bench\n`;
    }
    writeSync(hits, text);
    const places = new Set(
      Array.from({ length: judgedPerQuery }, () =>
        Math.floor(random() * depth * (random() < 0.5 ? 0.1 : 1.5)),
      ),
    );
    writeSync(
      qrels,
      [...places]
        .map(
          (at) =>
            `${query + 1} 0 ${documentAt(at)} ${random() < 0.3 ? 1 + Math.floor(random() * 3) : 0}\n`,
        )
        .join(""),
    );
  }
  closeSync(qrels);
  closeSync(hits);
  return files;
}
