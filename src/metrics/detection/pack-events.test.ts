import { expect, it } from "vitest";
import { seededRandom } from "../../math/seeded-random.ts";
import { packEvents } from "./pack-events.ts";

it.each([10, 5_000])("sorts %i detections by falling confidence, equal ones as given", (count) => {
  const random = seededRandom(1, "pack-events");
  const confidences = Array.from(
    { length: count },
    (_, i) => [-0, 0, -1.5, 1e-300, random() * 2 - 1, Math.round(random() * 5)][i % 6]!,
  );
  const detections = confidences.map((confidence, i) => ({
    type: "a",
    startSeconds: i,
    endSeconds: i + 1,
    confidence,
  }));
  const expected = [...confidences.keys()].sort(
    (a, b) => confidences[b]! - confidences[a]! || a - b,
  );
  const { detections: packed, byConfidence, asGiven } = packEvents([{ truths: [], detections }]);
  expect([...packed.start]).toEqual(expected);
  expect([...byConfidence]).toEqual(expected.map((_, i) => i));
  expect(Array.from(asGiven, (i) => packed.start[i])).toEqual([...confidences.keys()]);
});

it("knows how long videos are, where that is known", () => {
  const empty = { truths: [], detections: [] };
  expect([
    ...packEvents([empty, { ...empty, durationSeconds: null }, { ...empty, durationSeconds: 1800 }])
      .hours,
  ]).toEqual([Number.NaN, Number.NaN, 0.5]);
});
