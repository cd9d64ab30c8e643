import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { UserError } from "../../core/user-error.ts";
import { codeOf, isUntouchable, statIfThere } from "./optional-files.ts";

const draftPattern = /\.[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\.part$/;
/** A draft this old has no writer any more. */
const abandonedMs = 3_600_000;
const unwritable: ReadonlySet<string | undefined> = new Set([
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "EEXIST",
  "ENOSPC",
  "EDQUOT",
]);

/** A file that is being written, or was when its writer was killed. */
export function isDraft(name: string): boolean {
  return draftPattern.test(name);
}

// The process number would not do: worker threads share it, and so do machines that share a disk.
function draftOf(path: string): string {
  return `${path}.${randomUUID()}.part`;
}

/**
 * Writes a file so that readers see all of it or none of it, also when the writer is killed.
 * Nothing is forced to disk: after a power failure a file may be empty, which its digest tells.
 */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const draft = draftOf(path);
  for (let attempt = 1; ; attempt++) {
    try {
      await writeFile(draft, content, { flag: "wx" });
      return await rename(draft, path);
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      // The folder is not there yet, or somebody has just deleted the cache.
      if (codeOf(error) === "ENOENT" && attempt < 4) await makeFolder(dirname(path));
      else throw explained(error, dirname(path));
    }
  }
}

/**
 * Removes a file if it is still unwanted at the very moment it goes. It is moved aside first and
 * judged there: a process that touches it before the move is seen, one that comes after finds it
 * missing. Says whether it is gone by our hand.
 */
export async function removeIf(
  path: string,
  isUnwanted: (aside: string) => Promise<boolean>,
): Promise<boolean> {
  const aside = draftOf(path);
  try {
    await rename(path, aside);
    if (await isUnwanted(aside)) {
      await unlink(aside);
      return true;
    }
    await rename(aside, path);
  } catch (error) {
    if (!isUntouchable(error)) throw error;
  }
  return false;
}

/** Removes a file; says whether it was there and could be. */
export async function removeFile(path: string): Promise<boolean> {
  try {
    await unlink(path);
    return true;
  } catch (error) {
    if (!isUntouchable(error)) throw error;
    return false;
  }
}

/** Removes a draft that nobody is writing any more. */
export async function sweepDraft(path: string): Promise<void> {
  const facts = await statIfThere(path);
  if (facts && Date.now() - facts.mtimeMs > abandonedMs) await removeFile(path);
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { recursive: true }).catch((error: unknown) => {
    throw explained(error, path);
  });
}

function explained(error: unknown, path: string): unknown {
  if (!unwritable.has(codeOf(error))) return error;
  return new UserError(
    `cannot write to the cache: ${(error as Error).message.split(",")[0]} (${path})`,
    "make room or name another directory: VIDIMUS_CACHE=<dir>",
  );
}
