import { describe, expect, it } from "vitest";
import type { SampleBatches } from "../../core/data/dataset.ts";
import type { Family } from "../../core/family.ts";
import { families } from "../../families/index.ts";
import { withNotices } from "./dataset-notices.ts";

const { data } = (families as readonly Family[]).find(({ id }) => id === "multiple-choice")!;
const samples: SampleBatches = {
  async *[Symbol.asyncIterator]() {
    for (const id of ["a", "b"]) yield [{ sample: { id, group: id }, digest: id }];
  },
};
const idsIn = async (batches: SampleBatches) => {
  const ids: string[] = [];
  for await (const batch of batches) ids.push(...batch.map(({ sample }) => sample.id));
  return ids;
};

describe("what a family notices about samples", () => {
  it("is told once, however often they are read, and changes none of them", async () => {
    const warnings: string[] = [];
    const noticeSamples = () => {
      const ids: string[] = [];
      return {
        add: ({ id }: { readonly id: string }) => void ids.push(id),
        finish: () => [`odd: ${ids.join(" ")}`],
      };
    };
    const watched = withNotices(samples, {
      family: { data: { ...data, noticeSamples } },
      onWarning: (message) => warnings.push(message),
    });
    expect(await idsIn(watched)).toEqual(["a", "b"]);
    expect(await idsIn(watched)).toEqual(["a", "b"]);
    expect(warnings).toEqual(["odd: a b"]);
  });

  it("costs nothing where the family notices nothing", () => {
    expect(withNotices(samples, { family: { data }, onWarning: () => undefined })).toBe(samples);
  });
});
