import { hash } from "node:crypto";
import { open } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { isDraft, removeIf, writeWhole } from "./draft-file.ts";
import { blobPath } from "./frame-files.ts";
import { LostFrame } from "./lost-frame.ts";
import { isUntouchable, namesIn, touchIfThere } from "./optional-files.ts";

interface Blob {
  readonly bytes: Uint8Array;
  readonly usedMs: number;
}

/**
 * Reads a blob and checks every byte of it. A damaged one is removed, so that the next who has its
 * bytes writes them again.
 */
export async function readBlob(directory: string, digest: string): Promise<Blob> {
  const path = blobPath(directory, digest);
  const blob = await readIfThere(path);
  if (!blob) throw new LostFrame(digest, "missing", path);
  if (digestOf(blob.bytes) === digest) return blob;
  // Another process may just have replaced it by a good one: what is judged is what is removed.
  await removeIf(path, async (aside) => {
    const now = await readIfThere(aside);
    return now === undefined || digestOf(now.bytes) !== digest;
  });
  throw new LostFrame(digest, "damaged", path);
}

/**
 * As `readBlob`, but waits for a blob that a pruning process has moved aside to judge it: it may
 * come back within moments. A blob that is simply missing is reported at once.
 */
export async function readKnownBlob(directory: string, digest: string): Promise<Blob> {
  try {
    return await readBlob(directory, digest);
  } catch (error) {
    if (!(error instanceof LostFrame) || error.reason === "damaged") throw error;
    const path = blobPath(directory, digest);
    const own = (await namesIn(dirname(path))).filter((name) => name.startsWith(basename(path)));
    if (own.length === 0) throw error;
    if (own.every(isDraft)) await pause(50);
    return readBlob(directory, digest);
  }
}

/** Makes sure that the blob is there, intact and marked as used. */
export async function writeBlob(
  directory: string,
  digest: string,
  bytes: Uint8Array,
): Promise<void> {
  const path = blobPath(directory, digest);
  // Touched before it is read: from then on no pruning process takes it away.
  const present = (await touchIfThere(path)) ? await readIfThere(path) : undefined;
  if (!present || Buffer.compare(present.bytes, bytes) !== 0) await writeWhole(path, bytes);
}

export function digestOf(bytes: Uint8Array): string {
  return hash("sha256", bytes, "hex");
}

async function readIfThere(path: string): Promise<Blob | undefined> {
  try {
    await using file = await open(path);
    const { size, mtimeMs } = await file.stat();
    const bytes = new Uint8Array(size);
    const { bytesRead } = await file.read(bytes, 0, size, 0);
    return { bytes: bytesRead === size ? bytes : bytes.subarray(0, bytesRead), usedMs: mtimeMs };
  } catch (error) {
    if (isUntouchable(error)) return undefined;
    throw error;
  }
}
