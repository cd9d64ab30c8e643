import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/** Makes a folder and those that it lies in. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    // Node says ENOENT whatever kept it from making the first missing folder, such as a read-only file system; by itself it says why.
    let first = path;
    while (!existsSync(dirname(first))) first = dirname(first);
    mkdirSync(first);
    throw error;
  }
}
