import { UserError } from "../../core/user-error.ts";
import type { Place } from "./evaluate-cell.ts";

/** Does the work; a user's mistake that shows in it says on which task and by which system. */
export async function withCellName<T>({ task, system }: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const unnamed = [`task "${task}"`, `system "${system}"`].filter(
      (name) => !error.message.includes(name),
    );
    throw unnamed.length === 0
      ? error
      : new UserError(`${unnamed.join(", ")}: ${error.message}`, error.hint);
  }
}
