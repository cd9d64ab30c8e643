import { isDeepStrictEqual } from "node:util";
import { describe, expect, it } from "vitest";
import { memoryScratch, type ScratchMaker } from "../../core/data/scratch.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { fileScratch } from "../../files/file-scratch.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { dialogue } from "./index.ts";
import type { DialoguePrediction, DialogueSample } from "./schema.ts";

const words =
  "pour the hot water over ground coffee slowly and wait until it has dripped through now rinse filter".split(
    " ",
  );
const streamCount = 40;

/** A stream of so many utterances that all of them together fill more than a block of a file. */
function stream(number: number): {
  readonly sample: DialogueSample;
  readonly prediction: DialoguePrediction;
} {
  const random = seededRandom(7, "stream", number);
  const below = (limit: number) => Math.floor(random() * limit);
  const text = () =>
    Array.from({ length: 6 + below(14) }, () => words[below(words.length)]).join(" ");
  const references = Array.from({ length: 260 }, (_, i) => ({
    frame: 8 * i,
    text: text(),
    label: i % 3 === 0 ? "initiative" : "responsive",
  }));
  const utterances = references.map((one) => ({
    frame: one.frame + below(5),
    text: below(2) === 0 ? `${one.text} please` : text(),
  }));
  const sample = dialogue.data.sample.parse({
    id: `s${number}`,
    group: `g${number}`,
    dataset: number % 2 === 0 ? "kitchen" : "garden",
    fps: 2,
    frameCount: 2_200,
    inputs: [],
    media: [],
    metadata: {},
    references,
  });
  return { sample, prediction: { utterances } };
}

const streams = Array.from({ length: streamCount }, (_, number) => stream(number));

function scored(make: ScratchMaker | undefined) {
  const options = dialogue.data.options.parse({ window: "-2,4", averages: true });
  const lent = { ...nothingLent, scratch: make };
  const { measures, metrics, analyses } = dialogue.scoring(options, lent);
  const evidence = new Map(measures.map(({ signature }) => [signature, [] as unknown[]]));
  for (const one of streams)
    for (const { signature, measure } of measures)
      evidence.get(signature)!.push(measure({ ...one, outcome: "answered", grades: {} }));
  const weights = Uint32Array.from({ length: streamCount }, (_, i) => i % 3);
  return {
    scores: metrics.map(({ id, measure, prepare, ceiling }) => {
      const score = prepare(evidence.get(measure)!);
      return [id, score(), score(weights), ceiling?.(evidence.get(measure)!)];
    }),
    tables: analyses.map(({ id, measure, analyse }) => [id, analyse(evidence.get(measure)!)]),
    evidence: JSON.stringify([...evidence.values()].map((all) => all.slice(0, 3))),
  };
}

describe("scores of streams", () => {
  const plain = scored(undefined);

  it("are exactly the same whether evidence is laid aside in a file or stays in memory", () => {
    let [written, read] = [0, 0];
    const inFile: ScratchMaker = () => {
      const scratch = fileScratch(0, { mostInMemory: 0 });
      return {
        keep(bytes) {
          written += bytes.length;
          return scratch.keep(bytes);
        },
        read(place) {
          read++;
          return scratch.read(place).slice();
        },
      };
    };
    // Whoever wants to see a difference in megabytes of figures waits for hours.
    expect(isDeepStrictEqual(scored(inFile), plain)).toBe(true);
    expect(written).toBeGreaterThan(1 << 18);
    expect(read).toBeGreaterThan(10 * streamCount);
  });

  it("read nothing of one stream while they still use another's: the next reading may take its memory", () => {
    const spoiling: ScratchMaker = () => {
      const scratch = memoryScratch();
      let last = new Uint8Array(0);
      return {
        keep(bytes) {
          last.fill(255);
          return scratch.keep(bytes);
        },
        read(place) {
          last.fill(255);
          last = scratch.read(place).slice();
          return last;
        },
      };
    };
    expect(isDeepStrictEqual(scored(spoiling), plain)).toBe(true);
  });
});
