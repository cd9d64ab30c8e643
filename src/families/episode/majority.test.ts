import { expect, it } from "vitest";
import type { ArrayRef } from "../../core/data/array-ref.ts";
import { majorityBaseline } from "./majority.ts";
import { packValues, unpackValues } from "./packed-values.ts";
import type { EpisodeSample, EpisodeTruth } from "./schema.ts";
import type { EpisodeTaskId } from "./tasks.ts";

const window = { centerFrame: 9, endFrame: 19, index: 0, startFrame: 0 };
const sample = (task: EpisodeTaskId, truth: EpisodeTruth | null): EpisodeSample => ({
  ...{ episode: "e", group: "e", id: "0", task, truth, windows: [window] },
});

const rows = [
  [1, 2],
  [3, 6],
];
const arrays = {
  read: async ({ rows: [from] = [0, 1] }: ArrayRef) => ({
    shape: [1, 2],
    values: Float32Array.from(rows[from]!),
  }),
  digest: async () => "",
};

async function learnt(task: EpisodeTaskId, truths: readonly (EpisodeTruth | null)[]) {
  async function* train() {
    for (const truth of truths) yield [sample(task, truth)];
  }
  const state = JSON.parse(JSON.stringify(await majorityBaseline.fit(train(), arrays)));
  const asked = sample(task, null);
  return {
    prediction: majorityBaseline.predict(state, asked),
    lack: majorityBaseline.lacks!(state, asked),
  };
}

const label = (name: string): EpisodeTruth => ({ kind: "class", label: name });

it("is the most frequent class, of equally frequent ones the first met", async () => {
  const { prediction, lack } = await learnt("temporal_order", ["1", "0", "0", "1"].map(label));
  expect([prediction, lack]).toEqual([{ label: "1" }, undefined]);
  expect((await learnt("temporal_order", ["1", "0", "0"].map(label))).prediction).toEqual({
    label: "0",
  });
});

it("is the mean of numbers, whether samples hold them or refer to them", async () => {
  const refs: readonly EpisodeTruth[] = [0, 1].map((row) => ({
    kind: "values",
    refs: [{ path: "targets.npz", rows: [row, row + 1] }],
  }));
  const held = rows.map(
    (values): EpisodeTruth => ({
      ...{ kind: "values", refs: [], values: packValues(values) },
    }),
  );
  for (const truths of [refs, held]) {
    const { prediction, lack } = await learnt("modality_reconstruction", truths);
    expect(lack).toBeUndefined();
    expect([...unpackValues((prediction as { values: string }).values)!]).toEqual([2, 4]);
  }
});

it("refuses numbers of another length", async () => {
  const values = [[1], [1, 2]].map(
    (row): EpisodeTruth => ({
      ...{ kind: "values", refs: [], values: packValues(row) },
    }),
  );
  await expect(learnt("ego_motion_forecast", values)).rejects.toThrow(
    "training sample 0: has 2 numbers to predict, but those before have 1",
  );
});

it("says where there is none", async () => {
  const { lack } = await learnt("caption_grounding", [{ kind: "match", window: 0 }]);
  expect(lack).toMatch(/^the majority baseline does not apply to caption_grounding: every query/);
  expect((await learnt("ego_motion_forecast", [null])).lack).toBe(
    "no training sample of ego_motion_forecast has a target",
  );
});
