import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedSample, SampleBatches } from "../core/data/dataset.ts";
import { type Selection, selectSamples } from "./select-samples.ts";

const digest = (text: string) => createHash("sha256").update(text).digest("hex");
const planned: readonly PlannedSample[] = Array.from({ length: 50 }, (_, i) => ({
  sample: { id: `s${i}`, group: `g${i % 5}`, split: i % 2 === 0 ? "train" : "test" },
  digest: digest(`s${i}`).slice(0, 32),
}));

function batches(items: readonly PlannedSample[]): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      for (let from = 0; from < items.length; from += 8) yield items.slice(from, from + 8);
    },
  };
}

async function ids(selection: Partial<Selection>, items = planned): Promise<string[]> {
  const found: string[] = [];
  for await (const batch of selectSamples(batches(items), { seed: 1, ...selection }, digest))
    found.push(...batch.map(({ sample }) => sample.id));
  return found;
}

describe("selecting samples", () => {
  it("takes the first ones", async () => {
    expect(await ids({ limit: 3 })).toEqual(["s0", "s1", "s2"]);
    expect(await ids({ limit: 0 })).toEqual([]);
    expect(await ids({ limit: 500 })).toHaveLength(50);
  });

  it("takes a split before it counts", async () => {
    expect(await ids({ split: "test", limit: 2 })).toEqual(["s1", "s3"]);
  });

  it("tells of a split that is not there, and which are", async () => {
    await expect(ids({ split: "val" })).rejects.toMatchObject({
      message: 'no sample is of the split "val"',
      hint: expect.stringMatching(/^splits here: ".*"test"/),
    });
    expect(await ids({ split: "val" }, [])).toEqual([]);
  });

  it("takes the named ones and tells which do not exist", async () => {
    expect(await ids({ ids: ["s9", "s3"] })).toEqual(["s3", "s9"]);
    await expect(ids({ ids: ["s9", "nobody"] })).rejects.toThrow('no sample has the id "nobody"');
  });

  it("takes a part of an id for the samples of one group, as words before anything else", async () => {
    const named = [
      "a_9011-c03f__HMC/no_talk",
      "a_9011-c03f__HMC/talk_some",
      "b_9012-c14b__HMC/no_talk",
      "c_19012/x",
    ].map((id) => ({
      sample: { id, group: id.split("/")[0]! },
      digest: digest(id).slice(0, 32),
    }));
    expect(await ids({ ids: ["9011-c03f"] }, named)).toEqual(
      named.slice(0, 2).map(({ sample }) => sample.id),
    );
    expect(await ids({ ids: ["9012", "c_19012/x"] }, named)).toEqual([
      "c_19012/x",
      "b_9012-c14b__HMC/no_talk",
    ]);
    expect(await ids({ ids: ["1-c03"] }, named)).toHaveLength(2);
    await expect(ids({ ids: ["no_talk"] }, named)).rejects.toMatchObject({
      message:
        'no sample has the id "no_talk", and it is part of several: "a_9011-c03f__HMC/no_talk", "b_9012-c14b__HMC/no_talk"',
      hint: "name more of the id",
    });
    await expect(ids({ ids: ["9011-c03f", "9013"] }, named)).rejects.toThrow(
      'no sample has the id "9013"',
    );
  });

  it("takes a random set that grows with its size, and depends on the seed alone", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 0, max: 50 }),
        async (a, b) => {
          const small = await ids({ sample: Math.min(a, b) });
          const large = await ids({ sample: Math.max(a, b) });
          expect(small).toHaveLength(Math.min(a, b));
          expect(large).toEqual(expect.arrayContaining(small));
          expect((await ids({ sample: a }, planned.toReversed())).sort()).toEqual(
            (await ids({ sample: a })).sort(),
          );
        },
      ),
      { numRuns: 30 },
    );
    expect(await ids({ sample: 10, seed: 2 })).not.toEqual(await ids({ sample: 10, seed: 1 }));
  });

  it("takes a fast subset of whole groups that depends on nothing but their names", async () => {
    const groupsOf = (found: readonly string[]) =>
      [...new Set(found.map((id) => Number(id.slice(1)) % 5))].sort();
    const subset = await ids({ fast: 25 });
    expect(subset).toHaveLength(20);
    expect(groupsOf(subset)).toHaveLength(2);
    expect(await ids({ fast: 25, seed: 9 })).toEqual(subset);
    expect((await ids({ fast: 25 }, planned.toReversed())).sort()).toEqual(subset.toSorted());
    expect(await ids({ fast: 30 })).toEqual(expect.arrayContaining(subset));
    expect(await ids({ fast: 500 })).toHaveLength(50);
    expect(await ids({ fast: 25, limit: 3 })).toEqual(subset.slice(0, 3));
    expect(await ids({ fast: 25 }, [])).toEqual([]);
  });

  it("takes a part of the first group where no group is small enough, and smaller groups where the first is not", async () => {
    const part = await ids({ fast: 4 });
    expect(part).toHaveLength(4);
    expect(new Set(part.map((id) => Number(id.slice(1)) % 5)).size).toBe(1);
    expect((await ids({ fast: 4 }, planned.toReversed())).sort()).toEqual(part.toSorted());
    const alone = { sample: { id: "alone", group: "alone" }, digest: digest("alone").slice(0, 32) };
    expect(await ids({ fast: 4 }, [...planned, alone])).toEqual(["alone"]);
  });

  it("takes whole groups and never too many, whatever their sizes, in any order", async () => {
    const groups = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 20 }), async (of, most) => {
        const items = of.map((group, i) => ({
          sample: { id: `s${i}`, group: `g${group}` },
          digest: digest(`s${i}`).slice(0, 32),
        }));
        const taken = await ids({ fast: most }, items);
        expect(taken.length).toBeLessThanOrEqual(most);
        expect((await ids({ fast: most }, items.toReversed())).sort()).toEqual(taken.toSorted());
        const sizes = Map.groupBy(items, ({ sample }) => sample.group);
        const touched = new Set(
          items.filter(({ sample }) => taken.includes(sample.id)).map(({ sample }) => sample.group),
        );
        const isWhole = [...touched].every((group) =>
          sizes.get(group)!.every(({ sample }) => taken.includes(sample.id)),
        );
        const isNoneSmall = [...sizes.values()].every((members) => members.length > most);
        expect(isWhole || (isNoneSmall && touched.size === 1 && taken.length === most)).toBe(true);
        if (items.length > 0) expect(taken.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });

  it("can be gone through twice", async () => {
    const selected = selectSamples(batches(planned), { seed: 1, limit: 4 }, digest);
    const count = async () => {
      let n = 0;
      for await (const batch of selected) n += batch.length;
      return n;
    };
    expect([await count(), await count()]).toEqual([4, 4]);
  });
});
