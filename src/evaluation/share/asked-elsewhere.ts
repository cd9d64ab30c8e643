import { answersFromMemory } from "../../engine/answers-from-memory.ts";
import type { Cell } from "../../engine/cell.ts";
import type { Task } from "../task/open-task.ts";

/**
 * Whether the samples of a system are handed to workers. What answers from memory costs nothing and
 * is done where the results are written, as is what goes on from the answers of another system.
 */
export function isAskedElsewhere({
  task,
  cells,
}: {
  readonly task: Task;
  readonly cells: readonly Cell[];
}): boolean {
  return !answersFromMemory(cells[0]!.system) && task.relay === undefined;
}
