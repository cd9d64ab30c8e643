import { expect, it } from "vitest";
import { groupIndices } from "./group-indices.ts";

it("numbers groups by their first member, or every sample by itself", () => {
  expect(groupIndices(4, ["b", "a", "b", "c"])).toEqual({
    groups: Uint32Array.of(0, 1, 0, 2),
    groupCount: 3,
  });
  expect(groupIndices(2)).toEqual({ groups: Uint32Array.of(0, 1), groupCount: 2 });
  expect(groupIndices(0, [])).toEqual({ groups: new Uint32Array(0), groupCount: 0 });
  expect(() => groupIndices(2, ["a"])).toThrow(RangeError);
});
