import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import { gatherGroups } from "../../engine/gather-groups.ts";
import { stretches } from "./plan-chunks.ts";
import { SamplePlaces } from "./sample-places.ts";

function planned(groups: readonly number[]): PlannedSample[] {
  return groups.map((group, i) => ({
    sample: { id: `q${i}`, group: `v${group}` },
    digest: i.toString(16).padStart(32, "0"),
  }));
}

/** Batches of uneven sizes; counts how often the data is read. */
function batches(samples: readonly PlannedSample[], size: number) {
  let reads = 0;
  const all: SampleBatches = {
    async *[Symbol.asyncIterator]() {
      reads++;
      for (let from = 0; from < samples.length; from += size)
        yield samples.slice(from, from + size);
    },
  };
  return { all, reads: () => reads };
}

async function gathered(samples: SampleBatches): Promise<readonly PlannedSample[]> {
  const order: PlannedSample[] = [];
  for await (const batch of gatherGroups(samples)) order.push(...batch);
  return order;
}

const groups = fc.array(fc.nat(40), { minLength: 1, maxLength: 700 });

describe("stretches", () => {
  it("are everything in the order of asking, cut only between videos unless one is huge", async () => {
    await fc.assert(
      fc.asyncProperty(groups, fc.integer({ min: 1, max: 90 }), async (of, size) => {
        const { all } = batches(planned(of), size);
        const order = await gathered(all);
        const found: PlannedSample[] = [];
        for await (const { from, samples } of stretches(all)) {
          expect(from).toBe(found.length);
          const [before, first] = [found.at(-1)?.sample.group, samples[0]!.sample.group];
          if (samples.length < 500) expect(before).not.toBe(first);
          expect(samples.length).toBeLessThanOrEqual(500);
          found.push(...samples);
        }
        expect(found.map(({ digest }) => digest)).toEqual(order.map(({ digest }) => digest));
      }),
      { numRuns: 50 },
    );
  });
});

describe("places of samples", () => {
  it("are those of the order of asking, in whatever order they are wanted", async () => {
    const wanted = fc.array(fc.tuple(fc.nat(699), fc.nat(60)), { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(groups, wanted, async (of, parts) => {
        const { all } = batches(planned(of), 64);
        const order = await gathered(all);
        const places = new SamplePlaces(all);
        const asked = parts
          .map(([from, count]) => [from, Math.min(order.length, from + count)] as const)
          .filter(([from, to]) => from < to);
        const found = await Promise.all(asked.map(([from, to]) => places.between(from, to)));
        expect(found).toEqual(asked.map(([from, to]) => order.slice(from, to)));
      }),
      { numRuns: 50 },
    );
  });

  it("that follow each other read the data once", async () => {
    const { all, reads } = batches(planned(Array.from({ length: 20_000 }, (_, i) => i)), 500);
    const places = new SamplePlaces(all);
    for (let from = 0; from < 20_000; from += 50) await places.between(from, from + 50);
    expect(reads()).toBe(1);
    await places.between(0, 50);
    expect(reads()).toBe(2);
  });

  it("beyond the data say that it has changed", async () => {
    const places = new SamplePlaces(batches(planned([1, 2, 3]), 2).all);
    await expect(places.between(0, 4)).rejects.toThrow("the data has changed");
  });
});
