import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FakeSample, fakeEvidence } from "../../../test/summaries/fake-evidence.ts";
import type { DigestedEvidence } from "./evidence-set.ts";
import { keepEvidence, openEvidence } from "./kept-evidence.ts";

const samples = fc
  .array(
    fc.record({
      group: fc.constantFrom("v1", "v2", "v3"),
      value: fc.constantFrom(0, 1, 0.25, null),
      isAnswered: fc.boolean(),
    }),
    { maxLength: 30 },
  )
  .map((all) => all.map((one, at) => ({ id: `q${at}`, slices: {}, ...one }) as FakeSample));

/** What was kept, written to a file and read again. */
function again(set: DigestedEvidence, measure: string): DigestedEvidence {
  return openEvidence(JSON.parse(JSON.stringify(keepEvidence(set, [measure]))));
}

describe("kept evidence", () => {
  it("says the same after a file as before it, but for slices", () => {
    fc.assert(
      fc.property(samples, (all) => {
        const set = fakeEvidence(all);
        const read = again(set, "fake|v:1");
        const { evidence, slices: _, ...facts } = set;
        expect(read).toMatchObject(facts);
        expect([...read.evidence("fake|v:1")]).toEqual([...evidence("fake|v:1")]);
        const weights = Uint32Array.from(all, (_one, at) => at % 2);
        expect([...read.evidence("fake|v:1", weights)]).toEqual([...evidence("fake|v:1", weights)]);
      }),
    );
  });

  it("keeps rows of any shape, and members that are made when they are read", () => {
    class Lazy {
      toJSON() {
        return { words: ["a"] };
      }
    }
    for (const rows of [
      [1, 2],
      [{ a: 1 }, { a: 1, b: undefined }],
      [{ a: 1 }, { a: null }],
      [new Lazy(), new Lazy()],
      [],
    ]) {
      const set = { ...fakeEvidence([]), n: rows.length, evidence: () => rows };
      const digests = { high: new Uint32Array(rows.length), low: new Uint32Array(rows.length) };
      expect(again({ ...set, digests }, "m").evidence("m")).toEqual(
        JSON.parse(JSON.stringify(rows)),
      );
    }
  });

  it("names a measure that was not kept", () => {
    expect(() => again(fakeEvidence([]), "fake|v:1").evidence("other|v:1")).toThrow("other|v:1");
  });
});
