import { expect, it } from "vitest";
import { SilentSamples } from "./silent-samples.ts";

const remarksOn = (
  ...samples: readonly (readonly [split: string | undefined, isNamed: boolean])[]
) => {
  const silent = new SilentSamples();
  for (const [at, [split, isNamed]] of samples.entries())
    silent.add({ id: String(at), group: "g", ...(split === undefined ? {} : { split }) }, isNamed);
  return silent.remarks();
};

it("counts samples that are not named, and names splits without any", () => {
  expect(remarksOn(["train", false], ["train", false], ["val", true], ["val", false])).toEqual([
    "lists only what was found; 3 of 4 samples are not in it and count as answered with nothing",
    "names no sample of the split train; --split val leaves them out",
  ]);
  expect(remarksOn([undefined, true], [undefined, false])).toEqual([
    "lists only what was found; 1 of 2 samples are not in it and count as answered with nothing",
  ]);
});

it("says nothing if all samples are named", () => {
  expect(remarksOn(["val", true], [undefined, true])).toEqual([]);
});
