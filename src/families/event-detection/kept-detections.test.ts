import fc from "fast-check";
import { expect, it } from "vitest";
import { keptDetections } from "./kept-detections.ts";

const event = (type: string, startSeconds: number, endSeconds: number, confidence: number) => ({
  type,
  startSeconds,
  endSeconds,
  confidence,
});
const given = [
  event("a", 0, 10, 0.5),
  event("a", 1, 10, 0.9),
  event("b", 0, 10, 0.4),
  event("a", 20, 30, 0.1),
];
const confidences = (events: readonly { readonly confidence: number }[]) =>
  events.map(({ confidence }) => confidence);

it.each([
  ["everything, in the order given, without a rule", {}, [0.5, 0.9, 0.4, 0.1]],
  ["the surest", { mostDetections: 2 }, [0.9, 0.5]],
  ["what no surer detection of the type covers", { suppressIou: 0.5 }, [0.9, 0.4, 0.1]],
  ["all that overlap too little", { suppressIou: 0.95 }, [0.9, 0.5, 0.4, 0.1]],
  ["both rules, suppression first", { suppressIou: 0.5, mostDetections: 2 }, [0.9, 0.4]],
])("keeps %s", (_, rule, kept) => {
  expect(confidences(keptDetections(given, rule))).toEqual(kept);
});

it("keeps the alert, and invents none", () => {
  expect(keptDetections([{ ...given[0]!, alertSeconds: 3 }, given[1]!], {})).toEqual([
    { ...given[0]!, alertSeconds: 3 },
    given[1]!,
  ]);
});

it("suppresses nothing more the second time", () => {
  const detection = fc.record({
    type: fc.constantFrom("a", "b"),
    startSeconds: fc.nat(20),
    length: fc.nat(10),
    confidence: fc.nat(5),
  });
  fc.assert(
    fc.property(fc.array(detection), (all) => {
      const events = all.map(({ type, startSeconds, length, confidence }) =>
        event(type, startSeconds, startSeconds + length, confidence),
      );
      const once = keptDetections(events, { suppressIou: 0.5 });
      expect(keptDetections(once, { suppressIou: 0.5 })).toEqual(once);
    }),
  );
});
