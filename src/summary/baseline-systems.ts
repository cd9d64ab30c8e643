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

/**
 * The systems that a task is about, and what they are read against: baselines and probes. Of a task
 * without systems of its own, what is made for tests counts as such, and else everything.
 */
export function splitSystems<System extends Pick<SystemSummary, "kind" | "probe">>(
  systems: readonly System[],
): { readonly own: readonly System[]; readonly others: readonly System[] } {
  const rules: readonly ((system: System) => boolean)[] = [
    (system) => !isReference(system) && system.probe === undefined,
    (system) => !isBaseline(system) && system.probe === undefined,
    () => true,
  ];
  const isOwn = rules.find((rule) => systems.some(rule)) ?? (() => true);
  return { own: systems.filter(isOwn), others: systems.filter((system) => !isOwn(system)) };
}
