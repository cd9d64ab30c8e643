import { describe, expect, it } from "vitest";
import type { Metric } from "../../src/core/metric.ts";
import { formats } from "../../src/families/dialogue/formats.ts";
import { dialogue } from "../../src/families/dialogue/index.ts";
import type { DialogueOptions, DialoguePrediction, DialogueSample } from "../../src/families/dialogue/schema.ts";
import { matchUtterances } from "../../src/metrics/dialogue/match-utterances.ts";
import { checkText } from "./check-file.ts";

interface MatchCase {
  readonly name: string;
  readonly n_frames: number;
  readonly window: readonly [number, number];
  readonly factor: number;
  readonly power: number;
  readonly gen: Readonly<Record<string, string>>;
  readonly ref: Readonly<Record<string, string>>;
  readonly cosine?: readonly (readonly [string, string, number])[];
  readonly sts_model?: null;
  readonly expected: {
    readonly error?: string;
    readonly matched?: readonly { readonly gen: number; readonly ref: number; readonly cost: number }[];
    readonly missed?: readonly number[];
    readonly redundant?: readonly number[];
  };
}

function matched({ n_frames: frameCount, window: [left, right], factor, power, gen, ref, cosine = [], sts_model }: MatchCase) {
  const spoken = (texts: Readonly<Record<string, string>>) =>
    Object.entries(texts).map(([frame, text]) => ({ frame: Number(frame), text }));
  const [generated, references] = [spoken(gen), spoken(ref)];
  const similarity = (said: number, wanted: number) => {
    if (sts_model === null) return 1;
    return cosine.find(([first, second]) => first === generated[said]!.text && second === references[wanted]!.text)![2];
  };
  const found = matchUtterances({ frameCount, generated, references }, { left, right, factor, power, zeroEdge: "drop" }, similarity);
  if ("unassignable" in found) return "no full matching exists";
  return {
    matched: found.matched.map((pair) => ({
      gen: generated[pair.generated]!.frame,
      ref: references[pair.reference]!.frame,
      cost: pair.cost,
    })),
    missed: found.missed.map((at) => references[at]!.frame),
    redundant: found.redundant.map((at) => generated[at]!.frame),
  };
}

describe("ProAssist's matcher on recorded cases", () => {
  const cases = JSON.parse(checkText("dialogue/match_cases.json")) as readonly MatchCase[];

  it.each(cases.map((one) => ({ name: one.name, one })))("$name", ({ one }) => {
    const { error, matched: pairs, missed, redundant } = one.expected;
    // The original refuses a stream without frames before any matching; here it holds nothing to match.
    if (one.n_frames === 0) return expect(matched(one)).toEqual({ matched: [], missed: [], redundant: [] });
    if (error) return expect(`ValueError: ${matched(one)}`).toBe(error);
    expect(matched(one)).toEqual({ matched: pairs!.map(({ gen, ref, cost }) => ({ gen, ref, cost })), missed, redundant });
  });
});

function scores(samples: readonly DialogueSample[], predictions: readonly DialoguePrediction[], options: Partial<DialogueOptions>) {
  const parsed = dialogue.optionsSchema.parse(options);
  const [measure] = dialogue.measures(parsed);
  const evidence = samples.map((sample, i) => measure!.measure({ sample, prediction: predictions[i]!, outcome: "answered", grades: {} }));
  return Object.fromEntries(
    dialogue
      .metrics(parsed)
      .map((metric: Metric) => [metric.id, { score: metric.prepare(evidence)(), ceiling: metric.ceiling?.(evidence) ?? metric.best }]),
  );
}

interface Run {
  readonly fps: number;
  readonly predictions: readonly { readonly gen: string; readonly ref: string }[];
}

describe("a recorded run of ProAssist on a WTaG video", () => {
  const run = JSON.parse(checkText("dialogue/wtag_coffee_stream_run.json")) as Run;
  const spoken = (key: "gen" | "ref") => run.predictions.flatMap((one, frame) => (one[key] === "" ? [] : [{ frame, text: one[key] }]));
  const sample: DialogueSample = {
    dataset: "wtag/dialog-klg_val_L0_I1",
    fps: 2,
    frameCount: run.predictions.length,
    group: "v",
    id: "v",
    inputs: [],
    media: [],
    metadata: {},
    references: spoken("ref"),
  };
  const prediction = { utterances: spoken("gen") };

  it("scores as published with the window of its set", () => {
    const got = scores([sample], [prediction], { zeroEdge: "drop", documents: "matched" });
    const expected = {
      num_matched: 8,
      num_mismatched: 22,
      num_missed: 24,
      num_redundant: 6,
      precision: 0.2222,
      recall: 0.1481,
      F1: 0.1778,
    };
    for (const [id, value] of Object.entries({ ...expected, jaccard_index: 0.1333, Bleu_4: 0.2062, CIDEr: 2.0128 }))
      expect(got[id]!.score, id).toBeCloseTo(value, 4);
    expect(scores([sample], [prediction], { zeroEdge: "drop", window: "-6,12" }).F1!.score).toBe(got.F1!.score);
  });

  it("scores as published with a window of fifteen seconds each way", () => {
    for (const window of ["-30,30", "-15s,15s"]) {
      const got = scores([sample], [prediction], { zeroEdge: "drop", window });
      for (const [id, value] of Object.entries({ num_matched: 14, num_mismatched: 19, num_missed: 21, num_redundant: 3, F1: 0.3111 }))
        expect(got[id]!.score, id).toBeCloseTo(value, 4);
    }
  });
});

describe("the oracle on ProAssist's own dialogues", () => {
  const rows = JSON.parse(checkText("dialogue/assembly101_val_like.json")) as readonly unknown[];
  const read = (conversations: string) =>
    rows.flatMap((row) => {
      const format = formats.find((one) => one.id === "proassist")!;
      const result = format.reads === "rows" ? format.read(row, { conversations }) : undefined;
      if (!result?.ok) throw new Error("not read");
      return result.value;
    });

  it.each([
    ["each", 6],
    ["first", 2],
    ["concatenate", 2],
  ])("reaches the ceiling of every score with conversations: %s", (conversations, count) => {
    const samples = read(conversations);
    expect(samples.length).toBe(count);
    for (const sample of samples) expect(dialogue.sampleSchema.safeParse(sample).error).toBeUndefined();
    const got = scores(samples, samples.map(dialogue.baselines.oracle), {});
    for (const key of ["precision", "recall", "F1", "jaccard_index"]) expect(got[key]!.score, key).toBe(1);
    for (const [key, { score, ceiling }] of Object.entries(got)) expect(score, key).toBeCloseTo(ceiling, 9);
    expect(got.Bleu_4!.score).toBeCloseTo(1, 9);
  });

  it("loses perfect pairs where zero costs are dropped, as the original does", () => {
    const samples = read("each");
    expect(scores(samples, samples.map(dialogue.baselines.oracle), { zeroEdge: "drop" }).F1!.score).toBeLessThan(1);
  });
});
