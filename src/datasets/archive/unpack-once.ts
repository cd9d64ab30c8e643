import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Archive } from "./unpack-archive.ts";

/**
 * Unpacks an archive into a folder unless it is there: beside its place first, and moved when it is
 * whole.
 */
export async function unpackOnce(folder: string, archive: () => Promise<Archive>): Promise<string> {
  if (existsSync(folder)) return folder;
  const packed = await archive();
  const draft = `${folder}.${randomUUID()}.part`;
  try {
    await mkdir(draft, { recursive: true });
    const { unpackArchive } = await import("./unpack-archive.ts");
    await unpackArchive(packed, draft);
    await mkdir(dirname(folder), { recursive: true });
    // Another process may have been faster.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}
