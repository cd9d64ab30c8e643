import { appendFileSync } from "node:fs";
import { join } from "node:path";

/** The readable log of a run: what happened and when, for people. Nothing is ever read back from it. */
export function runLog(directory: string, redact: (text: string) => string): (message: string) => void {
  const path = join(directory, "run.log");
  return (message) => appendFileSync(path, `${new Date().toISOString()}  ${redact(message)}\n`);
}
