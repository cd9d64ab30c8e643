import { expect, it } from "vitest";
import { freshEvents, sharedEvents } from "./event-source.ts";

it("matches once for each rule and threshold, and not the one for the other", () => {
  const point = { type: "a", startSeconds: 5, endSeconds: 5 };
  const source = sharedEvents();
  const events = source.pack([{ truths: [point], detections: [{ ...point, confidence: 1 }] }]);
  const rules = ["activitynet", "confidence"] as const;
  for (const rule of rules) {
    const options = { minIous: [0.5], rule };
    expect(source.match(events, options)).toEqual(freshEvents.match(events, options));
    expect(source.match(events, options)[0]).toBe(source.match(events, options)[0]);
  }
  expect(source.match(events, { minIous: [0.5], rule: "activitynet" })).not.toEqual(
    source.match(events, { minIous: [0.5], rule: "confidence" }),
  );
  const several = source.match(events, { minIous: [0.6, 0.5], rule: "confidence" });
  expect(several).toEqual(freshEvents.match(events, { minIous: [0.6, 0.5], rule: "confidence" }));
  expect(several[1]).toBe(source.match(events, { minIous: [0.5], rule: "confidence" })[0]);
});
