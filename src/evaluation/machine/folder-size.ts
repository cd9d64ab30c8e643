import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { FolderSize } from "../../summary/performance/machine-summary.ts";

/**
 * Bytes of the files in a folder and below, as far as they can be counted in the given time; none
 * where there is no such folder. A file counts its own bytes.
 */
export async function folderSize(path: string, withinMs: number): Promise<FolderSize> {
  const untilMs = performance.now() + withinMs;
  const open = [path];
  let bytes = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    if (performance.now() > untilMs) return { bytes, isWhole: false };
    const entries = await readdir(place, { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => (error.code === "ENOTDIR" ? undefined : []),
    );
    if (!entries) {
      bytes += await bytesOf(place);
      continue;
    }
    const files = entries.filter((entry) => entry.isFile());
    for (let at = 0; at < files.length; at += atOnce) {
      if (performance.now() > untilMs) return { bytes, isWhole: false };
      const sizes = await Promise.all(
        files.slice(at, at + atOnce).map(({ name }) => bytesOf(join(place, name))),
      );
      bytes += sizes.reduce((sum, size) => sum + size, 0);
    }
    for (const entry of entries) if (entry.isDirectory()) open.push(join(place, entry.name));
  }
  return { bytes, isWhole: true };
}

const atOnce = 64;

/** Files come and go while they are counted. */
async function bytesOf(path: string): Promise<number> {
  return await stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
