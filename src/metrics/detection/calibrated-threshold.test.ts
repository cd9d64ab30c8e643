import fc from "fast-check";
import { expect, it } from "vitest";
import { event, test, validation, video } from "../../../test/fakes/fake-videos.ts";
import { bestThreshold } from "./best-threshold.ts";
import { calibratedThreshold } from "./calibrated-threshold.ts";
import { eventF1 } from "./event-f1.ts";
import { matchEvents } from "./match-events.ts";
import { packEvents } from "./pack-events.ts";

it("chooses on one split and applies to the other", () => {
  expect(calibratedThreshold({ measure: "m" }).analyse([validation, test])).toMatchObject({
    rows: [
      ["test", 0.55, "test (the same videos)", 4 / 5, 1],
      ["test", 0.55, "val", 1, 0],
      ["val", 0.6, "test", 1 / 2, 1],
      ["val", 0.6, "val (the same videos)", 1, 0],
    ],
  });
});

it("gives no row where nothing is right", () => {
  expect(calibratedThreshold({ measure: "m" }).analyse([video("", [0], [[500, 1]])])).toMatchObject(
    { rows: [] },
  );
  expect(calibratedThreshold({ measure: "m" }).analyse([])).toMatchObject({ rows: [] });
});

it("reaches the best macro F1 there is", () => {
  const detection = fc.tuple(
    fc.constantFrom("a", "b"),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 1, max: 6 }),
  );
  fc.assert(
    fc.property(
      fc.array(detection, { minLength: 1, maxLength: 12 }),
      fc.array(detection, { minLength: 1, maxLength: 5 }),
      (found, true_) => {
        const videos = [
          {
            durationSeconds: 60,
            detections: found.map(([type, at, confidence]) =>
              event(type, at * 20, confidence / 10),
            ),
            truths: true_.map(([type, at]) => event(type, at * 20, 1)),
          },
        ];
        const best = eventF1({ measure: "m", average: "macro", minConfidence: "best" }).prepare(
          videos,
        )()!;
        const threshold = bestThreshold(packEvents(videos), {
          minIou: 0.5,
          match: matchEvents,
          isChosenOn: () => true,
        });
        if (threshold === undefined) expect(best).toBe(0);
        else
          expect(
            eventF1({ measure: "m", average: "macro", minConfidence: threshold }).prepare(videos)(),
          ).toBeCloseTo(best, 12);
      },
    ),
  );
});
