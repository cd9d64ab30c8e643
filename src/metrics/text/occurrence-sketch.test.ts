import { describe, expect, it } from "vitest";
import { isRepeated, meet, occurrenceSketch } from "./occurrence-sketch.ts";

describe("occurrenceSketch", () => {
  it("never misses what was met twice, and takes few other things for it", () => {
    const sketch = occurrenceSketch(10_000);
    const hash = (i: number) => Math.imul(i + 1, 0x9e3779b1);
    let second = 0;
    for (const times of [1, 2]) for (let i = 0; i < 10_000; i += times) second += meet(sketch, hash(i));
    for (let i = 0; i < 10_000; i += 2) expect(isRepeated(sketch, hash(i))).toBe(true);
    const mistaken = Array.from({ length: 5_000 }, (_, i) => isRepeated(sketch, hash(2 * i + 1))).filter(Boolean).length;
    expect(mistaken).toBeLessThan(1_500);
    expect(second).toBeGreaterThan(4_000);
  });
});
