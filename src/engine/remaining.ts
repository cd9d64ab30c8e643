import { type OutcomeKind, settles } from "../core/run/outcome.ts";
import type { WorkState } from "../core/run/run-store.ts";

/**
 * Whether work is still to be done, given what the log says of it: never ended, failed, or settled
 * in a way that is to be tried again.
 */
export function remains(state: WorkState | undefined, retry: ReadonlySet<OutcomeKind>): boolean {
  if (state === undefined || state === "started") return true;
  return !settles(state) || retry.has(state);
}
