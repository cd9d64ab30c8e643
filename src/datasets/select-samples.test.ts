import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedSample, SampleBatches } from "../core/dataset.ts";
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

  it("takes the named ones and tells which do not exist", async () => {
    expect(await ids({ ids: ["s9", "s3"] })).toEqual(["s3", "s9"]);
    await expect(ids({ ids: ["s9", "nobody"] })).rejects.toThrow('no sample has the id "nobody"');
  });

  it("takes a random set that grows with its size, and depends on the seed alone", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), async (a, b) => {
        const small = await ids({ sample: Math.min(a, b) });
        const large = await ids({ sample: Math.max(a, b) });
        expect(small).toHaveLength(Math.min(a, b));
        expect(large).toEqual(expect.arrayContaining(small));
        expect((await ids({ sample: a }, planned.toReversed())).sort()).toEqual((await ids({ sample: a })).sort());
      }),
      { numRuns: 30 },
    );
    expect(await ids({ sample: 10, seed: 2 })).not.toEqual(await ids({ sample: 10, seed: 1 }));
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
