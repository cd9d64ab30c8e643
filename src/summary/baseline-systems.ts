import type { SystemSummary } from "./system-summary.ts";

const baselineKinds: ReadonlySet<string> = new Set(["oracle", "chance", "majority", "empty"]);

/** Whether a system is only there to read others against; such systems are drawn with restraint. */
export function isBaseline({ kind }: Pick<SystemSummary, "kind">): boolean {
  return baselineKinds.has(kind);
}

const madeKinds: ReadonlySet<string> = new Set(["baseline", "constant", "degraded"]);

/** Whether a system's answers are made from the truth or by a rule, so that it competes with none. */
export function isReference(system: Pick<SystemSummary, "kind">): boolean {
  return isBaseline(system) || madeKinds.has(system.kind);
}
