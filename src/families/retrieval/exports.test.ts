import { expect, it } from "vitest";
import type { ExportItem } from "../../core/family/display-facet.ts";
import { nothingLent } from "../../core/family/lent.ts";
import { answered, noAnswer } from "../../core/run/outcome.ts";
import { retrievalExports } from "./exports.ts";
import { formats, predictionFormats } from "./formats.ts";
import {
  type RetrievalPrediction,
  type RetrievalSample,
  retrievalOptionsSchema,
} from "./schema.ts";

type Item = ExportItem<RetrievalSample, RetrievalPrediction>;

async function written(id: string, items: readonly Item[]): Promise<string> {
  const layout = retrievalExports.find((one) => one.id === id)!;
  async function* stream() {
    yield* items;
  }
  let text = "";
  for await (const piece of layout.write(stream(), {
    system: "m",
    options: retrievalOptionsSchema.parse({}),
    lent: nothingLent,
  }))
    text += piece.text;
  return text;
}

function samplesOf(id: string, content: unknown): readonly RetrievalSample[] {
  const format = formats.find((one) => one.id === id)!;
  const read = format.reads === "folder" ? undefined : format.read(content);
  if (!read?.ok) throw new Error("no samples");
  return read.value;
}

function readBack(id: string, content: unknown, sample: RetrievalSample) {
  const format = predictionFormats.find((one) => one.id === id)!;
  if (format.reads === "folder") throw new Error("a folder");
  expect(format.recognises(content)).toBe(true);
  const read = format.read(content);
  if (!read.ok) throw new Error(read.reason);
  const [first] = [read.value].flat();
  return { id: first!.id, outcome: format.interpret(first!.raw, sample) };
}

const spans = {
  clips: [{ startSeconds: 2, endSeconds: 8 }, { startSeconds: 10, endSeconds: 14 }, { id: "c7" }],
};

it("writes QVHighlights submissions that are read back, with scores that keep the order", async () => {
  const [sample] = samplesOf("qvhighlights", {
    qid: 12,
    query: "a dog",
    vid: "abc_0.0_150.0",
    duration: 150,
  });
  const prediction = { ...spans, saliency: [0.1, 0.9] };
  const lines = (
    await written("qvhighlights", [
      { sample: sample!, outcome: answered(prediction) },
      { sample: { ...sample!, id: "13" }, outcome: noAnswer("refused", "no") },
    ])
  )
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toEqual([
    {
      qid: 12,
      query: "a dog",
      vid: "abc_0.0_150.0",
      pred_relevant_windows: [
        [2, 8, 1],
        [10, 14, 0.5],
      ],
      pred_saliency_scores: [0.1, 0.9],
    },
    { qid: 13, query: "a dog", vid: "abc_0.0_150.0", pred_relevant_windows: [] },
  ]);
  expect(readBack("qvhighlights", lines[0], sample!)).toMatchObject({
    id: "12",
    outcome: { value: { saliency: [0.1, 0.9] } },
  });
});

it("writes Ego4D NLQ submissions that are read back", async () => {
  const [sample] = samplesOf("ego4d-nlq", {
    videos: [
      {
        video_uid: "v",
        clips: [
          {
            clip_uid: "c",
            annotations: [
              { annotation_uid: "a-1", language_queries: [{ query: "x" }, { query: "y" }] },
            ],
          },
        ],
      },
    ],
  }).slice(1);
  const document = JSON.parse(
    await written("ego4d-nlq", [{ sample: sample!, outcome: answered(spans) }]),
  ) as unknown;
  expect(document).toEqual({
    version: "1.0",
    challenge: "ego4d_nlq_challenge",
    results: [
      {
        clip_uid: "c",
        annotation_uid: "a-1",
        query_idx: 1,
        predicted_times: [
          [2, 8],
          [10, 14],
        ],
      },
    ],
  });
  expect(readBack("ego4d-nlq", document, sample!)).toMatchObject({
    id: "a-1_1",
    outcome: { kind: "answered" },
  });
  expect(JSON.parse(await written("ego4d-nlq", []))).toMatchObject({ results: [] });
});
