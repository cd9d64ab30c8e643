import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { retrievalScores } from "../../../test/retrieval-scores.ts";
import type { RowFormat } from "../../core/format.ts";
import { formats, predictionFormats } from "./formats.ts";
import { retrieval } from "./index.ts";
import type { RetrievalSample } from "./schema.ts";

const data = new URL("../../../../shared/data/", import.meta.url);
const isThere = existsSync(data);
const text = (path: string) => readFileSync(new URL(path, data), "utf8");
const rowsOf = (path: string): readonly unknown[] =>
  text(path)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as unknown);

function samplesOf(id: string, rows: readonly unknown[]): readonly RetrievalSample[] {
  const format = formats.find((one) => one.id === id) as RowFormat<RetrievalSample>;
  return rows.flatMap((row) => {
    const read = format.read(row);
    if (!read.ok) throw new Error(read.reason);
    return read.value;
  });
}

describe.skipIf(!isThere)("Moment-DETR on QVHighlights val (skipped where ../shared/data is absent)", () => {
  it("gives the figures of its metrics file", () => {
    const samples = samplesOf("qvhighlights", rowsOf("moments/highlight_val_release.jsonl"));
    expect(samples.length).toBe(1550);
    for (const sample of samples.slice(0, 50)) expect(retrieval.sampleSchema.safeParse(sample).error).toBeUndefined();
    const format = predictionFormats.find(({ id }) => id === "qvhighlights")!;
    const rows = rowsOf("moments/sample_val_preds.jsonl");
    expect(predictionFormats.filter((one) => one.recognises(rows[0])).map(({ id }) => id)).toEqual(["qvhighlights"]);
    const predictions = new Map(
      rows.map((row) => {
        const read = format.reads === "rows" ? format.read(row) : undefined;
        if (!read?.ok) throw new Error("not read");
        const outcome = format.interpret(read.value.raw, samples[0]!);
        if (outcome.kind !== "answered") throw new Error(outcome.reason);
        return [read.value.id, outcome.value];
      }),
    );
    const got = retrievalScores(samples, predictions);
    const { brief } = JSON.parse(text("moments/sample_val_preds_metrics_raw.json")) as { brief: Readonly<Record<string, number>> };
    const names: Readonly<Record<string, string>> = {
      "MR-full-R1@0.5": "moment-r1@0.5",
      "MR-full-R1@0.7": "moment-r1@0.7",
      "MR-full-mAP": "moment-map",
      "MR-full-mAP@0.5": "moment-map@0.5",
      "MR-full-mAP@0.75": "moment-map@0.75",
      "MR-short-mAP": "moment-map-short",
      "MR-middle-mAP": "moment-map-middle",
      "MR-long-mAP": "moment-map-long",
      "HL-min-Fair-mAP": "highlight-map-fair",
      "HL-min-Fair-Hit1": "highlight-hit@1-fair",
      "HL-min-Good-mAP": "highlight-map-good",
      "HL-min-Good-Hit1": "highlight-hit@1-good",
      "HL-min-VeryGood-mAP": "highlight-map-very-good",
      "HL-min-VeryGood-Hit1": "highlight-hit@1-very-good",
    };
    for (const [theirs, ours] of Object.entries(names)) {
      expect(brief[theirs], theirs).toBeDefined();
      expect(Number((100 * got[ours]!).toFixed(2)), theirs).toBe(brief[theirs]);
    }
    expect(Object.keys(brief).filter((key) => !(key in names))).toEqual([]);
  });
});
