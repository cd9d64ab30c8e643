import { accessSync, constants, existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Finding } from "../../../core/asking/system-kind.ts";
import { makeFolder } from "../../../files/make-folder.ts";

/** With less than this left a run may end in a full disk. */
const leastFreeBytes = 1e9;

/**
 * Whether a folder can be written to, and how much room is left there. A folder that does not exist
 * yet is not made.
 */
export function checkPlace(what: string, directory: string): Finding {
  const place = nearest(directory);
  try {
    accessSync(place, constants.W_OK);
    if (existsSync(directory)) tryToWrite(directory);
    const { bavail, bsize } = statfsSync(place);
    const free = bavail * bsize;
    const detail = `${directory}, ${(free / 1e9).toFixed(1)} GB free`;
    return {
      what,
      state: free < leastFreeBytes ? "warning" : "fine",
      detail: free < leastFreeBytes ? `${detail}: little` : detail,
    };
  } catch (error) {
    return {
      what,
      state: "problem",
      detail: `${directory}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

function nearest(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory
    ? directory
    : nearest(dirname(directory));
}

function tryToWrite(directory: string): void {
  const probe = join(directory, `.doctor-${process.pid}`);
  makeFolder(directory);
  writeFileSync(probe, "");
  rmSync(probe, { force: true });
}
