import { readdir, readFile, stat, utimes } from "node:fs/promises";

/**
 * Other processes may remove any file of the cache at any time, so absence is an answer here and no
 * failure.
 */
function isAbsent(error: unknown): boolean {
  const code = codeOf(error);
  return code === "ENOENT" || code === "ENOTDIR";
}

/** A file that is gone, of another user, or on a read-only disk. */
export function isUntouchable(error: unknown): boolean {
  return isAbsent(error) || ["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "");
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** What we may not look at is as good as not there: writing it tells why. */
export function statIfThere(
  path: string,
): Promise<{ readonly size: number; readonly mtimeMs: number } | undefined> {
  return stat(path).catch(instead(undefined, isUntouchable));
}

export function textIfThere(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(instead(undefined, isUntouchable));
}

/** Names in a folder; none when it does not exist. */
export function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(instead([], isAbsent));
}

/**
 * Marks a file as used now. `false` when there is none; one that we may not change is left as it
 * is.
 */
export async function touchIfThere(path: string): Promise<boolean> {
  const now = new Date();
  try {
    await utimes(path, now, now);
  } catch (error) {
    if (!isUntouchable(error)) throw error;
    return !isAbsent(error);
  }
  return true;
}

function instead<T>(value: T, isExpected: (error: unknown) => boolean): (error: unknown) => T {
  return (error) => {
    if (isExpected(error)) return value;
    throw error;
  };
}
