import { appendFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The readable log of a run: what happened and when, for people. Nothing is ever read back from it,
 * so a line that cannot be written (a full disk, a folder that is gone) neither ends the run nor
 * hides why it ended.
 */
export function runLog(
  directory: string,
  redact: (text: string) => string,
): (message: string) => void {
  const path = join(directory, "run.log");
  return (message) => {
    try {
      appendFileSync(path, `${new Date().toISOString()}  ${redact(message)}\n`);
    } catch {
      // The journal says it where it matters.
    }
  };
}
