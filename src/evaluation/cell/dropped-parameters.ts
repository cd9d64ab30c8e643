import type { System } from "../../core/asking/system.ts";

/**
 * The member that tells what a system is configured with and does not send; none where it sends
 * everything.
 */
export function droppedParameters({ dropped = [] }: Pick<System, "dropped">): {
  readonly dropped?: string[];
} {
  return dropped.length === 0 ? {} : { dropped: [...dropped] };
}
