import { expect, it } from "vitest";
import { episodeBaselines } from "./baselines.ts";
import { episodeArrays } from "./learning.ts";
import { packValues, unpackValues } from "./packed-values.ts";
import { type EpisodeSample, episodeOptionsSchema } from "./schema.ts";

const options = episodeOptionsSchema.parse({ task: "hand_trajectory_forecast" });
const { predict } = episodeBaselines.named!.find(({ id }) => id === "copy-last")!;
const array = (...values: number[]) => ({
  shape: [1, values.length],
  values: Float32Array.from(values),
});
const ref = (name: string) => ({ path: "targets.npz", name });
const forecast: EpisodeSample = {
  episode: "e",
  group: "e/0",
  id: "4",
  last: { refs: [ref("hand_last")] },
  split: "test",
  task: "hand_trajectory_forecast",
  truth: { kind: "values", refs: [ref("hand_forecast")] },
  windows: [{ centerFrame: 29, endFrame: 39, index: 4, startFrame: 20 }],
};

function withNumbers(sample: EpisodeSample, ...last: number[]): EpisodeSample {
  const put = episodeArrays.put(sample, {
    digests: {},
    arrays: [array(1, 2, 3, 4), array(...last)],
  });
  if (!put.ok) throw new Error(put.reason);
  return put.value;
}

it("copies the last pose into every frame, and the action of the window", () => {
  expect(episodeArrays.wanted(forecast, options).map(({ name }) => name)).toEqual([
    "hand_forecast",
    "hand_last",
  ]);
  const sample = withNumbers(forecast, 7, 8);
  expect(sample.truth).toMatchObject({ values: packValues([1, 2, 3, 4]) });
  const said = predict(sample, 0) as { readonly values: string };
  expect([...unpackValues(said.values)!]).toEqual([7, 8, 7, 8]);
  const next = { ...forecast, task: "next_action", last: { label: "stir" } } as const;
  expect(predict(next, 0)).toEqual({ label: "stir" });
});

it("says nothing where the window shows nothing to copy, or numbers that do not fit", () => {
  const { last: _, ...bare } = forecast;
  expect(predict(bare, 0)).toBeUndefined();
  expect(predict(withNumbers(forecast, 7, Number.NaN), 0)).toBeUndefined();
  expect(predict(withNumbers(forecast, 7, 8, 9), 0)).toBeUndefined();
  expect(episodeArrays.wanted({ ...forecast, split: "train" }, options)).toEqual([]);
});
