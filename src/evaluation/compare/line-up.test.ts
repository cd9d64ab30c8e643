import { expect, it } from "vitest";
import type { GatheredSource, GatheredSystem } from "./gathered-system.ts";
import { lineUps } from "./line-up.ts";

const gathered = (source: string, ...systems: readonly string[]): GatheredSource => ({
  source,
  systems: systems.map((system) => ({ task: "t", system }) as GatheredSystem),
});

it("names a run without answers, whatever the others have", () => {
  for (const others of [["x"], ["x", "y"]])
    expect(() => lineUps([gathered("full", ...others), gathered("killed")])).toThrow(
      "killed has no answers that could be compared",
    );
});
