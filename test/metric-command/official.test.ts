import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { metricRunner } from "./metric-runner.ts";

const { write, scores } = metricRunner();

const data = new URL("../../../shared/data/", import.meta.url);
const at = (path: string) => new URL(path, data).pathname;

describe.skipIf(!existsSync(data))("agreement with official programs (skipped where ../shared/data is absent)", () => {
  it("trec_eval's default output", async () => {
    const result = await scores("retrieval", "--qrels", at("retrieval/qrels.test"), "--run", at("retrieval/results.test"));
    const printed = readFileSync(at("retrieval/out.test"), "utf8")
      .trim()
      .split("\n")
      .map((line) => line.split("\t").map((field) => field.trim()) as [string, string, string])
      .filter(([name]) => name !== "runid");
    expect(Object.keys(result)).toEqual(printed.map(([name]) => name));
    for (const [name, , value] of printed) expect(result[name]!.value!.toFixed(value.includes(".") ? 4 : 0), name).toBe(value);
  });

  it("QVHighlights' brief", async () => {
    const result = await scores(
      ...["moments", "--reference", at("moments/highlight_val_release.jsonl"), "--prediction", at("moments/sample_val_preds.jsonl")],
      "--no-intervals",
    );
    const { brief } = JSON.parse(readFileSync(at("moments/sample_val_preds_metrics_raw.json"), "utf8")) as {
      brief: Record<string, number>;
    };
    const ours: Readonly<Record<string, string>> = {
      "MR-full-R1@0.5": "moment-r1@0.5",
      "MR-full-R1@0.7": "moment-r1@0.7",
      "MR-full-mAP": "moment-map",
      "MR-full-mAP@0.5": "moment-map@0.5",
      "MR-full-mAP@0.75": "moment-map@0.75",
      "MR-long-mAP": "moment-map-long",
      "MR-middle-mAP": "moment-map-middle",
      "MR-short-mAP": "moment-map-short",
      "HL-min-Fair-mAP": "highlight-map-fair",
      "HL-min-Fair-Hit1": "highlight-hit@1-fair",
      "HL-min-Good-mAP": "highlight-map-good",
      "HL-min-Good-Hit1": "highlight-hit@1-good",
      "HL-min-VeryGood-mAP": "highlight-map-very-good",
      "HL-min-VeryGood-Hit1": "highlight-hit@1-very-good",
    };
    expect(Object.keys(brief).toSorted()).toEqual(Object.keys(ours).toSorted());
    for (const [name, id] of Object.entries(ours)) expect(result[id]!.value! * 100, name).toBeCloseTo(brief[name]!, 2);
  });

  it("pycocoevalcap on 2 000 tokenised captions, corpus and segments, to 1e-9", async () => {
    const pairs = JSON.parse(readFileSync(at("text/tokenised_pairs_val_1_first2000.json"), "utf8")) as Record<
      "refs" | "hyps",
      Record<string, [string]>
    >;
    const expected = JSON.parse(readFileSync(at("text/tokenised_pairs_val_1_first2000_expected.json"), "utf8")) as {
      readonly corpus: Readonly<Record<string, number>>;
      readonly per_pair: Readonly<Record<string, readonly number[]>>;
    };
    write("captions.txt", Object.values(pairs.hyps).flat().join("\n"));
    write("caption-references.txt", Object.values(pairs.refs).flat().join("\n"));
    const files = ["--hypotheses", "captions.txt", "--references", "caption-references.txt", "--tokenized"];
    const result = await scores("bleu,rouge-l,cider", ...files, "--per-segment", "--no-intervals");
    const names = { Bleu_1: "bleu-1", Bleu_2: "bleu-2", Bleu_3: "bleu-3", Bleu_4: "bleu-4", ROUGE_L: "rouge-l", CIDEr: "cider" };
    for (const [theirs, ours] of Object.entries(names)) {
      expect(result[ours]!.value, ours).toBeCloseTo(expected.corpus[theirs]!, 9);
      const differences = result[ours]!.segments!.map((value, i) => Math.abs(value - expected.per_pair[theirs]![i]!));
      expect(Math.max(...differences), ours).toBeLessThan(1e-9);
    }
  });

  it("nlg-eval's published figures", async () => {
    const files = ["--hypotheses", at("text/hyp.txt"), "--references", at("text/ref1.txt"), "--references", at("text/ref2.txt")];
    const result = await scores("bleu,rouge-l,cider", ...files);
    const expected = { "bleu-1": 0.55, "bleu-2": 0.428174, "bleu-3": 0.284043, "bleu-4": 0.201143, "rouge-l": 0.522104, cider: 1.242192 };
    for (const [id, value] of Object.entries(expected)) expect(result[id]!.value, id).toBeCloseTo(value, 5);
  });

  it("ActivityNet's sample predictions, which are its ground truth", async () => {
    const files = [
      "--reference",
      at("detection/anet_val_gt_4926_from_TSP.json"),
      "--prediction",
      at("detection/sample_detection_prediction.json"),
    ];
    const result = await scores("detection-map", ...files, "--tiou", "0.5:0.05:0.95", "--no-intervals");
    expect(Object.keys(result)).toHaveLength(11);
    for (const [id, { value }] of Object.entries(result)) expect(value, id).toBe(1);
  });
});
