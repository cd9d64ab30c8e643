import { isBaseline } from "../../summary/baseline-systems.ts";
import type { ScoreSummary } from "../../summary/score-summary.ts";
import type { SystemSummary } from "../../summary/system-summary.ts";
import type { ForestRow } from "../chart/forest-row.ts";
import { referenceValue } from "./headline-table.ts";

/** A score of a system as a row of a forest plot. */
export function forestRow(
  system: Pick<SystemSummary, "id" | "kind">,
  score: ScoreSummary | undefined,
): ForestRow {
  return {
    label: system.id,
    value: score?.value ?? null,
    low: score?.low ?? null,
    high: score?.high ?? null,
    chance: referenceValue(score, "chance"),
    majority: referenceValue(score, "majority"),
    oracle: score?.ceiling ?? null,
    bounds: score?.bounds ?? null,
    isBaseline: isBaseline(system),
  };
}
