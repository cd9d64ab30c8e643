import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assignSparse, type SparseCosts } from "../../src/math/assignment/assign-sparse.ts";
import { seededRandom } from "../../src/math/seeded-random.ts";
import { askPeer, cpuSeconds, sideBySide } from "../side-by-side.ts";

/**
 * Streams like those of dialogue evaluation: 4,000 frames, 400 utterances of the system and of the
 * reference.
 */
const streams = 100;
const frames = 4_000;
const utterances = 400;

interface Windowed {
  readonly name: string;
  /** Frames before and after its own that an utterance may be matched with. */
  readonly window: readonly [number, number];
  readonly similarity: (random: () => number) => number;
}

const windowed: readonly Windowed[] = [
  { name: "window −30…30", window: [-30, 30], similarity: (random) => random() },
  { name: "window −4…8", window: [-4, 8], similarity: (random) => random() },
  {
    name: "window −30…30, many ties",
    window: [-30, 30],
    similarity: (random) => Math.floor(random() * 3) / 2,
  },
];

/** `npm run bench metrics`: assignment of dialogue streams beside SciPy. */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "vidimus-assignment-"));
  try {
    for (const kind of windowed) await compareWindowed(kind, join(folder, "streams.bin"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface PeerAnswer {
  readonly seconds: number;
  readonly total: number;
}

async function compareWindowed(kind: Windowed, path: string): Promise<void> {
  const problems = Array.from({ length: streams }, (_, at) => stream(kind, at));
  writeFileSync(path, Buffer.concat(problems.map(encoded)));
  let total = 0;
  const ours = () =>
    cpuSeconds(() => {
      total = problems.reduce(
        (sum, problem) => sum + solved(assignSparse(problem, { zeroEdge: "drop" })),
        0,
      );
    });
  await sideBySide(
    `assignment, ${streams} streams of ${frames} frames, ${utterances} utterances, ${kind.name}`,
    [
      { name: "ours", run: ours },
      { name: "SciPy, full to sparse", run: () => peer("matrix", path, () => total) },
      { name: "SciPy, sparse given", run: () => peer("csr", path, () => total) },
    ],
  );
}

function peer(mode: string, path: string, expected: () => number): number {
  const answer = askPeer<PeerAnswer>("assignment.py", [mode, path]);
  if (!answer) return Number.NaN;
  if (Math.abs(answer.total - expected()) > 1e-6 * Math.abs(expected()))
    console.log(`totals differ: ${expected()} and ${answer.total}`);
  return answer.seconds;
}

/**
 * The costs of dialogue matching: 1 − similarity for a frame with a reference, 1 for others, and
 * more with distance in time.
 */
function stream({ window: [before, after], similarity }: Windowed, at: number): SparseCosts {
  const random = seededRandom(1, "stream", at);
  const spoken = chosenFrames(random);
  const references = new Set(chosenFrames(random));
  const scale = 0.3 / Math.max(-before, after) ** 1.5;
  const [starts, columns, costs]: [number[], number[], number[]] = [[0], [], []];
  for (const frame of spoken) {
    for (
      let column = Math.max(0, frame + before);
      column <= Math.min(frames - 1, frame + after);
      column++
    ) {
      const meaning = references.has(column) ? 1 - similarity(random) : 1;
      columns.push(column);
      costs.push(Math.fround(meaning + Math.abs(column - frame) ** 1.5 * scale));
    }
    starts.push(columns.length);
  }
  return {
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(columns),
    costs: Float64Array.from(costs),
    columnCount: frames,
  };
}

function chosenFrames(random: () => number): readonly number[] {
  const chosen = new Set<number>();
  while (chosen.size < utterances) chosen.add(Math.floor(random() * frames));
  return [...chosen].sort((a, b) => a - b);
}

function solved(assignment: ReturnType<typeof assignSparse>): number {
  if (!assignment.feasible) throw new Error("the benchmark made a problem without a solution");
  return assignment.cost;
}

function encoded({ starts, columns, costs, columnCount }: SparseCosts): Buffer {
  return Buffer.concat([
    bytes([starts.length - 1, columnCount, costs.length]),
    bytes(starts),
    bytes(columns),
    bytes(costs),
  ]);
}

function bytes(numbers: ArrayLike<number>): Buffer {
  return Buffer.from(Float64Array.from(numbers).buffer);
}
