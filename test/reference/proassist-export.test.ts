import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ExportItem } from "../../src/core/family/display-facet.ts";
import { nothingLent } from "../../src/core/family/lent.ts";
import { dialogueExports } from "../../src/families/dialogue/exports.ts";
import { formats, predictionFormats } from "../../src/families/dialogue/formats.ts";
import {
  type DialoguePrediction,
  type DialogueSample,
  dialogueOptionsSchema,
} from "../../src/families/dialogue/schema.ts";
import { comparedPairs, similarityRole } from "../../src/families/dialogue/similarity.ts";

interface Match {
  readonly matched: readonly (readonly [number, number])[];
  readonly missed: readonly number[];
  readonly redundant: readonly number[];
  readonly match_costs: readonly number[];
  readonly semantic_scores: readonly number[];
}

interface Reference {
  readonly streams: readonly { readonly id: string }[];
  readonly predictions: readonly { readonly id: string; readonly utterances: unknown }[];
  readonly similarities: readonly (readonly [string, string, number])[];
  /** What the original made of the files, by set. */
  readonly original: Readonly<
    Record<
      string,
      {
        readonly metrics: Readonly<Record<string, number>>;
        readonly matches: Readonly<Record<string, Match>>;
      }
    >
  >;
}

const reference = JSON.parse(
  readFileSync(new URL("proassist-export.json", import.meta.url), "utf8"),
) as Reference;
const options = dialogueOptionsSchema.parse({ zeroEdge: "drop", context: "summarise-and-drop" });

function items(): readonly ExportItem<DialogueSample, DialoguePrediction>[] {
  const cosines = new Map(
    reference.similarities.map(([said, wanted, cosine]) => [
      JSON.stringify([said, wanted]),
      cosine,
    ]),
  );
  const format = formats.find(({ id }) => id === "jsonl")!;
  const predictions = predictionFormats.find(({ id }) => id === "plain")!;
  if (format.reads !== "rows" || predictions.reads !== "rows") throw new Error("reads no rows");
  return reference.streams.map((row, at) => {
    const read = format.read(row);
    if (!read.ok) throw new Error(read.reason);
    const [sample] = read.value;
    const outcome = predictions.interpret(reference.predictions[at]!.utterances, sample!);
    if (outcome.kind !== "answered") throw new Error(outcome.kind);
    const pairs = comparedPairs(outcome.value, sample!, options);
    return {
      sample: sample!,
      outcome,
      grades: {
        [similarityRole]: {
          pairs,
          cosines: pairs.map((pair) => cosines.get(JSON.stringify(pair))!),
        },
      },
    };
  });
}

async function exported(): Promise<ReadonlyMap<string, string>> {
  async function* stream() {
    yield* items();
  }
  const files = new Map<string, string>();
  for await (const { path, text } of dialogueExports[0]!.write(stream(), {
    system: "s",
    options,
    lent: { ...nothingLent, graders: { [similarityRole]: "table" } },
  }))
    files.set(path, text);
  return files;
}

type Frame = { readonly frame_idx_in_stream: number };

function brief(text: string): Match {
  const { match_result: match } = JSON.parse(text);
  const at = ({ frame_idx_in_stream }: Frame) => frame_idx_in_stream;
  return {
    ...match,
    matched: match.matched.map(([said, wanted]: [Frame, Frame]) => [at(said), at(wanted)]),
    missed: match.missed.map(at),
    redundant: match.redundant.map(at),
  };
}

it("ProAssist's own evaluator finds the export where it looks for it, matches its streams alike and computes the same scores", async () => {
  const files = await exported();
  for (const [set, { metrics, matches }] of Object.entries(reference.original)) {
    const folder = `eval/${set.replaceAll("/", "-")}/stream/notalk0.5-maxlen_4k`;
    for (const [name, match] of Object.entries(matches))
      expect(brief(files.get(`${folder}/results/${name}`)!), name).toEqual(match);
    const ours = JSON.parse(files.get(`${folder}/metrics.json`)!);
    expect(Object.keys(ours)).toEqual(Object.keys(metrics));
    // METEOR needs tables that are not here; the script compares it with them.
    for (const [key, value] of Object.entries(metrics))
      if (!key.startsWith("METEOR")) expect(ours[key], key).toBeCloseTo(value, 10);
  }
});
