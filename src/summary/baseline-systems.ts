import type { SystemSummary } from "./system-summary.ts";

const baselineKinds: ReadonlySet<string> = new Set(["oracle", "chance", "majority", "empty"]);

/** Whether a system is only there to read others against; such systems are drawn with restraint. */
export function isBaseline({ kind }: Pick<SystemSummary, "kind">): boolean {
  return baselineKinds.has(kind);
}
