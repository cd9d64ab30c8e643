import { describe, expect, it } from "vitest";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import { rememberedSamples } from "./remembered-samples.ts";

function source(sizes: readonly number[]) {
  let readings = 0;
  const samples: SampleBatches = {
    async *[Symbol.asyncIterator]() {
      readings++;
      let id = 0;
      for (const size of sizes)
        yield Array.from(
          { length: size },
          (): PlannedSample => ({ sample: { id: `${id}`, group: "g" }, digest: `${id++}` }),
        );
    },
  };
  return { samples, readings: () => readings };
}

async function idsOf(samples: SampleBatches): Promise<readonly string[]> {
  const ids: string[] = [];
  for await (const batch of samples) ids.push(...batch.map(({ sample }) => sample.id));
  return ids;
}

describe("rememberedSamples", () => {
  it.each([
    [[], 1],
    [[3, 2], 1],
    [[4_096], 1],
    [[4_000, 97], 3],
    [[4_097, 1, 1], 3],
  ])("of %j reads the file %i times of three", async (sizes, expected) => {
    const { samples, readings } = source(sizes);
    const remembered = rememberedSamples(samples);
    const all = await idsOf(samples);
    for (let i = 0; i < 3; i++) expect(await idsOf(remembered)).toEqual(all);
    expect(readings() - 1).toBe(expected);
  });

  it("reads large samples again, however few they are", async () => {
    const { samples, readings } = source([2, 1]);
    const large: SampleBatches = {
      async *[Symbol.asyncIterator]() {
        for await (const batch of samples)
          yield batch.map(({ sample, ...planned }) => ({
            ...planned,
            sample: { ...sample, words: "word ".repeat(600_000) },
          }));
      },
    };
    const remembered = rememberedSamples(large);
    for (let i = 0; i < 3; i++) expect(await idsOf(remembered)).toEqual(["0", "1", "2"]);
    expect(readings()).toBe(3);
  });

  it("does not take the beginning for the whole", async () => {
    const { samples } = source([2, 2]);
    const remembered = rememberedSamples(samples);
    for await (const _ of remembered) break;
    expect(await idsOf(remembered)).toEqual(["0", "1", "2", "3"]);
  });

  it("passes on what goes wrong, each time", async () => {
    const broken: SampleBatches = {
      async *[Symbol.asyncIterator]() {
        yield [];
        throw new Error("row 7");
      },
    };
    const remembered = rememberedSamples(broken);
    await expect(idsOf(remembered)).rejects.toThrow("row 7");
    await expect(idsOf(remembered)).rejects.toThrow("row 7");
  });
});
