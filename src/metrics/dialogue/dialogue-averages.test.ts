import { expect, it } from "vitest";
import { fakeDialogueEvidence } from "../../../test/fakes/fake-dialogue-evidence.ts";
import { dialogueAverages } from "./dialogue-averages.ts";

const score = (id: string, semantics: readonly number[], more = {}) =>
  dialogueAverages("")
    .find((metric) => metric.id === id)!
    .prepare([fakeDialogueEvidence({ semantics, ...more })])();

it.each([
  ["AP", [1], {}, 1],
  ["AP", [Math.fround(0.9999999)], {}, 1],
  // Reaches .50 to .75: 6 of 11.
  ["AP", [0.75], {}, 6 / 11],
  ["AR", [0.75], { missed: ["a"] }, 3 / 11],
  ["Avg_F1", [0.75], { missed: ["a"] }, ((2 / 3) * 6) / 11],
  ["AP", [0.4], {}, 0],
  ["AP", [], { missed: ["a"] }, null],
] as const)("%s of similarities %j", (id, semantics, more, expected) => {
  const got = score(id, semantics, more);
  if (expected === null) expect(got).toBeNull();
  else expect(got).toBeCloseTo(expected, 12);
});
