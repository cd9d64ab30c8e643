import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type FakeEvidence,
  type FakeSample,
  fakeDigest,
  fakeEvidence,
} from "../../../test/summaries/fake-evidence.ts";
import type { Sample } from "../../core/data/sample.ts";
import { EvidenceSet } from "./evidence-set.ts";

const sample = fc.record({
  group: fc.constantFrom("v1", "v2", "v3", "", "v10"),
  value: fc.constantFrom(0, 1, 0.25, null),
  isAnswered: fc.boolean(),
  slices: fc.record(
    { type: fc.constantFrom("a", "b"), level: fc.constantFrom("1", "2", "") },
    { requiredKeys: [] },
  ),
});
const samples = fc
  .array(sample, { maxLength: 40 })
  .map((all): FakeSample[] => all.map((one, at) => ({ id: `q${at}`, ...one }) as FakeSample));

/** Everything an ordered set says, as plain data. */
function told(all: readonly FakeSample[]) {
  const { evidence, ...rest } = fakeEvidence(all);
  return { ...rest, evidence: [...evidence("fake|v:1")] };
}

/** The given samples in the order of their digests. */
function byDigest(all: readonly FakeSample[]): FakeSample[] {
  return all.toSorted((a, b) => (fakeDigest(a.id) < fakeDigest(b.id) ? -1 : 1));
}

describe("EvidenceSet", () => {
  it("does not care for the order in which samples arrive", () => {
    fc.assert(
      fc.property(
        samples.chain((all) =>
          fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
        ),
        ([all, shuffled]) => {
          expect(JSON.stringify(told(shuffled))).toBe(JSON.stringify(told(all)));
        },
      ),
    );
  });

  it("orders samples by their digests, with everything that belongs to them", () => {
    fc.assert(
      fc.property(samples, (all) => {
        const { n, groups, groupCount, answered, slices, evidence } = told(all);
        const ordered = byDigest(all);
        expect(n).toBe(all.length);
        expect(evidence).toEqual(ordered.map(({ value }) => ({ value })));
        expect([...answered]).toEqual(ordered.map(({ isAnswered }) => (isAnswered ? 1 : 0)));
        expect(groupCount).toBe(new Set(all.map(({ group }) => group)).size);
        for (const [i, one] of ordered.entries())
          for (const [j, other] of ordered.entries())
            expect(groups[i] === groups[j]).toBe(one.group === other.group);
        for (const { name, values, codes } of slices)
          expect(Array.from(codes, (code) => values[code])).toEqual(
            ordered.map((one) => one.slices?.[name]),
          );
      }),
    );
  });

  it("numbers groups from 0 without gaps, in an order that depends on their names alone", () => {
    const numbers = (all: readonly FakeSample[]) => {
      const { groups } = fakeEvidence(all);
      return new Map(byDigest(all).map(({ group }, i) => [group!, groups[i]!]));
    };
    const few = ["x", "y", "z"].map(
      (group, at): FakeSample => ({ id: `few${at}`, group, value: 1 }),
    );
    const many = ["z", "y", "x", "x", "y"].map(
      (group, at): FakeSample => ({ id: `many${at}`, group, value: 1 }),
    );
    expect([...numbers(few).values()].sort()).toEqual([0, 1, 2]);
    for (const [group, number] of numbers(few)) expect(numbers(many).get(group)).toBe(number);
  });

  it.each([
    ["first", "v81859", "v156662"],
    ["second", "v84715", "v153804"],
  ])("tells groups apart whose names share the %s half of their hash", (_, one, other) => {
    const { groups, groupCount } = fakeEvidence(
      [one, other, one].map((group, at) => ({ id: `q${at}`, group, value: 1 })),
    );
    expect(groupCount).toBe(2);
    expect([...groups].sort()).toEqual(expect.arrayContaining([0, 1]));
  });

  it("names slices and their values in order, and tells samples without a value apart from all of them", () => {
    const { slices } = fakeEvidence([
      { id: "a", value: 1 },
      { id: "b", value: 1, slices: { type: "z" } },
      { id: "c", value: 1, slices: { type: "a", level: "2" } },
      { id: "d", value: 1, slices: { constructor: "x", type: "m" } },
      { id: "e", value: 1 },
    ]);
    expect(slices.map(({ name, values }) => [name, values])).toEqual([
      ["constructor", ["x"]],
      ["level", ["2"]],
      ["type", ["a", "m", "z"]],
    ]);
    for (const { values, codes } of slices)
      expect([...codes].filter((code) => code < values.length)).toHaveLength(values.length);
    expect(slices.map(({ codes }) => codes.length)).toEqual([5, 5, 5]);
  });

  it("keeps a slice that only the first of many samples has", () => {
    const all = Array.from(
      { length: 1_000 },
      (_, at): FakeSample => ({ id: `q${at}`, value: at, slices: at === 0 ? { odd: "yes" } : {} }),
    );
    const { slices, evidence } = fakeEvidence(all);
    const place = [...evidence("fake|v:1")].findIndex((one) => (one as FakeEvidence).value === 0);
    expect(
      [...slices[0]!.codes].map((code, at) => (code === 0 ? at : -1)).filter((at) => at >= 0),
    ).toEqual([place]);
  });

  it("leaves out slices with more values than anybody reads, but for those that are wanted whole", () => {
    const set = new EvidenceSet(
      [{ signature: "one", measure: ({ prediction }) => prediction }],
      ({ id }) => ({ task: id, camera: id, day: "1" }),
      ["task"],
    );
    const add = (one: EvidenceSet, at: number) =>
      one.add(
        { sample: { id: `t${at}`, group: "g" }, prediction: at, outcome: "answered", grades: {} },
        String(at).padStart(16, "0"),
      );
    for (let at = 0; at < 300; at++) add(set, at);
    const copy = set.copy();
    add(copy, 300);
    for (const [one, count] of [
      [set, 300],
      [copy, 301],
    ] as const) {
      expect(one.tooFine).toEqual(["camera"]);
      expect(one.ordered().slices.map(({ name, values }) => [name, values.length])).toEqual([
        ["day", 1],
        ["task", count],
      ]);
    }
  });

  it("gives the evidence of samples that count, and returns what it measured", () => {
    const set = new EvidenceSet(
      [
        { signature: "one", measure: ({ prediction }) => ({ is: prediction }) },
        { signature: "two", measure: ({ outcome, grades }) => [outcome, grades.judge] },
      ],
      () => ({}),
    );
    const observe = (id: string, prediction: number) =>
      set.add(
        {
          sample: { id, group: id } satisfies Sample,
          prediction,
          outcome: "answered",
          grades: { judge: prediction * 10 },
        },
        id,
      );
    expect(observe("00000002", 2)).toEqual([{ is: 2 }, ["answered", 20]]);
    observe("00000001", 1);
    observe("00000003", 3);
    const { evidence } = set.ordered();
    expect([...evidence("one", Uint32Array.of(1, 0, 2))]).toEqual([{ is: 1 }, { is: 3 }]);
    expect([...evidence("two")]).toEqual([1, 2, 3].map((value) => ["answered", value * 10]));
    expect(evidence("two")).toBe(evidence("two"));
    expect(() => evidence("three")).toThrow(RangeError);
    expect(set.n).toBe(3);
  });

  it("orders by the second half of the digest where the first is equal", () => {
    const set = new EvidenceSet(
      [{ signature: "one", measure: ({ prediction }) => prediction }],
      () => ({}),
    );
    for (const low of ["ffffffff", "00000000", "80000000"])
      set.add(
        { sample: { id: low, group: "g" }, prediction: low, outcome: "answered", grades: {} },
        `aaaaaaaa${low}`,
      );
    expect([...set.ordered().evidence("one")]).toEqual(["00000000", "80000000", "ffffffff"]);
  });

  it("is copied with all that it holds, and apart from then on", () => {
    const all = Array.from(
      { length: 300 },
      (_, at): FakeSample => ({
        id: `q${at}`,
        group: `v${at % 7}`,
        value: at / 2,
        isAnswered: at % 3 > 0,
        slices: at % 2 ? { half: `${at < 260 ? at % 5 : at}` } : {},
      }),
    );
    const slices = new Map(all.map((one) => [one.id, one.slices!]));
    const make = () =>
      new EvidenceSet(
        [{ signature: "one", measure: ({ prediction }) => ({ value: prediction }) }],
        ({ id }) => slices.get(id)!,
      );
    const add = (set: EvidenceSet, { id, group, value, isAnswered }: FakeSample) =>
      void set.add(
        {
          sample: { id, group: group! },
          prediction: value,
          outcome: isAnswered ? "answered" : "refused",
          grades: {},
        },
        fakeDigest(id),
      );
    const said = (set: EvidenceSet) => {
      const { evidence, ...rest } = set.ordered();
      return { ...rest, evidence: [...evidence("one")] };
    };
    const [whole, first] = [make(), make()];
    for (const one of all) add(whole, one);
    for (const one of all.slice(0, 260)) add(first, one);
    const before = said(first);
    const copy = first.copy();
    expect(said(copy)).toEqual(before);
    for (const one of all.slice(260)) add(copy, one);
    expect(said(copy)).toEqual(said(whole));
    expect(said(first)).toEqual(before);
    for (const one of all.slice(260).toReversed()) add(first, one);
    expect(said(first)).toEqual(said(whole));
  });

  it("is fine with nothing", () => {
    expect(fakeEvidence([])).toMatchObject({ n: 0, groupCount: 0, slices: [] });
  });
});
