import type { ChildProcess } from "node:child_process";

/** Windows has none: there only the process itself is ended. */
export const hasGroups = process.platform !== "win32";

/**
 * Ends a process that leads a group, with everything it has started that did not leave the group.
 */
export function killGroup(leader: ChildProcess): void {
  if (leader.pid === undefined) return;
  try {
    if (hasGroups) process.kill(-leader.pid, "SIGKILL");
    else leader.kill("SIGKILL");
  } catch {
    // Nothing of it is left.
  }
}

const alive = new Set<ChildProcess>();

/**
 * Ends the group when this program ends, however that comes about, short of being killed: then the
 * group reads the end of its input.
 */
export function endWithProgram(leader: ChildProcess): void {
  if (alive.size === 0) process.on("exit", endAll);
  alive.add(leader);
  leader.once("exit", () => {
    alive.delete(leader);
    if (alive.size === 0) process.off("exit", endAll);
  });
}

function endAll(): void {
  for (const leader of alive) killGroup(leader);
}
