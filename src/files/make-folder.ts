import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder and those that it lies in, one by one: Node's `recursive` hides why the first of
 * them cannot be made, and never ends on file systems such as /proc.
 */
export function makeFolder(path: string): void {
  const above = dirname(path);
  if (isFolder(path)) return;
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
