import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { scoreStreams } from "./dialogue/score-streams.ts";
import { type SyntheticStream, syntheticStream } from "./dialogue/synthetic-streams.ts";
import { measuredProcess } from "./measured-process.ts";
import { askPeer, type Contestant, cpuSeconds, sideBySide } from "./side-by-side.ts";

const size = { frameCount: 4_000, utterances: 400 };
const streamCount = 1_000;
/**
 * The original's way is put through so many streams; from both, what starting it costs and what a
 * stream costs are told apart.
 */
const peerStreams = [10, 50] as const;
const tenHours = { frameCount: 72_000, utterances: 7_200 };

/**
 * Matching and all scores of streaming dialogue beside the original's method; similarities are
 * given to both.
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    await comparison(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
  await longStream();
  await memory();
}

interface PeerAnswer {
  readonly seconds: number;
  readonly meteorSeconds: number;
  readonly scores: Readonly<Record<string, number>>;
}

async function comparison(folder: string): Promise<void> {
  const all = Array.from({ length: streamCount }, (_, number) => syntheticStream(number, size));
  const samples = peerStreams.map((count) => {
    const few = all.slice(0, count);
    const path = join(folder, `${count}.json`);
    writeFileSync(path, JSON.stringify(few.map(forPeer)));
    return { path, ours: scoreStreams(few, { withAnalyses: false }) };
  });
  let answers: readonly (PeerAnswer | undefined)[] = [];
  const ours = (name: string, what: Parameters<typeof scoreStreams>[1]): Contestant => ({
    name,
    run: () => cpuSeconds(() => scoreStreams(all, what)),
  });
  const peer = (name: string, run: () => number): Contestant => ({ name, run });
  const job = `${streamCount} streams of ${size.frameCount} frames with ${size.utterances} utterances on each side`;
  await sideBySide(
    `matching and all scores, ${job}; the original's way extrapolated from ${peerStreams.join(" and ")} streams`,
    [
      ours("ours, without METEOR", { withMeteor: false, withAnalyses: false }),
      peer("original's way, without", () => {
        answers = samples.map((sample) => askChecked(sample));
        return extrapolated(answers.map((answer) => answer?.seconds ?? Number.NaN));
      }),
      ours("ours, METEOR of stems", { withAnalyses: false }),
      peer("original's, whole METEOR", () =>
        extrapolated(
          answers.map((answer) => (answer ? answer.seconds + answer.meteorSeconds : Number.NaN)),
        ),
      ),
      ours("ours, with half-oracles", { withAnalyses: true }),
    ],
  );
}

/** Tells what starting costs from what a stream costs: Java alone takes seconds to start. */
function extrapolated([few, more]: readonly number[]): number {
  const each = (more! - few!) / (peerStreams[1] - peerStreams[0]);
  return more! + each * (streamCount - peerStreams[1]);
}

/** Says where the original's scores are not ours. */
function askChecked({
  path,
  ours,
}: {
  readonly path: string;
  readonly ours: Readonly<Record<string, number | null>>;
}) {
  const answer = askPeer<PeerAnswer>("dialogue.py", [path]);
  for (const [key, value] of Object.entries(answer?.scores ?? {}))
    if (Math.abs(value - (ours[key] ?? 0)) > 1e-6 * Math.max(1, value))
      console.log(`${key}: ${value}, ours: ${ours[key]}`);
  return answer;
}

function forPeer({ sample, prediction, grade }: SyntheticStream) {
  return {
    frames: sample.frameCount,
    generated: prediction.utterances.map(({ frame, text }) => [frame, text]),
    references: sample.references.map(({ frame, text }) => [frame, text]),
    cosines: grade.pairs.map(([said, wanted], i) => [said, wanted, grade.cosines[i]]),
  };
}

async function longStream(): Promise<void> {
  const stream = [syntheticStream(1, tenHours)];
  for (const withAnalyses of [false, true]) {
    const seconds = await cpuSeconds(() => scoreStreams(stream, { withAnalyses }));
    console.log(
      `one stream of 10 hours, ${tenHours.utterances} utterances on each side${withAnalyses ? ", with half-oracles and tables" : ""}: ${seconds.toFixed(2)} s`,
    );
  }
}

/**
 * How much V8 takes of what it could collect: nothing is said; or the nursery is held at 2 MB and
 * the rest of the heap at 1.6 times what is alive. As V8 likes it, the nursery alone grows by some
 * 100 MB the longer a process lives, whatever is scored.
 */
const heaps = {
  small: ["--max-semi-space-size=2", "--heap-growing-percent=60"],
  usual: [],
} as const;

/**
 * Peak memory by the number of streams, in processes of their own that lay evidence aside as the
 * commands do. What is alive at the end of each stream stands beside the peak: of many streams the
 * evidence is in a file, of few in memory.
 */
async function memory(): Promise<void> {
  console.log(
    "\nstreams  peak MB  V8 as usual  without CIDEr  alive of each stream  n-grams held at once",
  );
  for (const count of [1, 250, 500, 1_000, 2_000, 4_000]) {
    const [all, usual, others, counted] = [
      await scoreMany(count, "all"),
      await scoreMany(count, "all", "usual"),
      await scoreMany(count, "without-cider"),
      await scoreMany(count, "ngrams"),
    ];
    console.log(
      [
        String(count).padStart(7),
        all.peakMb.toFixed(0).padStart(8),
        usual.peakMb.toFixed(0).padStart(12),
        others.peakMb.toFixed(0).padStart(14),
        `${(all.bytes / 1e3 / count).toFixed(1)} kB`.padStart(21),
        `${counted.ngrams}, ${(counted.bytes / 1e6).toFixed(1)} MB`.padStart(21),
      ].join(" "),
    );
  }
}

interface Scored {
  readonly peakMb: number;
  readonly bytes: number;
  readonly ngrams: number;
}

async function scoreMany(
  count: number,
  kind: "all" | "without-cider" | "ngrams",
  heap: keyof typeof heaps = "small",
): Promise<Scored> {
  const script = fileURLToPath(new URL("./dialogue/score-many.ts", import.meta.url));
  const args = ["--expose-gc", ...heaps[heap], script, String(count), kind];
  const { peakMb, status, output } = await measuredProcess({
    command: process.execPath,
    args,
    cwd: process.cwd(),
  });
  const nothing = { bytes: Number.NaN, ngrams: Number.NaN };
  return { ...nothing, ...(status === 0 ? (JSON.parse(output) as Partial<Scored>) : {}), peakMb };
}
