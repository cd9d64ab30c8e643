import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { FileLock } from "../../src/files/file-lock.ts";

const lookAgainMs = 50;

/**
 * Builds a folder that appears all at once or not at all. A process that wants it while another one
 * builds it waits for that.
 */
export async function buildOnce(
  directory: string,
  build: (into: string) => Promise<void>,
): Promise<void> {
  mkdirSync(dirname(directory), { recursive: true });
  while (!existsSync(directory)) {
    using lock = FileLock.tryTake(`${directory}.lock`, "build");
    if (!lock) {
      await pause(lookAgainMs);
    } else if (!existsSync(directory)) {
      const unfinished = `${directory}.${process.pid}`;
      await build(unfinished);
      renameSync(unfinished, directory);
    }
  }
}
