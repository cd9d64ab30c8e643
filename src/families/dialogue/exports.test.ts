import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ExportItem } from "../../core/family/display-facet.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, noAnswer, type Outcome } from "../../core/run/outcome.ts";
import { openDataFile } from "../../datasets/open-data-file.ts";
import { seededRandom } from "../../math/seeded-random.ts";
import { dialogueExamples } from "./examples.ts";
import { dialogueExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import { dialogue } from "./index.ts";
import {
  type DialogueOptions,
  type DialoguePrediction,
  type DialogueSample,
  dialogueOptionsSchema,
} from "./schema.ts";

const samples = dialogueExamples.slice(0, 2).flatMap((example) => example.samples);
const degradation = dialogue.proof.degradations.find(({ id }) => id === "word-noise")!;

/** Noisy oracles, so that every kind of match occurs. */
const predictions = samples.map((sample, i) =>
  degradation.apply(dialogue.proof.baselines.oracle(sample), sample, {
    amount: 0.3,
    random: seededRandom(i),
  }),
);

type Item = ExportItem<DialogueSample, DialoguePrediction>;

async function exported(
  items: readonly Item[],
  given: Partial<DialogueOptions> = {},
): Promise<ReadonlyMap<string, string>> {
  async function* stream() {
    yield* items;
  }
  const files = new Map<string, string>();
  const options = dialogueOptionsSchema.parse(given);
  for await (const { path, text } of dialogueExports[0]!.write(stream(), {
    system: "s",
    options,
    lent: nothingLent,
  }))
    files.set(path, (files.get(path) ?? "") + text);
  return files;
}

function items(outcomes: readonly Outcome<DialoguePrediction>[]): readonly Item[] {
  return samples.map((sample, i) => ({ sample, outcome: outcomes[i]! }));
}

function scores(
  of: readonly DialogueSample[],
  said: readonly DialoguePrediction[],
  options: DialogueOptions,
) {
  const [measure] = dialogue.scoring(options, nothingLent).measures;
  const evidence = of.map((sample, i) =>
    measure!.measure({ sample, prediction: said[i]!, outcome: "answered", grades: {} }),
  );
  return Object.fromEntries(
    dialogue
      .scoring(options, nothingLent)
      .metrics.map((metric) => [metric.id, metric.prepare(evidence)()]),
  );
}

describe("ProAssist's files", () => {
  it.each([
    [{}, "notalk0.5-maxlen_4k-none"],
    [{ talkThreshold: 0.7 }, "notalk0.3-maxlen_4k-none"],
    [{ notTalkThreshold: 0.35 }, "notalk0.35-maxlen_4k-none"],
    [{ talkThreshold: 0, context: "summarise-and-drop" as const }, "notalk1.0-maxlen_4k"],
    [{ context: "drop-middle" as const }, "notalk0.5-maxlen_4k-drop_middle"],
  ])("lie in a folder named after %j", async (options, folder) => {
    const [path] = [...(await exported(items(predictions.map(answered)), options)).keys()];
    expect(path!.split("/")[3]).toBe(folder);
  });

  it("are named as the original names them, with scores in its order", async () => {
    const files = await exported(items(predictions.map(answered)));
    const folder = "eval/dialogue/stream/notalk0.5-maxlen_4k-none";
    expect([...files.keys()]).toEqual([
      `${folder}/results/0.json`,
      `${folder}/results/1.json`,
      `${folder}/all_results.json`,
      `${folder}/metrics.json`,
    ]);
    expect(Object.keys(JSON.parse(files.get(`${folder}/metrics.json`)!))).toEqual([
      ..."jaccard_index missing_rate redundant_rate semantic_score time_diff precision recall F1".split(
        " ",
      ),
      ..."num_matched num_mismatched num_missed num_redundant".split(" "),
      ...["Bleu_1", "Bleu_2", "Bleu_3", "Bleu_4", "CIDEr", "METEOR"].flatMap((key) => [
        key,
        `${key}_w`,
      ]),
    ]);
    const first = JSON.parse(files.get(`${folder}/results/0.json`)!);
    expect(first.predictions.length).toBe(samples[0]!.frameCount);
    expect(Object.keys(first.predictions[0])).toEqual(
      "gen ref text_inputs frame_idx_in_stream frame_idx_in_original_video timestamp_in_stream".split(
        " ",
      ),
    );
    expect(first.match_result.matched.length).toBe(first.match_result.match_costs.length);
  });

  it.each(["summarise-and-drop", "drop-middle"] as const)(
    "name the context strategy %s as the original does",
    async (context) => {
      const [path] = (await exported(items(predictions.map(answered)), { context })).keys();
      expect(path).toContain(context === "drop-middle" ? "maxlen_4k-drop_middle/" : "maxlen_4k/");
    },
  );

  it("are read back with the same scores", async () => {
    const folder = mkdtempSync(join(tmpdir(), "vidimus-test-"));
    try {
      for (const [path, text] of await exported(items(predictions.map(answered)))) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const opened = openDataFile(folder).folder!;
      const format = formats.find(({ id }) => id === "proassist-results")!;
      const raw = predictionFormats.find(({ id }) => id === "proassist-results")!;
      if (format.reads !== "folder" || raw.reads !== "folder") throw new Error("reads no folder");
      const [readSamples, said]: [DialogueSample[], DialoguePrediction[]] = [[], []];
      for await (const { read } of format.read(opened))
        if (read.ok) readSamples.push(...read.value);
      for await (const { read } of raw.read(opened))
        if (read.ok)
          for (const { raw: own } of read.value) {
            const outcome = raw.interpret(own, readSamples[said.length]!);
            if (outcome.kind === "answered") said.push(outcome.value);
          }
      const options = dialogueOptionsSchema.parse({});
      expect(readSamples.length).toBe(samples.length);
      expect(scores(readSamples, said, options)).toEqual(scores(samples, predictions, options));
      expect(scores(samples, predictions, options).F1).toBeLessThan(1);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("have a folder for each set, each numbered from 0", async () => {
    const mixed = items(predictions.map(answered)).map(({ sample, outcome }, i) => ({
      sample: { ...sample, dataset: `set${i}/dialog_val` },
      outcome,
    }));
    const paths = [...(await exported(mixed)).keys()].map((path) =>
      path.replace("/stream/notalk0.5-maxlen_4k-none", ""),
    );
    expect(paths.slice(0, 4)).toEqual([
      "eval/set0-dialog_val/results/0.json",
      "eval/set1-dialog_val/results/0.json",
      "eval/set0-dialog_val/all_results.json",
      "eval/set0-dialog_val/metrics.json",
    ]);
  });

  it("count what can be given no frame as redundant, as the scores do", async () => {
    const [sample] = samples;
    const alone = {
      ...sample!,
      frameCount: 1,
      inputs: [],
      references: [{ frame: 0, text: "Pour." }],
    };
    const files = await exported(
      [{ sample: alone, outcome: answered(dialogue.proof.baselines.oracle(alone)) }],
      { zeroEdge: "drop" },
    );
    const { match_result: match } = JSON.parse([...files.values()][0]!);
    expect([match.matched.length, match.missed.length, match.redundant.length]).toEqual([0, 1, 1]);
  });

  it.each([
    ["wtag/dialog-klg-sum_val_L4096_I5+SEP", "wtag-dialog-klg-sum_val_L4096_I5+SEP"],
    ["my set, part 1", "my set, part 1"],
    ['a:b*c?"<>|\\', "a_b_c______"],
    ["..", "_"],
    ["", "_"],
  ])("of the set %j lie where the original looks for them", async (dataset, name) => {
    const [path] = [
      ...(
        await exported([
          { sample: { ...samples[0]!, dataset }, outcome: answered(predictions[0]!) },
        ])
      ).keys(),
    ];
    expect(path!.split("/").slice(0, 3)).toEqual(["eval", name, "stream"]);
  });

  it("say of a stream what the original says, with times that Python reads as floats", async () => {
    const files = await exported(
      [
        {
          sample: { ...samples[0]!, dataset: "wtag/val", fps: 2, startFrame: 5 },
          outcome: answered(predictions[0]!),
        },
      ],
      { context: "drop-all", talkThreshold: 0.7 },
    );
    const text = [...files.values()][0]!;
    const { metadata, predictions: frames } = JSON.parse(text);
    expect(metadata).toEqual({
      dataset: "wtag/val",
      sample_idx: 0,
      video_uid: samples[0]!.group,
      fps: 2,
      use_gt_context: false,
      no_talk_threshold: 0.3,
      ctxlen_to_reduce_kv_cache: 3968,
      context_handling_strategy: "DROP_ALL",
    });
    expect(frames[1]).toMatchObject({ frame_idx_in_original_video: 6, timestamp_in_stream: 1 });
    const times = [...text.matchAll(/"timestamp_in_stream": (.*)$/gm)].map(([, time]) => time);
    expect(times.slice(0, 3)).toEqual(["0.5", "1.0", "1.5"]);
  });

  it("take no answer for silence, leave out what failed on our side, and keep its number free", async () => {
    const files = await exported(items([noAnswer("refused", "no"), noAnswer("failed", "down")]));
    expect([...files.keys()].filter((path) => path.includes("results/")).length).toBe(1);
    const first = await exported(items([noAnswer("failed", "down"), noAnswer("refused", "no")]));
    expect([...first.keys()].map((path) => path.split("/").slice(4).join("/"))).toEqual([
      "results/1.json",
      "all_results.json",
      "metrics.json",
    ]);
    const metrics = JSON.parse([...files].find(([path]) => path.endsWith("/metrics.json"))![1]);
    expect(metrics).toMatchObject({
      F1: 0,
      precision: 0,
      num_missed: samples[0]!.references.length,
      METEOR: 0,
    });
  });
});
