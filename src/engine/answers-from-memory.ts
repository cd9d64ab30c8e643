import type { DirectSystem, System } from "../core/asking/system.ts";

/** Whether a system is asked in large batches, without limits and retries. */
export function answersFromMemory(system: System): system is DirectSystem {
  return (
    system.speaks === "prediction" && system.scope === undefined && system.timeoutMs === undefined
  );
}
