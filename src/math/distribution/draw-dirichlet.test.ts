import { describe, expect, it } from "vitest";
import { clusterBootstrap } from "../interval/cluster-bootstrap.ts";
import { seededState } from "../seeded-random.ts";
import { drawDirichlet } from "./draw-dirichlet.ts";

describe("drawDirichlet", () => {
  it("gives positive weights that add up to their number, with the variance of Dirichlet weights", () => {
    const size = 10;
    const draws = 4_000;
    const weights = new Float64Array(size);
    let squares = 0;
    for (let draw = 0; draw < draws; draw++) {
      drawDirichlet(weights, seededState(1, draw));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(size, 9);
      if (!weights.every((weight) => weight > 0)) throw new Error("a weight vanished");
      squares += (weights[0]! - 1) ** 2;
    }
    // Variance of n times a Dirichlet(1, …, 1) share: (n − 1)/(n + 1).
    expect(Math.abs(squares / draws - 9 / 11)).toBeLessThan(0.1);
  });

  it("weighs groups in a bootstrap, samples of a group alike, by the seed alone", () => {
    const seen: number[][] = [];
    const score = (weights?: Uint32Array | Float64Array) => {
      seen.push([...weights!]);
      return weights![0]!;
    };
    const input = {
      groups: Uint32Array.of(0, 0, 1, 2),
      groupCount: 3,
      scores: [score],
      resamples: 5,
      seed: 3,
      draw: "dirichlet",
    } as const;
    const [first] = clusterBootstrap(input);
    expect(seen.every(([a, b, c, d]) => a === b && a! + c! + d! - 3 < 1e-9 && c! > 0)).toBe(true);
    expect(clusterBootstrap(input)[0]!.values).toEqual(first!.values);
    expect(clusterBootstrap({ ...input, seed: 4 })[0]!.values).not.toEqual(first!.values);
    const [sliced] = clusterBootstrap({ ...input, base: Uint32Array.of(2, 0, 1, 0) });
    expect(seen.at(-1)!.filter((weight) => weight === 0).length).toBe(2);
    expect(sliced!.undefinedCount).toBe(0);
  });
});
