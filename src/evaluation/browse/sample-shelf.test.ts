import { describe, expect, it } from "vitest";
import type { PlannedSample, SampleBatches } from "../../core/data/dataset.ts";
import { SampleShelf } from "./sample-shelf.ts";

function batches(count: number, text = ""): SampleBatches {
  return {
    async *[Symbol.asyncIterator]() {
      for (let from = 0; from < count; from += 100)
        yield Array.from({ length: Math.min(100, count - from) }, (_, at): PlannedSample => {
          const id = `q${from + at}`;
          const values = Float32Array.of(from + at);
          return {
            sample: { id, group: "g", text, values } as PlannedSample["sample"],
            digest: id,
          };
        });
    },
  };
}

describe("SampleShelf", () => {
  it("has any sample as it was read, with its numbers", async () => {
    const shelf = (await SampleShelf.read(batches(1_000), 1e9))!;
    for (const at of [0, 255, 256, 999])
      expect(shelf.find([`q${at}`])).toEqual([
        {
          sample: { id: `q${at}`, group: "g", text: "", values: Float32Array.of(at) },
          digest: `q${at}`,
        },
      ]);
    expect(shelf.find(["q1000"])).toEqual([]);
    const several = shelf.find(["q999", "q1000", "q3", "q300"]);
    expect(several.map(({ digest }) => digest)).toEqual(["q3", "q300", "q999"]);
  });

  it("is given up where it would be too large", async () => {
    expect(await SampleShelf.read(batches(1_000), 100)).toBeUndefined();
  });
});
