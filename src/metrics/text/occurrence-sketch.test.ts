import { describe, expect, it } from "vitest";
import { isRepeated, meet, occurrenceSketch } from "./occurrence-sketch.ts";

describe("occurrenceSketch", () => {
  it("takes the memory of another where that is enough, and remembers nothing of it", () => {
    const old = occurrenceSketch(10_000);
    for (let i = 0; i < 10_000; i++) for (const _ of [1, 2]) meet(old, i);
    const sketch = occurrenceSketch(1_000, old);
    expect(sketch.bytes.buffer).toBe(old.bytes.buffer);
    for (let i = 0; i < 1_000; i++) expect(isRepeated(sketch, i)).toBe(false);
    expect(occurrenceSketch(100_000, old).bytes.buffer).not.toBe(old.bytes.buffer);
  });

  it("never misses what was met twice, and takes few other things for it", () => {
    const sketch = occurrenceSketch(10_000);
    const hash = (i: number) => Math.imul(i + 1, 0x9e3779b1);
    let second = 0;
    for (const times of [1, 2])
      for (let i = 0; i < 10_000; i += times) second += meet(sketch, hash(i));
    for (let i = 0; i < 10_000; i += 2) expect(isRepeated(sketch, hash(i))).toBe(true);
    const mistaken = Array.from({ length: 5_000 }, (_, i) =>
      isRepeated(sketch, hash(2 * i + 1)),
    ).filter(Boolean).length;
    expect(mistaken).toBeLessThan(1_500);
    expect(second).toBeGreaterThan(4_000);
  });
});
