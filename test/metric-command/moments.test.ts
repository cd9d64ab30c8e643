import { describe, expect, it } from "vitest";
import { metricRunner, type Scored } from "./metric-runner.ts";

const { write, metric, scores, refusal } = metricRunner();

describe("moments", () => {
  const reference = Array.from({ length: 12 }, (_, i) => ({
    ...{ qid: i, duration: 20, relevant_windows: [[2, 8]] },
    ...{
      relevant_clip_ids: [1, 2, 3],
      saliency_scores: [
        [4, 4, 4],
        [1, 1, 1],
        [1, 1, 1],
      ],
    },
  }));
  const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join("\n");
  write("moments.jsonl", lines(reference));

  it("scores QVHighlights files", async () => {
    const predictions = reference.slice(0, 11).map(({ qid }) => ({
      ...{ qid, pred_relevant_windows: [[2, qid === 0 ? 20 : 8, 0.9]] },
      pred_saliency_scores: [0, qid === 1 ? -1 : 1, 0.5, 0, 0, 0, 0, 0, 0, 0],
    }));
    write("found.jsonl", lines(predictions));
    const { status, stdout, stderr } = await metric(
      "moments",
      "--reference",
      "moments.jsonl",
      "--prediction",
      "found.jsonl",
      "--json",
    );
    expect(status).toBe(0);
    expect(stderr).toContain("1 of 12 queries have no prediction");
    const result = JSON.parse(stdout) as Record<string, Scored>;
    expect(result["moment-r1@0.5"]).toMatchObject({ value: 10 / 12, n: 12 });
    expect(result["highlight-hit@1-very-good"]).toMatchObject({ value: 10 / 12, n: 12 });
    expect(result["moment-map-long"]).toMatchObject({
      value: null,
      n: 0,
      interval: "none: the score is not defined",
    });
  });

  it("gives no figure of what no record tells", async () => {
    write(
      "windows.jsonl",
      lines(reference.map(({ qid }) => ({ qid, pred_relevant_windows: [[2, 8, 0.9]] }))),
    );
    const files = ["--reference", "moments.jsonl", "--prediction", "windows.jsonl"];
    expect(
      Object.keys(await scores("moments", ...files)).filter((key) => !key.startsWith("moment-")),
    ).toEqual([]);
    expect((await metric("moments", ...files, "--json")).stderr).toContain(
      "highlight-hit is left out: no record of windows.jsonl has pred_saliency_scores",
    );
    expect(await refusal("highlight-hit", ...files)).toContain(
      "windows.jsonl: no record has pred_saliency_scores, which highlight-hit reads",
    );
    expect(
      await refusal("moments", "--reference", "windows.jsonl", "--prediction", "moments.jsonl"),
    ).toContain("are --reference and --prediction swapped?");
  });

  it("names file, line and field of a mistake", async () => {
    write("bad.jsonl", '{"qid": 0, "pred_relevant_windows": [[1, 2]]}\n');
    expect(
      await refusal("moments", "--reference", "moments.jsonl", "--prediction", "bad.jsonl"),
    ).toContain("bad.jsonl:1: pred_relevant_windows[0] must be 3 numbers");
    write("twice.jsonl", '{"qid": 0}\n{"qid": 0}\n');
    expect(
      await refusal("moments", "--reference", "twice.jsonl", "--prediction", "bad.jsonl"),
    ).toContain("twice.jsonl:2: the query 0 stands at twice.jsonl:1 already");
  });
});
