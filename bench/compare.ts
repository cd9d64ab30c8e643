import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { againstFiles } from "../src/cli/commands/metric/against-files.ts";
import { askMetrics } from "../src/cli/commands/metric/ask-metrics.ts";
import { readWords } from "../src/cli/commands/metric/metric-words.ts";
import { seededRandom } from "../src/math/seeded-random.ts";
import { requireBuilt } from "./built-command.ts";
import { comparedSamples, makeComparedRuns } from "./compared-runs.ts";
import { measuredCommand } from "./measured-command.ts";
import { askPeer, cpuSeconds, sideBySide } from "./side-by-side.ts";

const systems = 16;
const segments = 2_000;

/** Comparisons of many systems on texts, and of two runs of many samples. */
export async function run(): Promise<void> {
  requireBuilt();
  const folder = mkdtempSync(join(tmpdir(), "vidimus-bench-"));
  try {
    await compareTexts(folder);
    compareRuns(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function compareTexts(folder: string): Promise<void> {
  const { references, texts } = makeTexts();
  const json = join(folder, "texts.json");
  writeFileSync(json, JSON.stringify({ references, systems: texts }));
  const write = (name: string, lines: readonly string[]) => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join("\n")}\n`);
    return path;
  };
  const reference = write("ref.txt", references);
  const [first, ...others] = texts.map((lines, at) => write(`${at}.txt`, lines));
  const { inputs, words } = await readWords(["sacrebleu"]);
  const request = askMetrics(inputs, words, {
    ...{ hypotheses: first, references: [reference], against: others, pairedBs: true },
  });
  let ours: readonly (number | null)[] = [];
  const far = (p: readonly number[]) =>
    Math.max(...p.map((one, i) => Math.abs(one - (ours[i] ?? Number.NaN))));
  await sideBySide(
    `sacreBLEU's paired bootstrap, ${systems} systems of ${segments} segments, 1000 resamples`,
    [
      {
        name: "vidimus metric",
        run: () =>
          cpuSeconds(async () => {
            const files = await request.input.reader.open(request);
            const found = await againstFiles(request, files);
            ours = found.map(({ scores }) => scores.get("sacrebleu")!.p);
          }),
      },
      {
        name: "sacrebleu",
        run() {
          const answer = askPeer<{ seconds: number; p: readonly number[] }>("paired.py", [json]);
          if (answer) console.log(`largest difference of a p-value: ${far(answer.p).toFixed(4)}`);
          return answer?.seconds ?? Number.NaN;
        },
      },
    ],
  );
}

const vocabulary = Array.from({ length: 2_000 }, (_, i) => `word${i}`);

function makeTexts() {
  const random = seededRandom(1, "bench");
  const word = () => vocabulary[Math.floor(random() ** 2 * vocabulary.length)]!;
  const sentences = Array.from({ length: segments }, () =>
    Array.from({ length: 10 + Math.floor(20 * random()) }, word),
  );
  const noisy = (words: readonly string[], share: number) =>
    words.map((one) => (random() < share ? word() : one)).join(" ");
  return {
    references: sentences.map((words) => words.join(" ")),
    texts: Array.from({ length: systems }, (_, at) =>
      sentences.map((words) => noisy(words, 0.3 - 0.002 * at)),
    ),
  };
}

function compareRuns(folder: string): void {
  const directories = makeComparedRuns(folder);
  for (let round = 0; round < 3; round++) {
    const { seconds, peakMb } = measuredCommand(["compare", ...directories, "--json"], folder);
    console.log(
      `vidimus compare, two runs of ${comparedSamples} samples in ${comparedSamples / 4} groups, 10 slices, 1000 resamples: ${seconds.toFixed(2)} s, ${peakMb.toFixed(0)} MB`,
    );
  }
}
