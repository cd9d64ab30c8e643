import { expect, it } from "vitest";
import { percentiles } from "./percentiles.ts";

/** By sorting. */
function sorted(values: readonly number[], fraction: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  const place = fraction * (ordered.length - 1);
  const low = ordered[Math.floor(place)]!;
  return low + (ordered[Math.ceil(place)]! - low) * (place - Math.floor(place));
}

it.each([
  ["one", [3]],
  ["equal", [2, 2, 2, 2, 2]],
  ["rising", Array.from({ length: 50 }, (_, i) => i)],
  ["falling", Array.from({ length: 51 }, (_, i) => -i)],
  ["mixed", Array.from({ length: 999 }, (_, i) => (i * 7919) % 127)],
])("are those of sorted numbers: %s", (_, values) => {
  const fractions = [0, 0.1, 0.5, 0.9, 1];
  const ours = percentiles(Float64Array.from(values), fractions);
  for (const [i, fraction] of fractions.entries())
    expect(ours[i]).toBeCloseTo(sorted(values, fraction), 10);
});

it("are 0 of nothing", () => expect(percentiles(new Float64Array(0), [0.5])).toEqual([0]));
